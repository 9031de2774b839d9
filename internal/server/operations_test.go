package server_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// TestWhatIsWatchedIsServed compares with a running server what staff and Prometheus
// know of it: docs/operations.md, the alerts, their runbook and the dashboard.
func TestWhatIsWatchedIsServed(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Backups = server.Backups{Dir: t.TempDir(), Every: time.Hour, Keep: 3} })
	v := s.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	s.Handle("GET /panic", panicking{})
	v.get("/panic")
	for _, path := range []string{"/", "/api/search", "/api/searchresults", "/api/parkresults", "/api/book", "/api/getextras",
		"/api/getdeposit", "/api/devicedata", "/api/paypal/return"} {
		v.get(path)
	}
	for _, call := range []string{"setextras", "setuserdetails", "setpartydetails", "setdiscount", "threedsreturn"} {
		v.post("/api/" + call)
	}
	polltest.Until(t, "a round of every loop", func() bool {
		_, all := fetch(t, s.AdminURL()+"/metrics")
		return strings.Contains(all, `last_completed_timestamp_seconds{loop="backlog_probe"}`) && strings.Contains(all, "provider_request")
	})
	_, metrics := fetch(t, s.AdminURL()+"/metrics")
	// Only a server with a certificate serves it: certificate_test.go.
	metrics += "\n# TYPE holidaymaker_tls_certificate_expiry_timestamp_seconds gauge\nholidaymaker_tls_certificate_expiry_timestamp_seconds 0\n"
	var loops []string
	for _, l := range readiness(t, s.AdminURL()).Loops {
		loops = append(loops, l.Name)
	}
	t.Run("by the operations page", func(t *testing.T) { checkOperationsPage(t, metrics, loops) })
	served := readMetrics(metrics)
	t.Run("by the alerts and the runbook", func(t *testing.T) { checkRules(t, served) })
	t.Run("by the dashboard", func(t *testing.T) { checkDashboard(t, served) })
}

// checkOperationsPage compares docs/operations.md with what is served: metrics in both
// directions, loops, components and kinds of bad records in one.
func checkOperationsPage(t *testing.T, metrics string, loops []string) {
	page := string(readFile(t, "docs/operations.md"))
	served := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^# TYPE (holidaymaker_\w+)`).FindAllStringSubmatch(metrics, -1) {
		served[found[1]] = true
		if !strings.Contains(page, "`"+found[1]+"`") {
			t.Errorf("the page lacks the metric %s", found[1])
		}
	}
	for _, found := range regexp.MustCompile("holidaymaker_[a-z_]+").FindAllString(page, -1) {
		if !served[found] && !served[strings.TrimSuffix(found, "_count")] {
			t.Errorf("the page describes the metric %s, which is not served", found)
		}
	}
	for _, name := range loops {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page lacks the loop %s", name)
		}
	}
	for _, kind := range badrecord.Kinds {
		if !strings.Contains(page, "\n| `"+string(kind)+"` |") {
			t.Errorf("the page lacks the kind of bad record %s", kind)
		}
	}
	up := page[strings.Index(page, "`holidaymaker_component_up`"):]
	up = up[:strings.Index(up, "\n")]
	components := regexp.MustCompile(`holidaymaker_component_up\{component="(\w+)"`).FindAllStringSubmatch(metrics, -1)
	if len(components) == 0 {
		t.Error("no component is served")
	}
	for _, found := range components {
		if !strings.Contains(up, found[1]) {
			t.Errorf("the page lacks the component %s", found[1])
		}
	}
}

// panicking is a handler that panics.
type panicking struct{}

func (panicking) ServeHTTP(http.ResponseWriter, *http.Request) { panic("a fault of ours") }
