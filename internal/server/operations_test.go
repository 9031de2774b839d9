package server_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// TestTheOperationsPageListsEveryMetricLoopAndBadRecord compares
// docs/operations.md with a running server: metrics in both directions, loops,
// components and kinds of bad records in one.
func TestTheOperationsPageListsEveryMetricLoopAndBadRecord(t *testing.T) {
	raw, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	s := start(t, func(c *server.Config) { c.Backups = server.Backups{Dir: t.TempDir(), Every: time.Hour, Keep: 3} })
	v := s.visitor(t)
	v.buy(v.juneUnits("CF101")[0], "full")
	s.Handle("GET /panic", panicking{})
	v.get("/panic")
	polltest.Until(t, "a round of every loop", func() bool {
		_, all := fetch(t, s.AdminURL()+"/metrics")
		return strings.Contains(all, `last_completed_timestamp_seconds{loop="backlog_probe"}`) && strings.Contains(all, "provider_request")
	})
	_, metrics := fetch(t, s.AdminURL()+"/metrics")
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
	for _, l := range readiness(t, s.AdminURL()).Loops {
		if !strings.Contains(page, "`"+l.Name+"`") {
			t.Errorf("the page lacks the loop %s", l.Name)
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
