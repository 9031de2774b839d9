package server_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestABrowserIsRedirectedToTheHostThatTheBankReturnsTo(t *testing.T) {
	s := site(t)
	alias := strings.Replace(s.URL(), "127.0.0.1", "localhost", 1)
	ask := func(mode string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, alias+"/results?nights=7", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Sec-Fetch-Mode", mode)
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	if a := ask("navigate"); a.StatusCode != http.StatusTemporaryRedirect || a.Header.Get("Location") != s.URL()+"/results?nights=7" {
		t.Errorf("a navigation is answered %d to %q", a.StatusCode, a.Header.Get("Location"))
	}
	if a := ask(""); a.StatusCode != http.StatusOK {
		t.Errorf("a client that does not navigate is answered %d", a.StatusCode)
	}
}
