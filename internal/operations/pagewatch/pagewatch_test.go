package pagewatch

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const document = `<!doctype html><html><head><link rel="modulepreload" href="/assets/main.js"><script>start()</script></head>
<body><script type="application/json">{"a":1}</script><form action="/api/x"></form></body></html>`

// shop is a site whose payment page somebody changes.
type shop struct {
	page, script, policy string
	status               int
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", s.policy)
	if s.status != 0 {
		w.WriteHeader(s.status)
	}
	text := s.script
	if r.URL.Path == Path {
		text = s.page
	}
	_, _ = w.Write([]byte(text))
}

func open(t *testing.T) (*shop, string, Page) {
	s := &shop{page: document, script: "pay()", policy: "script-src 'self'"}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL, Page{
		Headers: http.Header{"Content-Security-Policy": {"script-src 'self'"}},
		Inline:  []string{hashOf([]byte("start()"))}, Files: map[string]string{"/assets/main.js": hashOf([]byte("pay()"))},
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
	round(true, 2)
}
