package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// serviceManager does for a server what systemd does: it keeps its sockets, and hears how it
// is.
type serviceManager struct {
	sockets []*os.File
	urls    []string // of the sockets
	notify  string   // the address at which it hears
	heard   chan string
	data    string
	serve   []string // what the server sells, and how
}

func newServiceManager(t *testing.T) *serviceManager {
	t.Helper()
	m := &serviceManager{serve: []string{"--demo", "--demo-parks", "12"}, heard: make(chan string, 10_000), data: t.TempDir(), notify: filepath.Join(t.TempDir(), "notify")}
	for range 2 {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		socket, err := listener.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		m.sockets, m.urls = append(m.sockets, socket), append(m.urls, "http://"+listener.Addr().String())
		t.Cleanup(func() { socket.Close() })
		listener.Close() // the file keeps the port
	}
	hears, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Net: "unixgram", Name: m.notify})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hears.Close() })
	go func() {
		defer close(m.heard)
		for text := make([]byte, 100); ; {
			n, err := hears.Read(text)
			if err != nil {
				return
			}
			m.heard <- string(text[:n])
		}
	}()
	return m
}

// start starts a server with the sockets under these names.
func (m *serviceManager) start(t *testing.T, names string) *exec.Cmd {
	t.Helper()
	server := commandOf(t, "MT", append([]string{"serve", "--render-pages", "off", "--rate-limits", "off", "--data", m.data}, m.serve...),
		"sh", "-c", `LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" "$@"`)
	server.ExtraFiles = m.sockets
	server.Env = append(server.Env, "LISTEN_FDS=2", "LISTEN_FDNAMES="+names, "NOTIFY_SOCKET="+m.notify, "WATCHDOG_USEC=300000")
	var output strings.Builder
	server.Stdout, server.Stderr = io.Discard, &output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if server.ProcessState == nil {
			_ = server.Process.Kill()
			_ = server.Wait()
		}
		if t.Failed() {
			t.Logf("the end of the log: %s", output.String()[max(0, output.Len()-1000):])
		}
	})
	return server
}

// hears waits until the server tells its state.
func (m *serviceManager) hears(t *testing.T, state string) {
	t.Helper()
	for timeout := time.After(time.Minute); ; {
		select {
		case heard := <-m.heard:
			if heard == state {
				return
			}
		case <-timeout:
			t.Fatalf("the server does not tell %s", state)
		}
	}
}

// visitors open a connection every few milliseconds until they are told to stop.
type visitors struct {
	stop   func()
	mu     sync.Mutex
	served int
	failed []string
}

func keepVisiting(url string) *visitors {
	v := &visitors{}
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	ended := make(chan struct{})
	var open sync.WaitGroup
	open.Go(func() {
		for every := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-ended:
				every.Stop()
				return
			case <-every.C:
				open.Go(func() { v.note(client.Get(url)) })
			}
		}
	})
	v.stop = sync.OnceFunc(func() { close(ended); open.Wait() })
	return v
}

// note records how a request ended.
func (v *visitors) note(response *http.Response, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case err != nil:
		v.failed = append(v.failed, err.Error())
	case response.StatusCode != http.StatusOK:
		v.failed = append(v.failed, response.Status)
	default:
		v.served++
	}
	if err == nil {
		response.Body.Close()
	}
}

func TestARestartRefusesNoConnection(t *testing.T) {
	m := newServiceManager(t)
	server := m.start(t, "web:admin")
	m.hears(t, "READY=1")
	v := keepVisiting(m.urls[0] + "/healthz")
	t.Cleanup(v.stop)
	for range 2 {
		m.hears(t, "WATCHDOG=1")
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		m.hears(t, "STOPPING=1")
		if err := server.Wait(); err != nil {
			t.Fatal(err)
		}
		server = m.start(t, "web:admin")
		m.hears(t, "READY=1")
	}
	v.stop()
	if len(v.failed) > 0 || v.served == 0 {
		t.Errorf("%d requests were answered, %d failed: %.200q", v.served, len(v.failed), v.failed)
	}
	response, err := http.Get(m.urls[1] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if metrics, _ := io.ReadAll(response.Body); !strings.Contains(string(metrics), `holidaymaker_loop_failing{loop="watchdog"} 0`) {
		t.Error("the administration socket serves no metrics")
	}
}

func TestASocketThatHasNoUseIsRefused(t *testing.T) {
	for names, want := range map[string]string{"web:web": `2 sockets with the name "web"`, "web:holidaymaker.socket": `"holidaymaker.socket"`} {
		m := newServiceManager(t)
		server := m.start(t, names)
		err := server.Wait()
		if output := fmt.Sprint(server.Stderr); err == nil || !strings.Contains(output, want) {
			t.Errorf("%s: %v, %s", names, err, output)
		}
	}
}
