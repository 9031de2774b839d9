package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestAContainerNeedsNothingButTheProgram starts the server as the image of
// deploy/container/Containerfile does: in a file system that has nothing but the program and a
// data directory, by a user who can write there only.
func TestAContainerNeedsNothingButTheProgram(t *testing.T) {
	const user = 65532
	if os.Getuid() != 0 {
		t.Skip("only root can change the root directory of a process")
	}
	if build, _ := debug.ReadBuildInfo(); slices.Contains(build.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "1"}) {
		t.Skip("with cgo the program needs the libraries of the system")
	}
	root := t.TempDir()
	copyProgram(t, filepath.Join(root, "holidaymaker"))
	data := filepath.Join(root, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(data, user, user); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("/holidaymaker", "serve", "--demo", "--demo-parks", "12", "--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0")
	server.Dir, server.Env = "/", append(containerEnvironment(t), asCommand+"=MT")
	server.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
	var log strings.Builder
	server.Stderr = &log
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() })
	var url string
	for lines := bufio.NewScanner(output); url == "" && lines.Scan(); {
		_, _ = fmt.Sscanf(lines.Text(), "Holidaymaker is at %s", &url)
	}
	if url == "" {
		_ = server.Wait()
		t.Fatalf("the server did not start: %s", &log)
	}
	response, err := http.Get(url + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if page, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(page), "<title>") {
		t.Errorf("the home page: %s, %v", response.Status, err)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("it did not stop in order: %v: %s", err, &log)
	}
}

// copyProgram puts the program of this test at a path, as a link where that is possible.
func copyProgram(t *testing.T, to string) {
	t.Helper()
	from, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if os.Link(from, to) == nil {
		return
	}
	program, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, program, 0o755); err != nil {
		t.Fatal(err)
	}
}

// containerEnvironment returns the environment of the image.
func containerEnvironment(t *testing.T) (variables []string) {
	t.Helper()
	text, err := os.ReadFile("../../deploy/container/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if settings, ok := strings.CutPrefix(line, "ENV "); ok {
			variables = append(variables, strings.Fields(settings)...)
		}
	}
	if len(variables) == 0 {
		t.Fatal("the Containerfile sets no environment")
	}
	return variables
}
