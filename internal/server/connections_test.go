package server_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"holidaymaker/internal/polltest"
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
