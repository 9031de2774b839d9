package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// report is the JSON answer of /readyz?verbose on the administration address.
type report struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"` // why it is not ready
	// Version is the binary's version.
	Version    string         `json:"version"`
	At         time.Time      `json:"at"`
	Components []component    `json:"components"`
	Follower   follower       `json:"follower"`
	Loops      []loopState    `json:"loops"`
	Queues     []queueState   `json:"queues"`
	BadRecords map[string]int `json:"badRecords"`
	Records    []badRecord    `json:"records,omitempty"`
}

// component is a part of the server, or a service that it needs, with its
// state.
type component struct {
	Name  string `json:"name"`
	State string `json:"state"`
	// Since is when the failure began.
	Since  *time.Time `json:"since,omitempty"`
	Detail string     `json:"detail,omitempty"`
}

// States of components and loops.
const (
	stateOK          = "ok"
	stateFailing     = "failing"
	stateStale       = "stale"
	stateUnknown     = "unknown" // not looked at yet
	stateNotUsed     = "not used"
	stateReadOnly    = "read-only"
	stateUnreachable = "unreachable"
)

// follower says how up to date this node's memory is.
type follower struct {
	LastRead      *time.Time `json:"lastRead,omitempty"` // of the change log, to its end
	ChangesBehind int64      `json:"changesBehind"`
	LagSeconds    float64    `json:"lagSeconds"`
	IndexBuilt    *time.Time `json:"indexBuilt,omitempty"`
	BuildSeconds  float64    `json:"buildSeconds"`
	Building      bool       `json:"building"`
}

type loopState struct {
	Name          string     `json:"name"`
	State         string     `json:"state"`
	LastCompleted *time.Time `json:"lastCompleted,omitempty"`
	Failures      uint64     `json:"failures"`
	Detail        string     `json:"detail,omitempty"`
}

type queueState struct {
	Name          string  `json:"name"`
	Depth         int     `json:"depth"`
	OldestSeconds float64 `json:"oldestSeconds"`
}

type badRecord struct {
	Kind   string    `json:"kind"`
	ID     string    `json:"id"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// notReady returns why the server must get no visitors, or nil while it can
// answer searches. It only depends on the index in memory: while the database
// is unreachable, bookings are refused but searches are answered.
func (s *Server) notReady() error {
	if s.draining.Load() {
		return errShuttingDown
	}
	return s.inventory.Ready()
}

var errShuttingDown = errors.New("shutting down")

// ready answers /readyz: 200 while searches are answered, else 503 and the reason. It
// says no more to visitors.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	text, status := "ready", http.StatusOK
	if err := s.notReady(); err != nil {
		text, status = err.Error(), http.StatusServiceUnavailable
	}
	httpx.SendText(w, r, status, httpx.NoStore, text)
}

// readyForStaff answers /readyz on the administration address: with ?verbose the
// state of everything.
func (s *Server) readyForStaff() http.HandlerFunc {
	var verbose cachedReport
	return func(w http.ResponseWriter, r *http.Request) {
		if !r.URL.Query().Has("verbose") {
			s.ready(w, r)
			return
		}
		status := http.StatusOK
		if s.notReady() != nil {
			status = http.StatusServiceUnavailable
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = w.Write(verbose.get(s.report))
	}
}

// cachedReport caches a report for a second, so that many requests for it cause
// no work.
type cachedReport struct {
	mu     sync.Mutex
	madeAt time.Time
	body   []byte
}

func (c *cachedReport) get(make func() []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.madeAt) > time.Second {
		c.body, c.madeAt = make(), time.Now()
	}
	return c.body
}

// report builds the current report.
func (s *Server) report() []byte {
	now := time.Now()
	loops := s.loops.Status()
	answer := report{
		Reason: reason(s.notReady()), Version: s.config.Version, At: now.UTC().Truncate(time.Millisecond),
		Components: s.components(loops, now), Follower: s.following(), BadRecords: map[string]int{},
	}
	answer.Ready = answer.Reason == ""
	for _, status := range loops {
		state, _ := stateOf(status, now)
		answer.Loops = append(answer.Loops, loopState{status.Name, state, instant(status.Completed), status.Failures, reason(status.Err)})
	}
	for _, q := range s.queues() {
		answer.Queues = append(answer.Queues, queueState{q.name, q.depth, q.oldest.Seconds()})
	}
	for kind, count := range s.badRecords() {
		answer.BadRecords[string(kind)] = count
	}
	for _, record := range s.bad.Records() {
		answer.Records = append(answer.Records, badRecord{string(record.Kind), record.ID, record.Reason, record.Since.UTC()})
	}
	body, err := json.MarshalIndent(answer, "", "  ")
	if err != nil {
		s.log.Error("write the readiness report", "error", err)
	}
	return append(body, '\n')
}

// components returns the state of the server's parts and of the services that
// it needs.
func (s *Server) components(loops []loop.Status, now time.Time) []component {
	byName := map[string]loop.Status{}
	for _, status := range loops {
		byName[status.Name] = status
	}
	probed := func(name, probe string) component {
		status, ok := byName[probe]
		if !ok {
			return component{Name: name, State: stateNotUsed}
		}
		state, since := stateOf(status, now)
		return component{name, state, since, reason(status.Err)}
	}
	index := component{Name: "index", State: stateOK}
	if err := s.inventory.Ready(); err != nil {
		index.State, index.Detail = stateFailing, err.Error()
	}
	return []component{
		index, s.followerState(now), s.databaseState(probed("database", databaseProbe)), probed("mail", mailProbe),
		probed("card provider", cardProbe), probed("wallet", walletProbe), s.contentState(),
	}
}

// databaseState reports whether the database answers and accepts writes. With a
// full disk it answers but refuses writes.
func (s *Server) databaseState(probed component) component {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	health := s.store.Health()
	switch {
	case health.Down != nil:
		return component{probed.Name, stateUnreachable, instant(health.Since), health.Down.Error()}
	case health.Full != nil:
		return component{probed.Name, stateReadOnly, instant(health.FullSince), health.Full.Error()}
	case probed.State == stateFailing && s.health.reachable:
		probed.State = stateReadOnly
	case probed.State == stateFailing:
		probed.State = stateUnreachable
	}
	return probed
}

// followerStale is the age of the last read of the change log from which the
// node reports itself as stale: searches may then show what other nodes have
// sold.
const followerStale = 10 * time.Second

// followerState reports whether searches are up to date with the database.
func (s *Server) followerState(now time.Time) component {
	status := s.inventory.Status()
	state := component{Name: "follower", State: stateOK, Detail: reason(status.Err)}
	switch {
	case now.Sub(later(status.Followed, status.Built)) > followerStale:
		state.State, state.Since = stateStale, instant(status.Followed)
	case status.Err != nil:
		state.State = stateFailing
	}
	return state
}

// following returns how up to date this node's memory is.
func (s *Server) following() follower {
	status := s.inventory.Status()
	return follower{LastRead: instant(status.Followed), ChangesBehind: status.Behind, LagSeconds: status.Lag.Seconds(),
		IndexBuilt: instant(status.Built), BuildSeconds: status.Took.Seconds(), Building: status.Building}
}

// badRecords counts the records that are left out, including the jobs given up,
// which the database keeps.
func (s *Server) badRecords() map[badrecord.Kind]int {
	counts := s.bad.Counts()
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	givenUp := 0
	for _, status := range s.health.backlog.outbox {
		givenUp += status.GivenUp
	}
	counts[badrecord.OutboxJob] = max(counts[badrecord.OutboxJob], givenUp) // given up before the start, or on other nodes
	return counts
}

// stateOf returns the state of a loop and since when it has been failing.
func stateOf(status loop.Status, now time.Time) (state string, since *time.Time) {
	switch {
	case status.Err != nil:
		return stateFailing, instant(status.FailingAt)
	case status.Stale(now):
		return stateStale, instant(status.Completed)
	case status.Completed.IsZero():
		return stateUnknown, nil
	}
	return stateOK, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Millisecond)
	return &t
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
