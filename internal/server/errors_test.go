package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// errorService is a Sentry service that keeps what it gets.
func errorService(t *testing.T) (dsn string, received func() string) {
	t.Helper()
	var mu sync.Mutex
	var all bytes.Buffer
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&all, r.Body)
		_, _ = io.WriteString(w, `{"id":"1"}`)
	}))
	t.Cleanup(service.Close)
	return strings.Replace(service.URL, "http://", "http://public@", 1) + "/3", func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
}

func TestPanicsAndFailingLoopsAreReported(t *testing.T) {
	dsn, received := errorService(t)
	s := start(t, func(c *server.Config) { c.ErrorDSN, c.Version = dsn, "4.5.6" }, server.AroundLoops(func(l loop.Loop) loop.Loop {
		if l.Name == "backlog_probe" {
			l.Round = func(context.Context) error { return errors.New("the disk is full") }
		}
		return l
	}))
	s.Handle("GET /panics", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a colour that nobody thought of") }))
	v := s.visitor(t)
	if got := v.get("/panics?surname=Quackenbush"); got.status != 500 || strings.Contains(string(got.body), "colour") || strings.Contains(string(got.body), ".go:") {
		t.Fatalf("status %d: %s", got.status, got.body)
	}
	polltest.Until(t, "the report of the panic", func() bool { return strings.Contains(received(), "a colour that nobody thought of") })
	polltest.Until(t, "the report of the loop", func() bool { return strings.Contains(received(), `"loop":"backlog_probe"`) })
	for _, want := range []string{`"environment":"production"`, `"release":"4.5.6"`, `"siteCode":"MT"`} {
		if !strings.Contains(received(), want) {
			t.Errorf("the reports lack %s", want)
		}
	}
	if strings.Contains(received(), "Quackenbush") {
		t.Error("a query was sent")
	}
	if page := string(v.get("/").body); !strings.Contains(page, "errorReporting") {
		t.Error("browsers do not learn where to report errors")
	}
	if policy := v.get("/").header.Get("Content-Security-Policy"); strings.Contains(policy, "connect-src 'self' http") {
		t.Errorf("pages may call another host: %s", policy)
	}
}

func TestWithoutADSNBrowsersReportNothing(t *testing.T) {
	v := start(t).visitor(t)
	if page := string(v.get("/").body); strings.Contains(page, "errorReporting") {
		t.Error("the document has settings of error reporting")
	}
	if got := v.post("/api/errors"); got.status != 404 {
		t.Errorf("status %d", got.status)
	}
}
