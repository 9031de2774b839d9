package errorreport_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/errorreport"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/web/httpx"
)

// sink is a Sentry service that keeps the events that it gets.
type sink struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	events []map[string]any
	auth   []string
	bodies []string
}

func newSink(t *testing.T) *sink {
	t.Helper()
	s := &sink{status: http.StatusOK}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			unpacked, err := gzip.NewReader(r.Body)
			if err != nil {
				t.Error(err)
				return
			}
			body = unpacked
		}
		content, err := io.ReadAll(body)
		if err != nil || r.URL.Path != "/api/7/envelope/" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bodies, s.auth = append(s.bodies, string(content)), append(s.auth, r.Header.Get("X-Sentry-Auth"))
		s.events = append(s.events, eventsOf(t, content)...)
		if s.status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		w.WriteHeader(s.status)
		_, _ = io.WriteString(w, `{"id":"1"}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// eventsOf parses an envelope: a header, then items with their headers.
func eventsOf(t *testing.T, envelope []byte) (events []map[string]any) {
	t.Helper()
	_, rest, _ := bytes.Cut(envelope, []byte("\n"))
	for len(bytes.TrimSpace(rest)) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		var header struct {
			Type   string
			Length *int
		}
		if err := json.Unmarshal(line, &header); err != nil {
			t.Fatalf("%v in %s", err, envelope)
		}
		payload, left, _ := bytes.Cut(after, []byte("\n"))
		if header.Length != nil {
			payload, left = after[:*header.Length], bytes.TrimPrefix(after[*header.Length:], []byte("\n"))
		}
		rest = left
		var event map[string]any
		if header.Type == "event" {
			if err := json.Unmarshal(payload, &event); err != nil {
				t.Fatal(err)
			}
			events = append(events, event)
		}
	}
	return events
}

func (s *sink) dsn() string { return strings.Replace(s.URL, "http://", "http://public@", 1) + "/7" }

// got waits for a number of events.
func (s *sink) got(t *testing.T, n int) []map[string]any {
	t.Helper()
	var events []map[string]any
	polltest.Until(t, fmt.Sprintf("%d events", n), func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		events = slices.Clone(s.events)
		return len(events) >= n
	})
	return events
}

func reporter(t *testing.T, dsn string) *errorreport.Reporter {
	t.Helper()
	r, err := errorreport.New(errorreport.Config{DSN: dsn, Release: "1.2.3", SiteCode: "MT"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func exceptionOf(t *testing.T, event map[string]any) map[string]any {
	t.Helper()
	switch list := event["exception"].(type) {
	case []any:
		return list[0].(map[string]any)
	case map[string]any:
		return list["values"].([]any)[0].(map[string]any)
	}
	t.Fatalf("no exception in %v", event)
	return nil
}

const (
	mail, ref, home = "w.quackenbush@mail.example", "7K3QX-9F2MA", "TR1 2AB"
	number          = "4444 3333 2222 1111"
)

func TestErrorsThatAreLoggedAreReported(t *testing.T) {
	s := newSink(t)
	r := reporter(t, s.dsn())
	log := slog.New(r.Handler(slog.DiscardHandler))
	bad := badrecord.New(log)
	for range 3 {
		bad.Report(badrecord.Hold, ref, errors.New("cut off for "+mail+", "+ref+", "+home+", "+number+", https://a.example/b?surname=Quackenbush"))
	}
	ctx, _ := httpx.WithIdentity(context.Background(), "192.0.2.7", nil)
	log.ErrorContext(ctx, "panic", "request", "r1", "reason", "boom", "stack", "main.go:1", "surname", "Quackenbush", "id", ref)
	log.Warn("only a warning")
	r.Close()
	events := s.got(t, 2)
	if len(events) != 2 {
		t.Errorf("%d events: each record is reported once, and no warning", len(events))
	}
	for _, event := range events {
		if event["environment"] != "production" || event["release"] != "1.2.3" || event["level"] != "error" || event["timestamp"] == nil ||
			event["tags"].(map[string]any)["siteCode"] != "MT" {
			t.Errorf("event %v", event)
		}
	}
	record, panicked := exceptionOf(t, events[0]), exceptionOf(t, events[1])
	if record["type"] == "panic" {
		record, panicked = panicked, record
		events[0], events[1] = events[1], events[0]
	}
	if record["type"] != "bad record left out" || !strings.HasPrefix(record["value"].(string), "cut off for ***") {
		t.Errorf("record: %v", record)
	}
	if panicked["value"] != "boom" || events[1]["user"].(map[string]any)["ip_address"] != "192.0.2.7" ||
		events[1]["contexts"].(map[string]any)["goroutine"].(map[string]any)["stack"] != "main.go:1" {
		t.Errorf("panic: %v", events[1])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, personal := range []string{mail, ref, home, number, "Quackenbush"} {
		if strings.Contains(strings.Join(s.bodies, ""), personal) {
			t.Errorf("%s was sent", personal)
		}
	}
	if !strings.Contains(s.auth[0], "sentry_key=public") {
		t.Errorf("auth %s", s.auth[0])
	}
}

func TestWithoutADSNNothingIsSent(t *testing.T) {
	r, err := errorreport.New(errorreport.Config{})
	if r != nil || err != nil || r.DSN() != "" {
		t.Fatalf("%v, %v", r, err)
	}
	if r.Handler(slog.DiscardHandler) != slog.DiscardHandler {
		t.Error("the log's handler is replaced")
	}
	w := httptest.NewRecorder()
	r.Tunnel(w, httptest.NewRequest(http.MethodPost, "/api/errors", strings.NewReader("{}")))
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
	r.Close()
	if _, err := errorreport.New(errorreport.Config{DSN: "no address"}); err == nil {
		t.Error("a wrong DSN is no error")
	}
}

func post(r *errorreport.Reporter, client, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/api/errors", strings.NewReader(body))
	request.Header.Set("User-Agent", "Mozilla/5.0 (test)")
	request.Header.Set("Cookie", "__Host-booking=secret")
	ctx, _ := httpx.WithIdentity(request.Context(), client, nil)
	w := httptest.NewRecorder()
	r.Tunnel(w, request.WithContext(ctx))
	return w
}

const id = "4c1d0f0e5b7a4a0e9a3f2d1c0b9a8f7e"

func envelope(dsn string, event map[string]any) string {
	payload, _ := json.Marshal(event) // maps of texts
	head, _ := json.Marshal(map[string]string{"dsn": dsn, "event_id": id})
	return string(head) + "\n" + `{"type":"session"}` + "\n{}\n" + `{"type":"event"}` + "\n" + string(payload) + "\n"
}

func TestTheTunnelForwardsEventsWithoutPersonalData(t *testing.T) {
	s := newSink(t)
	r := reporter(t, s.dsn())
	w := post(r, "192.0.2.9", envelope(s.dsn(), map[string]any{
		"event_id": id, "platform": "javascript", "environment": "development", "level": "error",
		"exception":   map[string]any{"values": []any{map[string]any{"type": "Error", "value": "no answer for " + mail + " " + ref + " " + home + " " + number}}},
		"request":     map[string]any{"url": "https://mt.example/login?surname=Quackenbush", "query_string": "surname=Quackenbush", "cookies": "a=Quackenbush", "headers": map[string]any{"Referer": "https://mt.example/?email=" + mail}},
		"extra":       map[string]any{"passwd": "Quackenbush", "mac2": "Quackenbush", "cardNumber": "Quackenbush", "surname": "Quackenbush", "lastName1": "Quackenbush", "deep": []any{map[string]any{"postcode": "Quackenbush", "kept": "yes"}}},
		"breadcrumbs": []any{map[string]any{"message": "Quackenbush"}}, "user": map[string]any{"email": "Quackenbush"},
	}))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), id) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	event := s.got(t, 1)[0]
	request := event["request"].(map[string]any)
	if event["environment"] != "production" || event["release"] != "1.2.3" || event["user"].(map[string]any)["ip_address"] != "192.0.2.9" ||
		request["url"] != "https://mt.example/login?***" || request["headers"].(map[string]any)["User-Agent"] != "Mozilla/5.0 (test)" ||
		exceptionOf(t, event)["value"] != "no answer for *** *** *** ***" {
		t.Errorf("event %v", event)
	}
	if deep := event["extra"].(map[string]any)["deep"].([]any)[0].(map[string]any); deep["kept"] != "yes" {
		t.Errorf("extra %v", event["extra"])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, personal := range []string{"Quackenbush", mail, "secret"} {
		if strings.Contains(s.bodies[0], personal) {
			t.Errorf("%s was sent: %s", personal, s.bodies[0])
		}
	}
}

func TestTheTunnelRefusesWhatIsNotOurs(t *testing.T) {
	s := newSink(t)
	r := reporter(t, s.dsn())
	event := map[string]any{"event_id": id}
	for name, body := range map[string]string{
		"another project": envelope("https://public@other.example/7", event),
		"no JSON":         "hello",
		"empty":           "",
		"no event":        `{"dsn":"` + s.dsn() + `"}` + "\n",
		"a wrong length":  `{"dsn":"` + s.dsn() + `"}` + "\n" + `{"type":"event","length":99}` + "\n{}",
		"a negative one":  `{"dsn":"` + s.dsn() + `"}` + "\n" + `{"type":"event","length":-1}` + "\n{}",
		"no id":           envelope(s.dsn(), map[string]any{}),
	} {
		if w := post(r, name, body); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if w := post(r, "large", envelope(s.dsn(), map[string]any{"event_id": id, "extra": strings.Repeat("x", 200<<10)})); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %d", w.Code)
	}
	var last int
	for range 25 {
		last = post(r, "one client", envelope(s.dsn(), event)).Code
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the 25th in a minute: %d", last)
	}
}

// What is reported may be read by the service alone, not by where it points to.
func TestReportsFollowNoRedirect(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	t.Cleanup(elsewhere.Close)
	asked := make(chan struct{}, 2)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		asked <- struct{}{}
	}))
	t.Cleanup(service.Close)
	dsn := strings.Replace(service.URL, "http://", "http://public@", 1) + "/7"
	r := reporter(t, dsn)
	slog.New(r.Handler(slog.DiscardHandler)).Error("of the server")
	post(r, "192.0.2.9", envelope(dsn, map[string]any{"event_id": id}))
	<-asked
	<-asked
	r.Close()
}

func TestAServiceThatRefusesIsLeftAlone(t *testing.T) {
	s := newSink(t)
	s.status = http.StatusTooManyRequests
	r := reporter(t, s.dsn())
	for range 5 {
		post(r, "a", envelope(s.dsn(), map[string]any{"event_id": id}))
	}
	s.got(t, 1)
	r.Close()
	if got := s.got(t, 1); len(got) != 1 {
		t.Errorf("%d events were sent although the service refuses for a minute", len(got))
	}
}
