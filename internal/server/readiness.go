package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

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

// ready answers /readyz: 200 while searches are answered, else 503 and the reason. With
// ?bookings it answers 200 only while bookings are taken too. It says no more to visitors.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	text, status := "ready", http.StatusOK
	if err := s.notReady(); err != nil {
		text, status = err.Error(), http.StatusServiceUnavailable
	} else if r.URL.Query().Has("bookings") {
		if state := s.databaseState(loopsByName(s.loops.Status()), time.Now()).State; state != doctor.StateOK {
			text, status = "no bookings: "+state, http.StatusServiceUnavailable
		}
	}
	httpx.SendText(w, r, status, httpx.NoStore, text)
}

// readyForStaff answers /readyz on the administration address: with ?verbose the
// state of everything.
func (s *Server) readyForStaff(w http.ResponseWriter, r *http.Request) {
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
	_, _ = w.Write(s.report())
}

// report builds the current report.
func (s *Server) report() []byte {
	now := time.Now()
	loops := s.loops.Status()
	answer := doctor.NodeReport{
		Reason: reason(s.notReady()), Version: s.config.Version, At: now.UTC().Truncate(time.Millisecond),
		Components: s.components(loops, now), Follower: s.following(), BadRecords: map[string]int{},
	}
	answer.Ready = answer.Reason == ""
	for _, status := range loops {
		state, _ := stateOf(status, now)
		answer.Loops = append(answer.Loops, doctor.NodeLoop{Name: status.Name, State: state, LastCompleted: instant(status.Completed), Failures: status.Failures, Detail: reason(status.Err)})
	}
	for _, q := range s.queues() {
		answer.Queues = append(answer.Queues, doctor.NodeQueue{Name: q.name, Depth: q.depth, OldestSeconds: q.oldest.Seconds()})
	}
	for kind, count := range s.badRecords() {
		answer.BadRecords[string(kind)] = count
	}
	for _, record := range s.bad.Records() {
		answer.Records = append(answer.Records, doctor.LeftOut{Kind: string(record.Kind), ID: record.ID, Reason: record.Reason, Since: record.Since.UTC()})
	}
	body, err := json.MarshalIndent(answer, "", "  ")
	if err != nil {
		s.log.Error("write the readiness report", "error", err)
	}
	return append(body, '\n')
}

// components returns the state of the server's parts and of the services that
// it needs.
func (s *Server) components(loops []loop.Status, now time.Time) []doctor.NodeComponent {
	byName := loopsByName(loops)
	index := doctor.NodeComponent{Name: "index", State: doctor.StateOK}
	if err := s.inventory.Ready(); err != nil {
		index.State, index.Detail = doctor.StateFailing, err.Error()
	}
	return []doctor.NodeComponent{
		index, s.followerState(now), s.databaseState(byName, now), probed(byName, "mail", mailProbe, now),
		probed(byName, "card provider", cardProbe, now), probed(byName, "wallet", walletProbe, now), s.contentState(), s.journalState(),
	}
}

func loopsByName(loops []loop.Status) map[string]loop.Status {
	byName := make(map[string]loop.Status, len(loops))
	for _, status := range loops {
		byName[status.Name] = status
	}
	return byName
}

// probed returns the state of a component that a loop probes.
func probed(loops map[string]loop.Status, name, probe string, now time.Time) doctor.NodeComponent {
	status, ok := loops[probe]
	if !ok {
		return doctor.NodeComponent{Name: name, State: doctor.StateNotUsed}
	}
	state, since := stateOf(status, now)
	return doctor.NodeComponent{Name: name, State: state, Since: since, Detail: reason(status.Err)}
}

// databaseState reports whether the database answers and accepts writes. With a
// full disk it answers but refuses writes.
func (s *Server) databaseState(loops map[string]loop.Status, now time.Time) doctor.NodeComponent {
	probed := probed(loops, "database", databaseProbe, now)
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	health := s.store.Health()
	switch {
	case health.Down != nil:
		return doctor.NodeComponent{Name: probed.Name, State: doctor.StateUnreachable, Since: instant(health.Since), Detail: health.Down.Error()}
	case health.Full != nil:
		return doctor.NodeComponent{Name: probed.Name, State: doctor.StateReadOnly, Since: instant(health.FullSince), Detail: health.Full.Error()}
	case probed.State == doctor.StateFailing && s.health.reachable:
		probed.State = doctor.StateReadOnly
	case probed.State == doctor.StateFailing:
		probed.State = doctor.StateUnreachable
	}
	return probed
}

// followerStale is the age of the last read of the change log from which the
// node reports itself as stale: searches may then show what other nodes have
// sold.
const followerStale = 10 * time.Second

// followerState reports whether searches are up to date with the database.
func (s *Server) followerState(now time.Time) doctor.NodeComponent {
	status := s.inventory.Status()
	state := doctor.NodeComponent{Name: "follower", State: doctor.StateOK, Detail: reason(status.Err)}
	switch {
	case now.Sub(later(status.Followed, status.Built)) > followerStale:
		state.State, state.Since = doctor.StateStale, instant(status.Followed)
	case status.Err != nil:
		state.State = doctor.StateFailing
	}
	return state
}

// following returns how up to date this node's memory is.
func (s *Server) following() doctor.NodeFollower {
	status := s.inventory.Status()
	return doctor.NodeFollower{LastRead: instant(status.Followed), ChangesBehind: status.Behind, LagSeconds: status.Lag.Seconds(),
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
		return doctor.StateFailing, instant(status.FailingAt)
	case status.Stale(now):
		return doctor.StateStale, instant(status.Completed)
	case status.Completed.IsZero():
		return doctor.StateUnknown, nil
	}
	return doctor.StateOK, nil
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
