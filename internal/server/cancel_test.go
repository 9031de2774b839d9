package server_test

import (
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
)

// cancels cancels a booking of an operator that has set terms, as its guest does: looks at
// what comes back, and agrees to it.
func (c called) cancels(t *testing.T, s *running) {
	t.Helper()
	guest, other := s.visitor(t), s.visitor(t)
	ref := guest.buy(guest.juneUnits("CH101")[0], "full")
	plan := func() reply { return guest.post("/api/plancancel", "bookingId", ref) }
	// A part goes back once the payment is captured.
	polltest.Until(t, "the plan", func() bool { return plan().status == 200 })
	c.check(t, "plancancel", plan(), "rule", "back", "kept", "until", "parts.*.amount", "parts.*.method", "plan")
	found := guest.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB").ok(t)
	if found.at("cancellable") != true || len(found.list("cancellation")) != 4 || found.at("settled") != nil {
		t.Errorf("before: %s", found.body)
	}
	hash, key := plan().text("plan"), idempotencyKey()
	cancel := func(v *visitor, hash, key string) reply {
		return v.post("/api/cancelbooking", "bookingId", ref, "plan", hash, "key", key)
	}
	other.post("/api/plancancel", "bookingId", ref).refused(t, 401, "NO_BOOKING_SESSION")
	other.hold(other.juneUnits("CH101")[1]).ok(t)
	other.post("/api/plancancel", "bookingId", ref).refused(t, 404, "NOT_FOUND")
	cancel(other, hash, key).refused(t, 404, "NOT_FOUND")
	cancel(guest, hash, "again").refused(t, 400, "INVALID_REQUEST")
	cancel(guest, "another", key).refused(t, 409, "PRICE_CHANGED")
	for range 2 { // a double press, or an answer that was lost
		got := cancel(guest, hash, key)
		c.check(t, "cancelbooking", got, "status", "settled.rule", "settled.back", "settled.kept")
		if got.text("status") != "cancelled" || got.text("settled", "kept") != "25.00" {
			t.Errorf("after: %s", got.body)
		}
	}
	cancel(guest, hash, idempotencyKey()).refused(t, 409, "BOOKING_STATE") // another tab
	plan().refused(t, 409, "BOOKING_STATE")
}

// corrects changes names and contact details of a booking, as its guest does.
func (c called) corrects(t *testing.T, s *running) {
	t.Helper()
	guest, other := s.visitor(t), s.visitor(t)
	ref := guest.buy(guest.juneUnits("CH101")[0], "full")
	correct := func(v *visitor, fields ...string) reply {
		return v.post("/api/correctdetails", append([]string{"bookingId", ref}, fields...)...)
	}
	correct(other, "surname", "Thief").refused(t, 401, "NO_BOOKING_SESSION")
	other.hold(other.juneUnits("CH101")[1]).ok(t)
	correct(other, "surname", "Thief").refused(t, 404, "NOT_FOUND")
	correct(guest, "postcode", "nowhere").refused(t, 422, "VALIDATION")
	c.check(t, "correctdetails", correct(guest, "surname", "Quackenbosh", "telephone", "07700 900123", "lastName1", ""), "correctable", "leadTravels")
	other.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB").refused(t, 404, "BOOKING_NOT_FOUND")
	other.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbosh", "postcode", "YO11 2AB").ok(t)
}

// changes changes the stay of a booking, as its guest does: looks at what it costs, and agrees to it.
func (c called) changes(t *testing.T, s *running) {
	t.Helper()
	guest, other := s.visitor(t), s.visitor(t)
	units := guest.juneUnits("CH101")
	ref := guest.buy(units[0], "full")
	found := guest.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB").ok(t)
	if len(found.list("changes", "texts")) != 3 || len(found.list("changes", "units")) == 0 {
		t.Errorf("before: %s", found.body)
	}
	to := units[slices.IndexFunc(units, func(u unit) bool { return u.unitType == units[0].unitType && u.date != units[0].date })]
	parts := strings.Split(to.id, ".")
	wish := []string{"bookingId", ref, "unitTypeId", to.unitType, "date", to.date, "nights", parts[len(parts)-2]}
	plan := func(v *visitor) reply { return v.post("/api/planchange", wish...) }
	// What comes back of a payment can go back once it is captured.
	polltest.Until(t, "the plan", func() bool { return plan(guest).status == 200 })
	c.check(t, "planchange", plan(guest), "arrivalDate", "duration", "lines.*.amount", "costBefore", "totalCost", "fee", "leftBefore", "outstanding", "back", "plan")
	hash, key := plan(guest).text("plan"), idempotencyKey()
	change := func(v *visitor, hash, key string) reply {
		return v.post("/api/changebooking", append(slices.Clone(wish), "plan", hash, "key", key)...)
	}
	plan(other).refused(t, 401, "NO_BOOKING_SESSION")
	other.hold(other.juneUnits("CF101")[1]).ok(t)
	plan(other).refused(t, 404, "NOT_FOUND")
	change(other, hash, key).refused(t, 404, "NOT_FOUND")
	change(guest, hash, "again").refused(t, 400, "INVALID_REQUEST")
	change(guest, "another", key).refused(t, 409, "PRICE_CHANGED")
	guest.post("/api/planchange", "bookingId", ref, "nights", "99").refused(t, 409, "UNIT_UNAVAILABLE")
	guest.post("/api/planchange", "bookingId", ref, "unitTypeId", "CF101").refused(t, 400, "INVALID_UNIT")
	want := plan(guest)
	for range 2 { // a double press, or an answer that was lost
		got := change(guest, hash, key)
		c.check(t, "changebooking", got, "status", "arrivalDate", "totalCost", "changes.texts")
		if got.text("arrivalDate") != to.date || got.text("totalCost") != want.text("totalCost") {
			t.Errorf("after: %s, want %s", got.body, want.body)
		}
	}
	change(guest, hash, idempotencyKey()).refused(t, 409, "BOOKING_STATE") // another tab
}
