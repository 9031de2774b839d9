package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/office"
	"holidaymaker/internal/server"
)

// placeholder replaces what is between braces in a pattern.
func placeholder(path string) string {
	for strings.Contains(path, "{") {
		from := strings.Index(path, "{")
		to := from + strings.Index(path[from:], "}")
		path = path[:from] + "x" + path[to+1:]
	}
	return path
}

// TestNoPathOfTheOfficeIsPublic walks both route tables: nothing of one answers on the other.
func TestNoPathOfTheOfficeIsPublic(t *testing.T) {
	s := start(t, func(c *server.Config) { c.OfficeAddr = "127.0.0.1:0" })
	ask := func(method, base, path string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Origin", base)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	routes := (&office.Office{}).Routes()
	for _, route := range routes {
		if status, _ := ask(route.Method, s.OfficeURL(), route.Path); !route.Open && status != http.StatusUnauthorized {
			t.Errorf("%s %s of the office answers nobody with %d", route.Method, route.Path, status)
		}
		for _, method := range []string{"GET", "POST"} {
			if status, body := ask(method, s.URL(), route.Path); status != http.StatusNotFound {
				t.Errorf("%s %s of the office answers visitors with %d %.100q", method, route.Path, status, body)
			}
		}
	}
	for _, pattern := range s.Patterns() {
		method, path, found := strings.Cut(pattern, " ")
		if !found {
			method, path = "GET", pattern
		}
		status, body := ask(method, s.OfficeURL(), placeholder(path))
		if status != http.StatusNotFound && status != http.StatusForbidden {
			t.Errorf("%s of the public site answers in the office with %d %.100q", pattern, status, body)
		}
	}
	if len(routes) < 2 || len(s.Patterns()) < 40 {
		t.Errorf("the tables have %d and %d routes", len(routes), len(s.Patterns()))
	}
}
