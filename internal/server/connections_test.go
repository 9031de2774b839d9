package server_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// TestConnectionsOfVisitorsAreBounded has visitors keep their connections.
func TestConnectionsOfVisitorsAreBounded(t *testing.T) {
	s := start(t, func(c *server.Config) { c.MaxConnections = 2 })
	for range 4 {
		keeping := &http.Client{Transport: &http.Transport{}}
		t.Cleanup(keeping.CloseIdleConnections)
		polltest.Until(t, "an answer", func() bool { // at once, or when the server has seen that another is idle
			response, err := keeping.Get(s.URL() + "/healthz")
			if err != nil {
				return false
			}
			_, err = io.Copy(io.Discard, response.Body)
			return errors.Join(err, response.Body.Close()) == nil && response.StatusCode == http.StatusOK
		})
	}
	if now, evicted := s.metric(t, "holidaymaker_http_connections"), s.metric(t, "holidaymaker_http_connections_evicted_total"); now != "2" || evicted != "2" {
		t.Errorf("%s open, %s evicted", now, evicted)
	}
}

// net/http answers such a request itself; a client of Go cannot even make one.
func TestAnAddressThatCannotBeReadHasTheBrandsPage(t *testing.T) {
	s := site(t)
	for _, address := range []string{"/blog/100%-off", "/%zz", "/a%"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, "GET "+address+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusNotFound || !strings.Contains(string(page), "<title>Page not found | ") ||
			answer.Header.Get("X-Content-Type-Options") == "" || !answer.Close {
			t.Errorf("%s: %v %s %v %.300s", address, err, answer.Status, answer.Header, page)
		}
	}
}
