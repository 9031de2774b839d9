package cspreport

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const (
	oldForm = "application/csp-report"
	newForm = "application/reports+json"
)

type sender struct {
	*Reports
	now time.Time
	log bytes.Buffer
}

// paid says that a page of these tests is a payment page.
func paid(path string) bool { return path == "/booking/payment" }

func newSender() *sender {
	s := &sender{now: time.Unix(1e9, 0)}
	s.Reports = New(paid, slog.New(slog.NewTextHandler(&s.log, nil)), func() time.Time { return s.now })
	return s
}

func (s *sender) send(t *testing.T, kind, body string) {
	t.Helper()
	request := httptest.NewRequest(http.MethodPost, Path, strings.NewReader(body))
	request.Header.Set("Content-Type", kind)
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, request)
	if answer.Code != http.StatusNoContent || answer.Body.Len() > 0 {
		t.Errorf("%s: %d %s", body, answer.Code, answer.Body)
	}
}

func TestReportsAreCountedWithoutWhatTheySay(t *testing.T) {
	s := newSender()
	s.send(t, oldForm, `{"csp-report":{"document-uri":"https://site.example/booking/payment?surname=Shah","effective-directive":"script-src-elem","blocked-uri":"https://evil.example/x.js?card=4444"}}`)
	s.send(t, oldForm, `{"csp-report":{"document-uri":"https://site.example/results","violated-directive":"img-src 'self'","blocked-uri":"data"}}`)
	s.send(t, newForm+"; charset=utf-8", `[{"type":"csp-violation","url":"x","body":{"documentURL":"https://site.example/booking/payment","effectiveDirective":"connect-src","blockedURL":"https://evil.example"}},
		{"type":"deprecation","body":{}},{"type":"csp-violation","body":{"documentURL":"https://site.example/","effectiveDirective":"priya@mail.example"}},
		{"type":"csp-violation","body":{"documentURL":"https://site.example/booking/payment","effectiveDirective":"script-src","blockedURL":"chrome-extension://abc"}}]`)
	want := map[Kind]uint64{{"script-src", true}: 1, {"img-src", false}: 1, {"connect-src", true}: 1, {"other", false}: 1, {"extension", true}: 1}
	if got := s.Counts(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("counted %v", got)
	}
	for _, personal := range []string{"Shah", "4444", "priya", "evil", "site.example"} {
		if strings.Contains(s.log.String(), personal) {
			t.Errorf("the log has %s: %s", personal, s.log.String())
		}
	}
	if n := strings.Count(s.log.String(), "level=WARN"); n != 2 {
		t.Errorf("%d warnings of payment pages: %s", n, s.log.String())
	}
}

func TestGarbageAndFloodsAreHarmless(t *testing.T) {
	s := newSender()
	for _, garbage := range []string{"", "{", "null", "[]", "[null]", `{"csp-report":null}`, `{"csp-report":7}`, `[{"type":"csp-violation","body":7}]`, strings.Repeat("[", maxBody), strings.Repeat(" ", maxBody+1)} {
		for _, kind := range []string{oldForm, newForm, "text/plain", ";"} {
			s.now = s.now.Add(time.Minute)
			s.send(t, kind, garbage)
		}
	}
	if got := s.Counts(); len(got) != 0 {
		t.Errorf("garbage counts as %v", got)
	}
	s.now = s.now.Add(time.Hour)
	report := `{"type":"csp-violation","body":{"effectiveDirective":"img-src"}}`
	for range 50 {
		s.send(t, newForm, "["+strings.Repeat(report+",", maxReports)+report+"]")
	}
	if got, want := s.Counts()[Kind{"img-src", false}], uint64(clientPerMinute*maxReports); got != want {
		t.Errorf("a flood counts as %d, want %d", got, want)
	}
	if n := strings.Count(s.log.String(), "\n"); n != 1 {
		t.Errorf("%d lines of it: %s", n, s.log.String())
	}
}

func FuzzReports(f *testing.F) {
	f.Add(oldForm, []byte(`{"csp-report":{"document-uri":"https://s.example/booking/payment","violated-directive":"img-src x"}}`))
	f.Add(newForm, []byte(`[{"type":"csp-violation","body":{"effectiveDirective":"script-src-elem","blockedURL":"inline"}}]`))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		kinds := (&Reports{payment: paid}).kindsOf(kind, body)
		if len(kinds) > maxReports {
			t.Fatalf("%d reports", len(kinds))
		}
		for _, k := range kinds {
			if !strings.Contains(" "+strings.Join(Directives, " ")+" ", " "+k.Directive+" ") {
				t.Fatalf("the directive %q", k.Directive)
			}
		}
	})
}
