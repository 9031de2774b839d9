package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// counted returns how many requests the metrics show for an operation and
// status.
func (r *running) counted(t testing.TB, operation, status string) string {
	t.Helper()
	return r.metric(t, `holidaymaker_http_request_duration_seconds_count{operation="`+operation+`",status="`+status+`"}`)
}

func TestEveryRequestIsCounted(t *testing.T) {
	const notifications = "/api/notified-Zk3vQ9xT7bLm2Rw8"
	s := start(t, func(c *server.Config) { c.NotificationPath = notifications })
	v := s.visitor(t)
	for _, c := range []struct{ method, path, operation, status string }{
		{"GET", "/api/filters", "filters", "200"},
		{"DELETE", "/api/filters", "filters", "405"},
		{"GET", "/api/nothing", "unknown call", "404"},
		{"GET", "/api/docs", "docs", "200"},
		{"GET", "/api/openapi.json", "openapi json", "200"},
		{"GET", "/api/maintenance-pass", "maintenance-pass", "404"},
		{"POST", "/api/threedsreturn", "threedsreturn", "200"},
		{"POST", notifications, "notification", "200"},
		{"GET", "/healthz", "healthz", "200"},
		{"GET", "/readyz", "readyz", "200"},
		{"GET", "/", "page", "200"},
		{"POST", "/", "page", "405"},
		{"GET", "/images/regions/1.svg", "picture", "404"},
		{"GET", "/cms/wp/v2/pages/1904", "content", "200"},
		{"GET", "/content-pictures/x", "content picture", "404"},
		{"GET", "/assets/nothing.js", "asset", "404"},
		{"POST", "/healthz", "page", "405"},
	} {
		got := v.do(c.method, c.path, nil, "")
		what := fmt.Sprintf("%s %s, answered %d, counted as %s, %s", c.method, c.path, got.status, c.operation, c.status)
		polltest.Until(t, what, func() bool { return s.counted(t, c.operation, c.status) != "" })
	}
	_, all := fetch(t, s.AdminURL()+"/metrics")
	if strings.Contains(all, "Zk3vQ9") {
		t.Error("the secret path is in the metrics")
	}
}

func TestAnAbortedRequestIsNotCountedAsAnswered(t *testing.T) {
	s := start(t)
	begun := make(chan struct{})
	s.Handle("GET /slow", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
	}))
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/slow", nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() { <-begun; cancel() }()
	if response, err := http.DefaultClient.Do(request); err == nil {
		response.Body.Close()
		t.Fatal("it was answered")
	}
	polltest.Until(t, "the aborted request counted as 499", func() bool { return s.counted(t, "slow", "499") == "1" })
	if n := s.counted(t, "slow", "200"); n != "" {
		t.Errorf("%s counted as 200", n)
	}
}

func TestMetricsCoverLoopsQueuesPoolsAndTheBuild(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Version = "1.2.3" })
	v := s.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	present := func(name string) func() bool {
		return func() bool {
			_, all := fetch(t, s.AdminURL()+"/metrics")
			return strings.Contains(all, "\n"+name)
		}
	}
	for _, name := range []string{
		`holidaymaker_build_info{database="sqlite",`, `holidaymaker_ready 1`, `holidaymaker_nodes 1`,
		`holidaymaker_loop_last_completed_timestamp_seconds{loop="follower"}`, `holidaymaker_loop_errors_total{loop="outbox"} 0`,
		`holidaymaker_loop_rounds_total{loop="reconcile"}`, `holidaymaker_loop_last_round_duration_seconds{loop="hold_sweep"}`,
		`holidaymaker_loop_failing{loop="retention"} 0`, `holidaymaker_retention_erased_total{kind="booking_details"} 0`, `holidaymaker_component_up{component="database"} 1`,
		`holidaymaker_component_up{component="card_provider"} 1`,
		`holidaymaker_queue_depth{queue="overdue_holds"} 0`, `holidaymaker_queue_depth{queue="outbox.payment.capture"}`,
		`holidaymaker_queue_oldest_age_seconds{queue="unknown_payments"} 0`, `holidaymaker_queue_depth{queue="pending_payments"} 0`,
		`holidaymaker_provider_request_duration_seconds_count{outcome="ok",provider="partner"}`, `holidaymaker_queue_depth{queue="reservations"} 0`, `holidaymaker_reservations{status="refused"} 0`,
		`holidaymaker_calendars{status="stopped"} 0`, `holidaymaker_calendars_not_understood 0`, `holidaymaker_calendar_overlaps 0`,
		`holidaymaker_payments_unknown 0`, `holidaymaker_payments_stuck 0`,
		`holidaymaker_outbox_jobs_given_up{kind="payment.refund"} 0`, `holidaymaker_follower_lag_seconds`, `holidaymaker_follower_lag_changes`,
		`holidaymaker_follower_last_read_timestamp_seconds`, `holidaymaker_index_build_duration_seconds`,
		`holidaymaker_calls_shed_total{kind="pages"} 0`, `holidaymaker_calls_shed_total{kind="pictures"} 0`,
		`holidaymaker_db_log_bytes`, `holidaymaker_bad_records{kind="price_table"} 0`, `holidaymaker_db_connections{pool="write",state="max"} 1`,
		`holidaymaker_db_connection_waits_total{pool="read"}`, `holidaymaker_db_transaction_duration_seconds_count{kind="view",outcome="ok"}`,
		`holidaymaker_provider_request_duration_seconds_count{outcome="ok",provider="card"}`, `holidaymaker_http_requests_in_flight`, `go_goroutines`,
	} {
		polltest.Until(t, "the metric "+name, present(name))
	}
}

func TestLimitedRequestsAreCounted(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	for range 11 {
		v.get("/api/newsletter", "email", "a@mail.example", "fname", "A")
	}
	polltest.Until(t, "one limited request counted", func() bool { return s.counted(t, "newsletter", "429") == "1" })
}

func TestProfilesAreForOperatorsOnly(t *testing.T) {
	s := start(t)
	if code, _ := fetch(t, s.AdminURL()+"/debug/pprof/goroutine?debug=1"); code != 200 {
		t.Errorf("operators: %d", code)
	}
	if got := s.visitor(t).get("/debug/pprof/"); got.status == 200 && strings.Contains(string(got.body), "goroutine") {
		t.Error("visitors read profiles")
	}
}
