package httpx

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

func TestAGateShedsWhatItCannotRunSoonAndRecoversAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate("test", 1, 1, time.Second)
		if err := g.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		var queued error
		started := time.Now()
		go func() { queued = g.Enter(t.Context()) }()
		synctest.Wait()
		if err := g.Enter(t.Context()); !errors.Is(err, ErrBusy) || time.Since(started) != 0 {
			t.Errorf("beyond the queue: %v after %s, want ErrBusy at once", err, time.Since(started))
		}
		if g.Running() != 1 || g.Waiting() != 1 || g.Shed() != 1 {
			t.Errorf("%d run, %d wait, %d shed", g.Running(), g.Waiting(), g.Shed())
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if !errors.Is(queued, ErrBusy) || g.Waiting() != 0 || g.Shed() != 2 {
			t.Errorf("after its patience: %v, %d wait, %d shed", queued, g.Waiting(), g.Shed())
		}
		gone, leave := context.WithCancel(t.Context())
		go func() { queued = g.Enter(gone) }()
		synctest.Wait()
		leave()
		synctest.Wait()
		if !errors.Is(queued, context.Canceled) || g.Shed() != 2 {
			t.Errorf("a client that leaves: %v, %d shed", queued, g.Shed())
		}
		g.Leave()
		if err := g.Enter(t.Context()); err != nil {
			t.Errorf("with a free slot: %v", err)
		}
	})
}

func TestLoadIsBoundedByClientAndInTotal(t *testing.T) {
	l := NewLoad(LoadLimits{ClientRequests: 2, Requests: 3, ClientBytes: 100, Bytes: 150})
	begin := func(client string, want bool) *Flight {
		t.Helper()
		f, ok := l.Begin(client)
		if ok != want {
			t.Fatalf("%s begins: %t, want %t", client, ok, want)
		}
		return f
	}
	a, b := begin("a", true), begin("b", true)
	a2 := begin("a", true)
	begin("a", false)
	begin("c", false) // the limit in total is reached
	a2.End()
	c := begin("c", true)
	for _, step := range []struct {
		of   *Flight
		n    int64
		want bool
	}{{a, 60, true}, {a, 60, false}, {b, 80, true}, {c, 20, false}} {
		if got := step.of.hold(step.n); got != step.want {
			t.Errorf("%s holds %d: %t, want %t", step.of.client, step.n, got, step.want)
		}
	}
	if requests, bytes, refused := l.Now(); requests != 3 || bytes != 140 || refused != 4 {
		t.Errorf("%d requests, %d bytes, %d refused", requests, bytes, refused)
	}
	a.drop(60)
	b.drop(80)
	for _, f := range []*Flight{a, b, c} {
		f.End()
	}
	if requests, bytes, _ := l.Now(); requests != 0 || bytes != 0 || len(l.clients) != 0 {
		t.Errorf("at the end %d requests, %d bytes, %d clients", requests, bytes, len(l.clients))
	}
}

func TestABodyOverTheBudgetIsNotBegun(t *testing.T) {
	l := NewLoad(LoadLimits{ClientRequests: 1, Requests: 1, ClientBytes: 1 << 20, Bytes: 1 << 20})
	f, _ := l.Begin("a")
	body := make([]byte, 2<<20)
	w, r := ask()
	ctx, _ := WithIdentity(r.Context(), "", f)
	released := false
	err := SendOnce(w, r.WithContext(ctx), 200, body, nil, func() { released = true })
	if !errors.Is(err, ErrBusy) || w.Body.Len() != 0 || !released {
		t.Errorf("%v, %d bytes, released %t", err, w.Body.Len(), released)
	}
	w, r = ask("Accept-Encoding", "zstd")
	if err := SendOnce(w, r.WithContext(ctx), 200, body, OnRequest, nil); err != nil || w.Body.Len() == 0 {
		t.Errorf("compressed: %v, %d bytes", err, w.Body.Len())
	}
	if _, bytes, _ := l.Now(); bytes != 0 {
		t.Errorf("%d bytes are still counted", bytes)
	}
}

// pipes is a listener whose connections are in memory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (pipes) Close() error   { return nil }
func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

func TestAClientThatStopsReadingIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		read int // bytes of the body that the client reads before it stops
		want time.Duration
	}{"at once": {0, stepTime}, "after some steps": {3 * writeStep, stepTime}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				started := time.Now()
				ended := make(chan time.Duration, 1)
				server := &http.Server{WriteTimeout: writeTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_ = SendOnce(w, r, 200, make([]byte, 1<<20), nil, nil)
					ended <- time.Since(started)
				})}
				conns := make(pipes, 1)
				go func() { _ = server.Serve(conns) }()
				here, there := net.Pipe()
				conns <- there
				if _, err := here.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
					t.Fatal(err)
				}
				reader := bufio.NewReader(here)
				if c.read > 0 {
					response, err := http.ReadResponse(reader, httptest.NewRequest("GET", "/", nil))
					if err != nil {
						t.Fatal(err)
					}
					if _, err := response.Body.Read(make([]byte, 1)); err != nil {
						t.Fatal(err)
					}
					if _, err := reader.Discard(c.read); err != nil {
						t.Fatal(err)
					}
				}
				if took := <-ended; took != c.want {
					t.Errorf("given up after %s, want %s", took, c.want)
				}
				here.Close()
				close(conns)
				server.Close()
			})
		})
	}
}
