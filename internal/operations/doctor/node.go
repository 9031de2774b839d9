package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// NodeReport is the answer of a node's /readyz?verbose on the administration address.
type NodeReport struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"` // why it is not ready
	// Version is the binary's version.
	Version    string          `json:"version"`
	At         time.Time       `json:"at"`
	Components []NodeComponent `json:"components"`
	Follower   NodeFollower    `json:"follower"`
	Loops      []NodeLoop      `json:"loops"`
	Queues     []NodeQueue     `json:"queues"`
	BadRecords map[string]int  `json:"badRecords"` // by kind, also those that are not listed
	Records    []LeftOut       `json:"records,omitempty"`
}

// NodeComponent is a part of the server, or a service that it needs, with its
// state.
type NodeComponent struct {
	Name  string `json:"name"`
	State string `json:"state"`
	// Since is when the failure began.
	Since  *time.Time `json:"since,omitempty"`
	Detail string     `json:"detail,omitempty"`
}

// States of components and loops.
const (
	StateOK          = "ok"
	StateFailing     = "failing"
	StateStale       = "stale"
	StateUnknown     = "unknown" // not looked at yet
	StateNotUsed     = "not used"
	StateReadOnly    = "read-only"
	StateUnreachable = "unreachable"
)

// NodeFollower says how up to date a node's memory is.
type NodeFollower struct {
	LastRead      *time.Time `json:"lastRead,omitempty"` // of the change log, to its end
	ChangesBehind int64      `json:"changesBehind"`
	LagSeconds    float64    `json:"lagSeconds"`
	IndexBuilt    *time.Time `json:"indexBuilt,omitempty"`
	BuildSeconds  float64    `json:"buildSeconds"`
	Building      bool       `json:"building"`
}

// NodeLoop is the state of a node's loop.
type NodeLoop struct {
	Name          string     `json:"name"`
	State         string     `json:"state"`
	LastCompleted *time.Time `json:"lastCompleted,omitempty"`
	Failures      uint64     `json:"failures"`
	Detail        string     `json:"detail,omitempty"`
}

// NodeQueue is work that waits in the database.
type NodeQueue struct {
	Name          string  `json:"name"`
	Depth         int     `json:"depth"`
	OldestSeconds float64 `json:"oldestSeconds"`
}

// Limits of the request to a node. A report with 1,000 bad records of every kind has some
// 10 MB.
const (
	nodeTimeout = 10 * time.Second
	maxReport   = 32 << 20
)

// node checks a running node, by its address for staff.
func (r *Report) node(ctx context.Context, admin string) {
	report, err := askNode(ctx, admin)
	if err != nil {
		r.add("node", false, err.Error())
		return
	}
	if report.Ready {
		r.add("node", true, "answers searches, version "+report.Version)
	} else {
		r.add("node", false, "answers no searches: "+report.Reason)
	}
	var failing []string
	for _, c := range report.Components {
		if c.State != StateOK && c.State != StateNotUsed && c.State != StateUnknown {
			failing = append(failing, strings.TrimSpace(c.Name+" is "+c.State+" "+c.Detail))
		}
	}
	r.list("components", failing, len(report.Components), "in order")
	failing = nil
	for _, l := range report.Loops {
		if l.State != StateOK && l.State != StateUnknown {
			last := "never completed a round"
			if l.LastCompleted != nil {
				last = "last completed a round at " + l.LastCompleted.UTC().Format(time.RFC3339)
			}
			failing = append(failing, strings.TrimSpace(fmt.Sprintf("%s is %s, %s %s", l.Name, l.State, last, l.Detail)))
		}
	}
	r.list("loops", failing, len(report.Loops), "complete their rounds")
	const maxLag = 10 // seconds
	r.add("follower", report.Follower.LagSeconds < maxLag, fmt.Sprintf("%d changes and %.1f s behind the database", report.Follower.ChangesBehind, report.Follower.LagSeconds))
	if len(report.Records) > 0 {
		r.records("node's records", "are left out by the node", report.Records, report.BadRecords)
	}
}

// list adds a finding about several things, some of which may fail.
func (r *Report) list(check string, failing []string, all int, fine string) {
	if len(failing) == 0 {
		r.add(check, true, fmt.Sprintf("all %d %s", all, fine))
		return
	}
	r.add(check, false, fmt.Sprintf("%d of %d fail", len(failing), all), failing...)
}

func askNode(ctx context.Context, admin string) (report NodeReport, err error) {
	if !strings.Contains(admin, "://") {
		admin = "http://" + admin
	}
	ctx, cancel := context.WithTimeout(ctx, nodeTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(admin, "/")+"/readyz?verbose", nil)
	if err != nil {
		return report, fmt.Errorf("ask the node: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return report, fmt.Errorf("ask the node: %w", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(io.LimitReader(response.Body, maxReport)).Decode(&report); err != nil {
		return report, fmt.Errorf("ask the node: %s is not an address for administration (status %d): use the node's --metrics-addr", admin, response.StatusCode)
	}
	return report, nil
}
