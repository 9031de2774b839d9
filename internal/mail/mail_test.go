package mail_test

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/bookingtest"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/simulator"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store/storetest"
)

func newMailer(t *testing.T, w *bookingtest.World) (m *mail.Mailer, dir string) {
	t.Helper()
	mt, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	return mail.New(mail.Config{Bookings: w.Store.Bookings(), Brand: mail.BrandOf(mt, "https://127.0.0.1:1"), Dir: dir}), dir
}

// shown reads a letter as the demo's mailbox shows it.
func shown(t *testing.T, dir, path string) string {
	t.Helper()
	r := httptest.NewRecorder()
	simulator.Mailbox(dir).ServeHTTP(r, httptest.NewRequest("GET", path, nil))
	if r.Code != 200 {
		t.Fatalf("mailbox %s: %d", path, r.Code)
	}
	return r.Body.String()
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in:\n%s", p, text)
		}
	}
}

func TestConfirmation(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), bookingtest.Visitor()
	view := w.Booked(v, "caravan")
	view, err := w.Bookings.SetExtras(ctx, v, view.Ref, map[string]int{"LIN": 3, "COT": 1})
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "SPRING20")
	if err != nil {
		t.Fatal(err)
	}
	p := w.Prepared(v, d.View, booking.PayDeposit)
	if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "P O'Neill"); err != nil {
		t.Fatal(err)
	}
	m, dir := newMailer(t, w)
	job := outbox.Job{ID: "0199-letter", Kind: booking.LetterConfirmation, Payload: `{"ref":"` + view.Ref + `","paid":"56.50"}`}
	for range 2 { // a repetition is the same letter
		if err := m.Handlers()[job.Kind](ctx, job); err != nil {
			t.Fatal(err)
		}
	}
	contains(t, shown(t, dir, "/"), "Your holiday booking "+view.Shown, `href="mail/0199-letter"`)
	raw, err := os.ReadFile(filepath.Join(dir, "0199-letter.eml"))
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(raw), "Message-ID: <0199-letter@", "multipart/alternative")
	for _, path := range []string{"/0199-letter", "/0199-letter.txt"} {
		text := strings.ReplaceAll(shown(t, dir, path), "&#39;", "'")
		contains(t, text, "Your holiday booking has been confirmed!", "Dear Priya", view.Shown, "Gannet Sands",
			"Fri 17 Jul 2026", "Mon 20 Jul 2026", "3 night stay, 2 guests",
			"£189", "Bed linen × 3", "£37.50", "Travel cot × 1", "£15", "Discount (SPRING20)", "−£20",
			"£221.50", "£56.50", "Left to pay later, before Fri 8 May", "£165", "it is not advertising")
	}
}

func TestReceiptAndReferences(t *testing.T) {
	w := bookingtest.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), bookingtest.Visitor()
	view := w.Booked(v, "euro")
	p := w.Prepared(v, view, booking.PayDeposit)
	if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "P O'Neill"); err != nil {
		t.Fatal(err)
	}
	m, dir := newMailer(t, w)
	send := func(id, kind, payload string) error {
		return m.Handlers()[kind](ctx, outbox.Job{ID: id, Kind: kind, Payload: payload})
	}
	if err := send("a", booking.LetterReceipt, `{"ref":"`+view.Ref+`","paid":"189.00"}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/a.txt"), "Your payment has been received", "Paid.")
	if err := send("b", booking.LetterConfirmation, `{"ref":"`+view.Ref+`","paid":"47.25"}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/b.txt"), "The balance is payable direct to the park operator: £141.75")
	if err := send("c", booking.LetterReferences, `{"email":"priya@mail.example","refs":["7K3QX-9F2MA"]}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/c"), "7K3QX-9F2MA", "/login")
	if err := send("d", booking.LetterReferences, `{"email":"nobody","refs":[]}`); err == nil || strings.Contains(err.Error(), "nobody") {
		t.Errorf("an address that cannot be used: %v", err)
	}
}
