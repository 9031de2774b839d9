package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// The bars (issue 25). Detecting a dead primary takes the lease of Patroni's leader, which
// deploy/patroni/patroni.yml sets.
const (
	lease      = 20 * time.Second
	afterLease = 10 * time.Second
	afterWrite = 2 * time.Second
	// While nodes are restarted and upgraded, this share of a row's calls may fail, and
	// bookings for this time: a node crashes in the upgrade.
	plannedErrors = 0.01
	plannedFails  = 2 * time.Second
	// The short form has no dead primary, and runs on machines that do other work.
	shortFails = 20 * time.Second
)

// eventSlow is a bad line: the database takes writes all the time, but slowly.
const eventSlow = "slow-lossy"

// The events that people plan.
const (
	eventRestart  = "restart-nodes"
	eventUpgrade  = "upgrade"
	eventGoBack   = "go-back"
	eventContract = "contract"
)

// kind is what is wrong with a booking.
type kind string

const (
	lost     kind = "lost"     // what a visitor was told, or has paid, is not in the books
	doubled  kind = "doubled"  // a visitor paid twice
	oversold kind = "oversold" // more was sold than there was
)

// finding is a contradiction between what visitors were told and the books.
type finding struct {
	kind  kind
	event string
	text  string
}

// row is a row of the table.
type row struct {
	event              string
	searches, bookings time.Duration // while they failed
	back               time.Duration // bookings after writesAgain or, after a bad line, eventEnds; negative: there was none
	calls, errors      int           // of visitors, as far as the history has them; how many failed
	count              map[kind]int
	missed             []string // bars
}

// judge compares what visitors were told with the books at the end.
func judge(calls []call, moments []moment, end books) ([]row, []finding) {
	findings := examine(calls, end)
	var rows []row
	for i, m := range moments {
		if m.What != eventBegins {
			continue
		}
		until := int64(1<<63 - 1)
		for _, later := range moments[i+1:] {
			if later.What == eventBegins {
				until = later.T
				break
			}
		}
		rows = append(rows, rowOf(m, until, calls, moments, findings, end.Short))
	}
	return rows, findings
}

// rowOf is the row of an event, which lasts until the next one begins.
func rowOf(begin moment, until int64, calls []call, moments []moment, findings []finding, short bool) row {
	r := row{event: begin.Event, back: -1, count: map[kind]int{}}
	during := slices.DeleteFunc(slices.Clone(calls), func(c call) bool { return c.T < begin.T || c.T >= until })
	for _, c := range during {
		if c.Call == probeSearch || c.Call == probeHold {
			continue
		}
		r.calls++
		if c.failed() {
			r.errors++
		}
	}
	var lasted int64
	r.searches, _ = failing(during, probeSearch, seekEvery)
	r.bookings, lasted = failing(during, probeHold, holdEvery)
	for _, m := range moments {
		if m.T < begin.T || m.T >= until {
			continue
		}
		again := writesAgain
		if r.event == eventSlow {
			again = eventEnds // on the bad line a write now and then proves nothing
		}
		switch m.What {
		case again:
			r.back = max(0, milliseconds(lasted-m.T))
		case notHealed:
			r.missed = append(r.missed, "did not heal: "+m.Note)
		}
	}
	for _, f := range findings {
		if f.event == r.event {
			r.count[f.kind]++
		}
	}
	r.hold(short)
	return r
}

// hold holds the row against the bars. The short form has one of its own for how long
// bookings may fail.
func (r *row) hold(short bool) {
	miss := func(is bool, text string) {
		if is {
			r.missed = append(r.missed, text)
		}
	}
	miss(r.searches > 0, "searches failed")
	for _, k := range []kind{lost, doubled, oversold} {
		miss(r.count[k] > 0, string(k))
	}
	if short {
		miss(r.bookings > shortFails, "bookings failed too long")
		return
	}
	miss(r.back > afterWrite, "bookings back late")
	if slices.Contains([]string{eventRestart, eventUpgrade, eventGoBack, eventContract}, r.event) {
		miss(r.bookings > plannedFails, "bookings failed too long")
		miss(float64(r.errors) > plannedErrors*float64(r.calls), "too many errors")
	}
	miss(r.event == "kill-primary" && r.bookings > lease+afterLease, "failover too slow")
}

// unanswered is how long no probe may get an answer before that counts as a failure.
const unanswered = 2 * time.Second

// failing returns for how long a probe failed, and when it last did (Unix ms). It fails
// from a call that fails until the next one begins, and from an answer until the next one
// where that takes too long.
func failing(calls []call, probe string, every time.Duration) (sum time.Duration, last int64) {
	type span struct{ from, to int64 }
	var spans []span
	answered := int64(0)
	for _, c := range calls { // in the order of their answers
		switch begin := c.T - c.Took; {
		case c.Call != probe:
		case c.failed():
			spans = append(spans, span{begin, max(c.T, begin+every.Milliseconds())})
		default:
			if answered > 0 && c.T-answered > unanswered.Milliseconds() {
				spans = append(spans, span{answered + every.Milliseconds(), c.T})
			}
			answered = c.T
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.from - b.from) })
	for _, s := range spans {
		if s.to > last {
			sum += milliseconds(s.to - max(s.from, last))
			last = s.to
		}
	}
	return sum, last
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// examine finds what contradicts the books.
func examine(calls []call, end books) []finding {
	x := examination{told: map[string]call{}, books: map[string]booked{}}
	for _, b := range end.Bookings {
		x.books[b.Ref] = b
	}
	if len(calls) > 0 {
		x.last = calls[len(calls)-1].Event
	}
	for _, c := range calls {
		x.call(c)
	}
	x.money(end)
	x.stock(end)
	return x.findings
}

// examination collects findings.
type examination struct {
	told     map[string]call // by reference: what its visitor was told last
	books    map[string]booked
	last     string // event
	findings []finding
}

// found adds a finding about a booking, in the event in which its visitor was last told
// something, or in the last one.
func (x *examination) found(k kind, ref, format string, args ...any) {
	event := x.told[ref].Event
	if event == "" {
		event = x.last
	}
	x.findings = append(x.findings, finding{k, event, "booking " + ref + ": " + fmt.Sprintf(format, args...)})
}

// call examines one answer. What was told before it is known.
func (x *examination) call(c call) {
	before := x.told[c.Ref]
	switch c.Told {
	case toldPaid:
		if before.Told != toldPaid {
			x.told[c.Ref] = c
		}
		if b, ok := x.books[c.Ref]; !ok || b.State != string(booking.Confirmed) {
			x.found(lost, c.Ref, "its visitor was told 'paid', and it is %q in the database", b.State)
		}
	case toldHeld, toldRefused, toldUnknown:
		if before.Told != toldPaid {
			x.told[c.Ref] = c
		}
	case toldNotFound:
		if before.Told == toldPaid {
			x.found(lost, c.Ref, "paid, and its visitor could not find it")
		}
	case toldFound: // as it should be
	}
}

// money compares the provider's orders with the ledger.
func (x *examination) money(end books) {
	refs := map[string]string{}
	for _, a := range end.Attempts {
		refs[a.Order] = a.Ref
	}
	has, orders := map[string]int64{}, map[string]int{}
	for _, o := range end.Orders {
		ref, known := refs[o.Code]
		switch {
		case o.Has == 0:
		case !known:
			x.found(lost, "of order "+o.Code, "the provider has £%d.%02d, and the database does not know why", o.Has/100, o.Has%100)
		default:
			has[ref] += o.Has
			orders[ref]++
		}
	}
	for ref, b := range x.books {
		switch {
		case orders[ref] > 1:
			x.found(doubled, ref, "the provider has taken %d payments", orders[ref])
		case has[ref] != b.Paid:
			x.found(lost, ref, "the provider has %d pence, the ledger %d", has[ref], b.Paid)
		case has[ref] > 0 && x.told[ref].Told == toldRefused:
			x.found(lost, ref, "its visitor was told 'refused', and paid")
		}
	}
}

// stock counts what was sold. What is wrong with it belongs to the last event.
func (x *examination) stock(end books) {
	type stay struct {
		unit, arrival string
		nights        int
	}
	sold, taken := map[stay]int{}, map[night]int{}
	for _, b := range end.Bookings {
		if !slices.Contains([]string{string(booking.Held), string(booking.Paying), string(booking.Confirmed)}, b.State) {
			continue
		}
		sold[stay{b.Unit, b.Arrival, b.Nights}]++
		for i := range b.Nights {
			arrival, err := date.ParseISO(b.Arrival)
			if err != nil {
				x.found(lost, b.Ref, "its arrival is %q", b.Arrival)
				break
			}
			taken[night{Unit: b.Unit, Night: (arrival + date.Date(i)).ISO()}]++
		}
	}
	for id, left := range end.Left {
		o, err := booking.ParseOffer(id)
		if err != nil {
			continue
		}
		if n := sold[stay{o.UnitTypeID, o.Arrival.ISO(), o.Nights}]; n > left {
			x.findings = append(x.findings, finding{oversold, x.last, fmt.Sprintf("%s was sold %d times, and %d were left", id, n, left)})
		}
	}
	for _, n := range end.Stock {
		key := night{Unit: n.Unit, Night: n.Night}
		if taken[key] != n.Taken {
			x.findings = append(x.findings, finding{oversold, x.last, fmt.Sprintf("%s on %s: %d bookings, and %d units taken", n.Unit, n.Night, taken[key], n.Taken)})
		}
		delete(taken, key)
	}
	for n, count := range taken {
		x.findings = append(x.findings, finding{oversold, x.last, fmt.Sprintf("%s on %s: %d bookings, and no unit taken", n.Unit, n.Night, count)})
	}
}

// checkFolder prints the table of a history, and returns an error where a bar was missed.
func checkFolder(args []string) error {
	if len(args) != 1 {
		return errors.New("say which folder: cluster check DIR")
	}
	calls, moments, end, err := readHistory(args[0])
	if err != nil {
		return err
	}
	rows, findings := judge(calls, moments, end)
	fmt.Print(table(rows))
	for _, f := range findings {
		fmt.Printf("%s (%s): %s\n", f.kind, f.event, f.text)
	}
	paid := map[string]bool{}
	for _, c := range calls {
		if c.Told == toldPaid {
			paid[c.Ref] = true
		}
	}
	fmt.Printf("%d calls; %d visitors were told 'paid'\n", len(calls), len(paid))
	missed := slices.ContainsFunc(rows, func(r row) bool { return len(r.missed) > 0 })
	switch {
	case len(paid) == 0:
		return errors.New("nobody paid: this proves nothing")
	case missed || len(findings) > 0:
		return errors.New("a bar was missed")
	}
	return nil
}

// table writes rows as Markdown.
func table(rows []row) string {
	var text strings.Builder
	text.WriteString("| event | searches failed, s | bookings failed, s | back after writes, s | calls | errors seen | lost | doubled | oversold | missed |\n|-|-|-|-|-|-|-|-|-|-|\n")
	for _, r := range rows {
		back := "–"
		if r.back >= 0 {
			back = fmt.Sprintf("%.1f", r.back.Seconds())
		}
		fmt.Fprintf(&text, "| %s | %.1f | %.1f | %s | %d | %d | %d | %d | %d | %s |\n", r.event, r.searches.Seconds(), r.bookings.Seconds(), back,
			r.calls, r.errors, r.count[lost], r.count[doubled], r.count[oversold], strings.Join(r.missed, ", "))
	}
	return text.String()
}
