package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// arrival is that of the stays in these histories.
var arrival = date.Of(2027, time.June, 12)

func offer(unit string) string {
	return booking.Offer{UnitTypeID: unit, Arrival: arrival, Nights: 2, Price: 30000}.ID()
}

// told is an answer in an event.
func answered(event string, at int64, ref string, means told) call {
	return call{T: at, Event: event, Call: "authorise", Status: 200, Ref: ref, Unit: offer("lodge"), Told: means}
}

// honest is a history in which two visitors pay, one is refused, and the books agree.
func honest() ([]call, []moment, books) {
	calls := []call{
		{T: 1500, Took: 20, Event: "kill-node", Call: probeSearch, Status: 200},
		{T: 1600, Took: 20, Event: "kill-node", Call: probeHold, Status: 409},
		answered("kill-node", 2000, "A", toldHeld), answered("kill-node", 2100, "A", toldPaid),
		answered("switchover", 12000, "B", toldHeld), answered("switchover", 12100, "B", toldUnknown), answered("switchover", 15000, "B", toldPaid),
		answered("switchover", 15100, "C", toldHeld), answered("switchover", 15200, "C", toldRefused),
		{T: 16000, Event: "switchover", Call: "look up", Status: 200, Ref: "A", Told: toldFound},
	}
	moments := []moment{{T: 1000, Event: "kill-node", What: eventBegins}, {T: 10000, Event: "switchover", What: eventBegins}}
	first, second := arrival.ISO(), (arrival + 1).ISO()
	end := books{
		Left: map[string]int{offer("lodge"): 3},
		Bookings: []booked{
			{Ref: "A", State: "confirmed", Unit: "lodge", Arrival: first, Nights: 2, Paid: 30000},
			{Ref: "B", State: "confirmed", Unit: "lodge", Arrival: first, Nights: 2, Paid: 30000},
			{Ref: "C", State: "expired", Unit: "lodge", Arrival: first, Nights: 2},
		},
		Attempts: []attempt{{"A", "captured", "P1"}, {"B", "captured", "P2"}, {"C", "refused", "P3"}},
		Stock:    []night{{"lodge", first, 2}, {"lodge", second, 2}},
		Orders:   []order{{"P1", 30000}, {"P2", 30000}, {"P3", 0}},
	}
	return calls, moments, end
}

func TestAnHonestHistoryHasNoFindings(t *testing.T) {
	calls, moments, end := honest()
	rows, findings := judge(calls, moments, end)
	if len(findings) > 0 {
		t.Errorf("findings: %v", findings)
	}
	for i, name := range []string{"kill-node", "switchover"} {
		if r := rows[i]; r.event != name || len(r.missed) > 0 || r.searches != 0 || r.bookings != 0 || r.back >= 0 || r.errors != 0 {
			t.Errorf("row %+v", r)
		}
	}
}

// Each of these histories has one lie, and the checker must see it, in its event.
func TestALieIsFound(t *testing.T) {
	for _, lie := range []struct {
		name, event string
		kind        kind
		tell        func(calls *[]call, end *books)
	}{
		{"a paid booking is gone", "kill-node", lost, func(_ *[]call, b *books) {
			b.Bookings, b.Attempts, b.Orders = b.Bookings[1:], b.Attempts[1:], b.Orders[1:]
			b.Stock[0].Taken, b.Stock[1].Taken = 1, 1
		}},
		{"a paid booking has expired", "switchover", lost, func(_ *[]call, b *books) {
			b.Bookings[1].State, b.Stock[0].Taken, b.Stock[1].Taken = "expired", 1, 1
		}},
		{"a payment has no attempt", "switchover", lost, func(_ *[]call, b *books) { b.Orders = append(b.Orders, order{"P9", 100}) }},
		{"the provider has less than the ledger says", "kill-node", lost, func(_ *[]call, b *books) { b.Orders[0].Has = 29000 }},
		{"the ledger lacks a payment", "switchover", lost, func(_ *[]call, b *books) { b.Bookings[1].Paid = 0 }},
		{"a visitor was refused, and paid", "switchover", lost, func(_ *[]call, b *books) {
			b.Bookings[2].Paid, b.Orders[2].Has = 30000, 30000
		}},
		{"a paid booking cannot be found", "kill-node", lost, func(c *[]call, _ *books) {
			*c = append(*c, call{T: 17000, Event: "switchover", Call: "look up", Status: 404, Ref: "A", Told: toldNotFound})
		}},
		{"a visitor paid twice", "switchover", doubled, func(_ *[]call, b *books) {
			b.Attempts, b.Orders = append(b.Attempts, attempt{"B", "captured", "P4"}), append(b.Orders, order{"P4", 30000})
		}},
		{"more was sold than was left", "switchover", oversold, func(_ *[]call, b *books) { b.Left[offer("lodge")] = 1 }},
		{"a night is counted once too few", "switchover", oversold, func(_ *[]call, b *books) { b.Stock[1].Taken = 1 }},
		{"a night is not counted", "switchover", oversold, func(_ *[]call, b *books) { b.Stock = b.Stock[:1] }},
	} {
		t.Run(lie.name, func(t *testing.T) {
			calls, moments, end := honest()
			end.Left = maps.Clone(end.Left)
			lie.tell(&calls, &end)
			rows, findings := judge(calls, moments, end)
			if len(findings) != 1 || findings[0].kind != lie.kind {
				t.Fatalf("findings: %v", findings)
			}
			for _, r := range rows {
				if missed := slices.Contains(r.missed, string(lie.kind)); missed != (r.event == lie.event) {
					t.Errorf("row %+v", r)
				}
			}
		})
	}
}

func TestSecondsOfARow(t *testing.T) {
	probe := func(name string, from, to int64) call {
		return call{T: to, Took: to - from, Event: "kill-primary", Call: name, Status: 503}
	}
	calls := []call{
		{T: 1900, Event: "kill-primary", Call: probeHold, Status: 200},
		probe(probeHold, 2000, 2010), probe(probeHold, 2250, 2260), probe(probeHold, 2500, 2900), // 0.9 s, in which
		probe(probeSearch, 2000, 2400),
		{T: 2600, Event: "kill-primary", Call: "authorise", Told: toldUnknown},
		{T: 9500, Took: 6000, Event: "kill-primary", Call: probeHold, Status: 200}, // and after which none was answered
	}
	moments := []moment{{T: 1000, Event: "kill-primary", What: eventBegins}, {T: 7000, Event: "kill-primary", What: writesAgain}, {T: 9900, Event: "kill-primary", What: notHealed, Note: "no standby"}}
	rows, _ := judge(calls, moments, books{})
	r := rows[0]
	if r.searches != 400*time.Millisecond || r.bookings != 7500*time.Millisecond || r.back != 2500*time.Millisecond || r.errors != 1 {
		t.Errorf("row %+v", r)
	}
	want := []string{"did not heal: no standby", "searches failed", "bookings back late"}
	if !slices.Equal(r.missed, want) {
		t.Errorf("missed %v, want %v", r.missed, want)
	}
	if text := table(rows); !strings.Contains(text, "| kill-primary | 0.4 | 7.5 | 2.5 | 1 | 1 | 0 | 0 | 0 |") {
		t.Error(text)
	}
	if rows, _ = judge(calls, moments, books{Short: true}); slices.Contains(rows[0].missed, "bookings back late") {
		t.Error("the short form has the bars of the long one")
	}
	calls[len(calls)-1].T, calls[len(calls)-1].Took = 25_000, 20_000
	for short, want := range map[bool]string{true: "bookings failed too long", false: "bookings back late"} {
		if rows, _ = judge(calls, moments, books{Short: short}); !slices.Contains(rows[0].missed, want) {
			t.Errorf("bookings that fail for %v: missed %v (short: %t)", rows[0].bookings, rows[0].missed, short)
		}
	}
}

// On a bad line the database takes a write now and then, long before the line is good.
func TestABadLineIsOverWhenTheLineIsGood(t *testing.T) {
	calls := []call{{T: 1900, Event: eventSlow, Call: probeHold, Status: 200}, {T: 9500, Took: 7000, Event: eventSlow, Call: probeHold, Status: 0}}
	moments := []moment{{T: 1000, Event: eventSlow, What: eventBegins}, {T: 3000, Event: eventSlow, What: writesAgain}, {T: 9000, Event: eventSlow, What: eventEnds}}
	rows, _ := judge(calls, moments, books{})
	if rows[0].back != 500*time.Millisecond || len(rows[0].missed) > 0 {
		t.Errorf("row %+v", rows[0])
	}
	moments[2].T = 7000
	if rows, _ = judge(calls, moments, books{}); !slices.Equal(rows[0].missed, []string{"bookings back late"}) {
		t.Errorf("row %+v", rows[0])
	}
}

// Visitors notice an upgrade less than a host that dies.
func TestPlannedWorkHasBarsOfItsOwn(t *testing.T) {
	calls := []call{{T: 1500, Event: eventUpgrade, Call: probeHold, Status: 200}}
	for range 199 {
		calls = append(calls, call{T: 1600, Event: eventUpgrade, Call: "details", Status: 200})
	}
	calls = append(calls, call{T: 1600, Event: eventUpgrade, Call: "details", Status: 502},
		call{T: 2500, Took: 1000, Event: eventUpgrade, Call: probeHold, Status: 503})
	moments := []moment{{T: 1000, Event: eventUpgrade, What: eventBegins}}
	if rows, _ := judge(calls, moments, books{}); len(rows[0].missed) > 0 || rows[0].calls != 200 || rows[0].errors != 1 {
		t.Errorf("row %+v", rows[0])
	}
	calls[len(calls)-1].Took = 2100
	calls[1].Status, calls[2].Status = 0, 503
	rows, _ := judge(calls, moments, books{})
	if want := []string{"bookings failed too long", "too many errors"}; !slices.Equal(rows[0].missed, want) {
		t.Errorf("missed %v, want %v", rows[0].missed, want)
	}
}
