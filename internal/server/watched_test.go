package server_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// watched is what is served at /metrics: the values of each label of each metric.
type watched map[string]map[string][]string

// readMetrics reads the text of /metrics.
func readMetrics(text string) watched {
	served := watched{"up": {}}
	label := regexp.MustCompile(`(\w+)="([^"]*)"`)
	for _, line := range regexp.MustCompile(`(?m)^(\w+)(?:\{(.*)\})? `).FindAllStringSubmatch(text, -1) {
		if served[line[1]] == nil {
			served[line[1]] = map[string][]string{}
		}
		for _, found := range label.FindAllStringSubmatch(line[2], -1) {
			served[line[1]][found[1]] = append(served[line[1]][found[1]], found[2])
		}
	}
	return served
}

// Labels that Prometheus adds to what a target serves, and values that only an accident or
// another setting brings about.
var (
	targetLabels = []string{"job", "instance", "site"}
	rare         = []string{"turned away", "unanswered", "failed", "402", "409", "mail", "mail_probe", "content_probe", "partner"}
)

var (
	metricName = regexp.MustCompile(`\b((?:holidaymaker|go|process|promhttp)[_:][\w:]+|up)\b(\{[^}]*\})?`)
	matcher    = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)
	grouping   = regexp.MustCompile(`\b(?:by|on|ignoring|group_left|without) \(([^)]*)\)`)
	notNames   = regexp.MustCompile(`"[^"]*"|\{[^}]*\}|\[[^\]]*\]`)
	word       = regexp.MustCompile(`[a-zA-Z_:][\w:]*`)
	language   = strings.Fields("sum max min count rate increase avg_over_time clamp_min absent time vector histogram_quantile and or unless by on group_left")
)

// check fails where an expression names a metric, a label or a value that is not served.
func (served watched) check(t *testing.T, where, expression string) {
	t.Helper()
	for _, found := range metricName.FindAllStringSubmatch(expression, -1) {
		labels, ok := served[found[1]]
		if !ok {
			t.Errorf("%s: nobody serves %s", where, found[1])
			continue
		}
		for _, m := range matcher.FindAllStringSubmatch(found[2], -1) {
			if values := labels[m[1]]; !slices.Contains(targetLabels, m[1]) && !matches(m[1], m[2], m[3], values) {
				t.Errorf("%s: %s has no %s%s%q, only %q", where, found[1], m[1], m[2], m[3], slices.Compact(slices.Sorted(slices.Values(values))))
			}
		}
	}
	for _, found := range grouping.FindAllStringSubmatch(expression, -1) {
		for name := range strings.FieldsFuncSeq(found[1], func(r rune) bool { return r == ',' || r == ' ' }) {
			if !slices.Contains(targetLabels, name) && !served.hasLabel(name) {
				t.Errorf("%s: no metric has the label %s", where, name)
			}
		}
	}
	rest := metricName.ReplaceAllString(grouping.ReplaceAllString(notNames.ReplaceAllString(expression, ""), ""), "")
	for _, found := range word.FindAllString(rest, -1) {
		if !slices.Contains(language, found) {
			t.Errorf("%s: %s is neither a metric of the server nor a function", where, found)
		}
	}
}

func (served watched) hasLabel(name string) bool {
	for _, labels := range served {
		if labels[name] != nil {
			return true
		}
	}
	return false
}

// matches reports whether each alternative of a label's matcher has been seen. Of the
// limits of buckets one is enough: the versions of Prometheus write them differently.
func matches(name, operator, value string, seen []string) bool {
	alternatives := []string{regexp.QuoteMeta(value)}
	if strings.HasSuffix(operator, "~") {
		alternatives = strings.Split(value, "|")
	}
	known := func(alternative string) bool {
		return slices.ContainsFunc(seen, regexp.MustCompile("^"+alternative+"$").MatchString) || slices.Contains(rare, alternative)
	}
	if name == "le" {
		return slices.ContainsFunc(alternatives, known)
	}
	return seen != nil && !slices.ContainsFunc(alternatives, func(a string) bool { return !known(a) })
}

// rule is a rule of Prometheus.
type rule struct {
	Record, Alert, Expr string
	Labels, Annotations map[string]string
}

// checkRules compares the rules with what is served, and the alerts with the runbook.
func checkRules(t *testing.T, served watched) {
	var file struct{ Groups []struct{ Rules []rule } }
	if err := yaml.Unmarshal(readFile(t, "deploy/prometheus/rules.yml"), &file); err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, found := range regexp.MustCompile(`(?m)^## (\w+)\n\n(\w+)\.`).FindAllStringSubmatch(string(readFile(t, "docs/runbook.md")), -1) {
		sections[found[1]] = strings.ToLower(found[2])
	}
	var all []rule
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	for _, r := range all {
		if r.Record != "" {
			served[r.Record] = map[string][]string{"objective": {"search", "hold", "pay"}}
		}
	}
	for _, r := range all {
		served.check(t, r.Record+r.Alert, r.Expr)
		if r.Alert == "" {
			continue
		}
		if r.Annotations["runbook_url"] != "docs/runbook.md#"+strings.ToLower(r.Alert) || r.Annotations["summary"] == "" {
			t.Errorf("%s: its annotations are %q", r.Alert, r.Annotations)
		}
		if sections[r.Alert] != r.Labels["severity"] {
			t.Errorf("the alert %s is a %q, its section in the runbook a %q", r.Alert, r.Labels["severity"], sections[r.Alert])
		}
		delete(sections, r.Alert)
	}
	for name := range sections {
		t.Errorf("the runbook has a section %s, which is no alert", name)
	}
	if len(all) < 30 {
		t.Errorf("only %d rules were read", len(all))
	}
}

// checkDashboard compares the queries of the dashboard with what is served, and has
// promtool read them.
func checkDashboard(t *testing.T, served watched) {
	var file struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(readFile(t, "deploy/grafana/holidaymaker.json"), &file); err != nil {
		t.Fatal(err)
	}
	var rules []map[string]string
	for _, panel := range file.Panels {
		for _, target := range panel.Targets {
			query := strings.NewReplacer("$__rate_interval", "5m", "$site", ".*", "$instance", ".*").Replace(target.Expr)
			served.check(t, panel.Title, query)
			rules = append(rules, map[string]string{"record": "query", "expr": query})
		}
	}
	if len(rules) < 30 {
		t.Errorf("only %d queries were read", len(rules))
	}
	promtool, err := filepath.Abs("../../bin/tools/promtool")
	if _, missing := os.Stat(promtool); err != nil || missing != nil {
		t.Skip("promtool is missing; install it with: make setup")
	}
	all := map[string]any{"groups": []any{map[string]any{"name": "queries", "rules": rules}}}
	text, err := yaml.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "queries.yml")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), promtool, "check", "rules", "--lint=none", name).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// readFile reads a file of the project.
func readFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
