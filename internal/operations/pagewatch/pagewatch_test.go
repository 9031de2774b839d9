package pagewatch

import (
	"bytes"
	"cmp"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holidaymaker/internal/web/httpx"
)

const path = "/pay"

const document = `<!doctype html><html><head><link rel="modulepreload" href="/assets/main.js"><script>start()</script></head>
<body><script type="application/json">{"a":1}</script><form action="/api/x"></form></body></html>`

// shop is a site whose payment page somebody changes.
type shop struct {
	page, script, policy string
	status, scriptStatus int  // 0: 200
	cut                  bool // no script is answered
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", s.policy)
	text, status := s.script, s.scriptStatus
	if r.URL.Path == path {
		text, status = s.page, s.status
	} else if s.cut {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(cmp.Or(status, http.StatusOK))
	_, _ = w.Write([]byte(text))
}

// slipIn has the page run a script that is not ours.
func (s *shop) slipIn() {
	s.page = strings.Replace(document, "</body>", "<script>steal()</script></body>", 1)
}

func open(t *testing.T) (*shop, string, Page) {
	s := &shop{page: document, script: "pay()", policy: "script-src 'self'"}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL, Page{
		Path: path, Headers: http.Header{"Content-Security-Policy": {"script-src 'self'"}},
		Inline: []string{httpx.SourceHash([]byte("start()"))}, Files: map[string]string{"/assets/main.js": httpx.SourceHash([]byte("pay()"))},
	}
}

func TestEveryChangeOfThePaymentPageIsNamed(t *testing.T) {
	s, site, want := open(t)
	sound := *s
	into := func(text string) func() {
		return func() { s.page = strings.Replace(document, "</body>", text+"</body>", 1) }
	}
	for change, c := range map[string]struct {
		do   func()
		says string
	}{
		"nothing":                   {func() {}, ""},
		"an inline script":          {into("<script>steal()</script>"), "is not ours"},
		"a module":                  {into(`<script type="module">steal()</script>`), "is not ours"},
		"a foreign script":          {into(`<script src="https://evil.example/x.js"></script>`), "a script leads to https://evil.example"},
		"a script of our own host":  {into(`<script src="/uploads/x.js"></script>`), "/uploads/x.js is not ours"},
		"a foreign module":          {into(`<link rel="modulepreload" href="//evil.example/x.js">`), "leads to http://evil.example"},
		"a handler":                 {into(`<img src="x" onerror="steal()">`), "img has the attribute onerror"},
		"a frame":                   {into(`<iframe src="https://evil.example"></iframe>`), "an element iframe"},
		"a base":                    {into(`<base href="https://evil.example">`), "an element base"},
		"a refresh":                 {into(`<meta http-equiv="refresh" content="0;url=https://evil.example">`), "http-equiv"},
		"a form":                    {into(`<form action="https://evil.example"></form>`), "a form leads to https://evil.example"},
		"a button":                  {into(`<button formaction="https://evil.example"></button>`), "a button leads to"},
		"a byte of a script":        {func() { s.script = "pay();" }, "/assets/main.js has another content"},
		"a script that is gone":     {func() { s.scriptStatus = http.StatusNotFound }, "/assets/main.js answers 404"},
		"a missing script":          {func() { s.page = strings.Replace(document, "<script>start()</script>", "", 1) }, "is missing"},
		"a weaker header":           {func() { s.policy = "script-src *" }, "the header Content-Security-Policy is not ours"},
		"a header that was removed": {func() { s.policy = "" }, "the header Content-Security-Policy is not ours"},
	} {
		*s = sound
		c.do()
		found, err := Differences(t.Context(), Client(), site, want)
		if text := strings.Join(found, "; "); err != nil || (c.says == "") != (len(found) == 0) || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, %v", change, text, err)
		}
	}
	s.status = http.StatusFound
	if found, err := Differences(t.Context(), Client(), site, want); err == nil {
		t.Errorf("a redirect: %v", found)
	}
}

// A script that cannot be read hides nothing of what was found.
func TestWhatWasFoundIsToldWithTheFailure(t *testing.T) {
	s, site, want := open(t)
	s.cut = true
	if found, err := Differences(t.Context(), Client(), site, want); err == nil || len(found) != 0 {
		t.Errorf("a script without an answer: %v, %v", found, err)
	}
	s.slipIn()
	found, err := Differences(t.Context(), Client(), site, want)
	if err == nil || len(found) != 1 || !strings.Contains(found[0], "is not ours") {
		t.Errorf("another one beside it: %v, %v", found, err)
	}
}

func TestAnIncompleteRoundCountsWithWhatItFound(t *testing.T) {
	s, site, want := open(t)
	var log bytes.Buffer
	w := &Watch{Client: Client(), Site: site, Want: want, Log: slog.New(slog.NewTextHandler(&log, nil))}
	round := func(what string, changed bool) {
		t.Helper()
		if err := w.Round(t.Context()); (err != nil) != s.cut || w.Changed() != changed {
			t.Errorf("%s: changed %v, %v", what, w.Changed(), err)
		}
	}
	s.cut = true
	round("nothing is known", false)
	s.slipIn()
	round("a script is slipped in", false)
	round("it is there again", true)
	s.page = document
	round("nothing is found, but not all is read", true)
	s.cut = false
	round("all is read", false)
	s.slipIn()
	round("a complete round", false)
	s.cut = true
	round("the same in an incomplete one", true)
	if n := strings.Count(log.String(), "level=ERROR"); n != 2 {
		t.Errorf("%d lines: %s", n, log.String())
	}
}

func TestAChangeCountsWhenItIsSeenTwice(t *testing.T) {
	s, site, want := open(t)
	var log bytes.Buffer
	w := &Watch{Client: Client(), Site: site, Want: want, Log: slog.New(slog.NewTextHandler(&log, nil))}
	round := func(changed bool, lines int) {
		t.Helper()
		if err := w.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(log.String(), "level=ERROR"); w.Changed() != changed || got != lines {
			t.Errorf("changed %v, %d lines: %s", w.Changed(), got, log.String())
		}
	}
	round(false, 0)
	s.script = "steal()"
	round(false, 0) // one may be another release's
	round(true, 1)
	round(true, 1)
	s.script = "steal(more)"
	s.policy = ""
	round(true, 1) // still not ours
	s.script, s.policy = "pay()", "script-src 'self'"
	round(false, 1)
	s.script = "steal()"
	round(false, 1)
	s.policy = "script-src *"
	round(true, 2) // one difference is the same
}
