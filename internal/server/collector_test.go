package server

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What cannot be collected must not hide the other metrics.
func TestAPanicInTheCollectionOfMetricsLeavesTheOthers(t *testing.T) {
	var lines strings.Builder
	s := &Server{metrics: newMetrics(), log: slog.New(slog.NewTextHandler(&lines, nil))} // without a store: collecting panics
	s.metrics.registry.MustRegister(collector{s})
	answer := httptest.NewRecorder()
	s.metricsHandler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.Code != http.StatusOK || !strings.Contains(string(body), "\ngo_goroutines ") {
		t.Errorf("%d, %v: %s", answer.Code, err, body)
	}
	answer = httptest.NewRecorder()
	s.metricsHandler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	const failures = `promhttp_metric_handler_errors_total{cause="gathering"} 1`
	if !strings.Contains(answer.Body.String(), failures) || !strings.Contains(lines.String(), "level=ERROR") {
		t.Errorf("nothing says that metrics are missing: log %q, metrics %s", &lines, answer.Body)
	}
}
