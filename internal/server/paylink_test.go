package server_test

import (
	"strings"
	"testing"
)

// paysByLink makes links by which others pay, as a guest does, and pays by one as somebody else.
func (c called) paysByLink(t *testing.T, s *running) {
	t.Helper()
	guest, other, friend := s.visitor(t), s.visitor(t), s.visitor(t)
	ref := guest.buy(guest.juneUnits("CH101")[0], "deposit")
	makes := func(v *visitor, key string, fields ...string) reply {
		return v.post("/api/makepaylinks", append([]string{"bookingId", ref, "key", key}, fields...)...)
	}
	other.hold(other.juneUnits("CH101")[1]).ok(t)
	makes(other, idempotencyKey(), "amount1", "20").refused(t, 404, "NOT_FOUND")
	makes(guest, "again", "amount1", "20").refused(t, 400, "INVALID_REQUEST")
	makes(guest, idempotencyKey()).refused(t, 400, "INVALID_REQUEST")
	makes(guest, idempotencyKey(), "amount1", "9999").refused(t, 422, "VALIDATION")
	key := idempotencyKey()
	for range 2 {
		found := makes(guest, key, "name1", "Sam", "amount1", "£20", "name2", "Ali", "amount2", "10.01")
		c.check(t, "makepaylinks", found, "payLinks.*.id", "payLinks.*.name", "payLinks.*.amount", "payLinks.*.until", "payLinks.*.token")
		if links := found.list("payLinks"); len(links) != 2 {
			t.Fatalf("got %s", found.body)
		}
	}
	found := guest.post("/api/getMyBooking", "bookingId", ref, "surname", "Quackenbush", "postcode", "YO11 2AB").ok(t)
	token := found.text("payLinks", 0, "token")

	friend.post("/api/openpaylink", "token", ref).refused(t, 404, "NOT_FOUND")
	seen := friend.post("/api/openpaylink", "token", token)
	c.check(t, "openpaylink", seen, "parkName", "arrivalDate", "duration", "amount", "until")
	for _, secret := range []string{ref, "Quackenbush", "YO11"} {
		if strings.Contains(string(seen.body), secret) {
			t.Errorf("somebody who has a link sees %s", seen.body)
		}
	}
	prepared := friend.post("/api/prepayment", "bookId", token, "paymentOption", "topup", "paymentMethod", "worldpay", "expectedAmount", "20.00", "idempotencyKey", idempotencyKey(), "email", "sam@mail.example").ok(t)
	id := prepared.text("paymntRecId")
	status := func(v *visitor, book string) reply {
		return v.post("/api/postpayment", "bookId", book, "paymntRecId", id, "action", "status")
	}
	status(guest, ref).refused(t, 404, "NOT_FOUND")
	status(guest, token).refused(t, 404, "NOT_FOUND")
	status(friend, ref).refused(t, 404, "NOT_FOUND")
	status(friend, token).ok(t)

	c.check(t, "endpaylink", guest.post("/api/endpaylink", "bookingId", ref, "id", found.text("payLinks", 1, "id")), "payLinks.*.state")
	guest.post("/api/endpaylink", "bookingId", ref, "id", "another").refused(t, 404, "NOT_FOUND")
	friend.post("/api/openpaylink", "token", found.text("payLinks", 1, "token")).refused(t, 409, "BOOKING_STATE")
}
