package server_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/server"
)

func TestSettingsThatWillNotWorkAreWarnedOf(t *testing.T) {
	smtp := &mail.SMTP{Host: "mail.example"}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for name, c := range map[string]struct {
		config server.Config
		base   string
		want   []string // words of each warning
	}{
		"live behind a proxy": {server.Config{SMTP: smtp, BaseURL: "https://holidays.example", TrustedProxies: proxies}, "https://holidays.example", nil},
		"live without mail":   {server.Config{BaseURL: "https://holidays.example", TrustedProxies: proxies}, "", []string{"HOLIDAYMAKER_SMTP_HOST"}},
		"live at home":        {server.Config{SMTP: smtp, Addr: "127.0.0.1:8080"}, "http://127.0.0.1:8080", []string{"--base-url"}},
		"no trusted proxy":    {server.Config{SMTP: smtp, BaseURL: "https://holidays.example"}, "", []string{"--trusted-proxies"}},
		"demo on localhost":   {server.Config{Demo: true, Addr: "127.0.0.1:8080"}, "http://127.0.0.1:8080", nil},
		"demo on IPv6":        {server.Config{Demo: true, Addr: "[::1]:8080"}, "http://[::1]:8080", nil},
		"demo on a LAN name":  {server.Config{Demo: true, BaseURL: "http://devbox:8080", TrustedProxies: proxies}, "", []string{"cookie"}},
		"demo on all":         {server.Config{Demo: true, Addr: "0.0.0.0:8080"}, "http://127.0.0.1:8080", []string{"cookie"}},
		"demo on a number":    {server.Config{Demo: true, Addr: "192.168.1.7:8080"}, "http://192.168.1.7:8080", []string{"cookie"}},
		"demo on all by TLS":  {server.Config{Demo: true, Addr: ":8443", TLSSelfSigned: true}, "https://127.0.0.1:8443", nil},
	} {
		c.config.Clock = func() time.Time { return time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC) }
		got := c.config.Warnings(c.base)
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q lacks %q", name, got[i], want)
			}
		}
	}
}

func TestAnEmptyDatabaseIsWarnedOf(t *testing.T) {
	dir := t.TempDir()
	warned := func() string {
		s, err := launch(dir, sandbox)
		if err != nil {
			t.Fatal(err)
		}
		defer s.stop()
		return strings.Join(s.Warnings(), "\n")
	}
	if got := warned(); !strings.Contains(got, "holidaymaker import catalogue --data '"+dir+"' FILE") {
		t.Errorf("an empty database: %q", got)
	}
	importSample(t, dir, date.In(testclock.Now()))
	if got := warned(); strings.Contains(got, "Nothing is for sale") {
		t.Errorf("with a catalogue: %q", got)
	}
}
