package mail_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store/storetest"
)

func newMailer(t *testing.T, w *testworld.World) (m *mail.Mailer, dir string) {
	t.Helper()
	mt, err := site.Of("MT")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	return mail.New(mail.Config{Bookings: w.Store.Bookings(), Brand: mail.BrandOf(mt, "https://127.0.0.1:1"), Dir: dir,
		Place: func(parkID string) (picture.Place, bool) {
			return picture.Place{Channel: "ukcaravan", Region: catalogue.Region{ID: "12", Name: "Cornwall", Country: "GB"}, Park: catalogue.Park{
				ID: parkID, OperatorID: "COA", Name: "Gannet Sands", Town: "Trevarrow", County: "Cornwall", Postcode: "TR26 3AB", Country: "GB", Lat: 50.4155, Lon: -5.0737,
				CheckIn: "4pm", CheckOut: "10am", ImportantInfo: "<ul><li>The pool closes on Thursday mornings.</li><li>Barbecues &amp; fires off the grass.</li></ul>"}}, true
		}}), dir
}

// shown returns an e-mail as the demo's mailbox shows it.
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

func TestTheConfirmationNamesStayPricesAndOperator(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "caravan")
	view, err := w.Bookings.SetExtras(ctx, v, view.Ref, booking.Choice{Quantities: map[string]int{"LIN": 3, "COT": 1}})
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
	job := outbox.Job{ID: "0199-mail", Kind: booking.EmailConfirmation, Payload: `{"ref":"` + view.Ref + `","paid":"56.50"}`}
	for range 2 { // a repetition must give the same e-mail
		if err := m.Handlers()[job.Kind].Do(ctx, job); err != nil {
			t.Fatal(err)
		}
	}
	contains(t, shown(t, dir, "/"), "Your holiday booking "+view.Shown, `href="mail/0199-mail"`)
	raw, err := os.ReadFile(filepath.Join(dir, "0199-mail.eml"))
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(raw), "Message-ID: <0199-mail@", "multipart/alternative")
	for _, path := range []string{"/0199-mail", "/0199-mail.txt"} {
		text := strings.ReplaceAll(shown(t, dir, path), "&#39;", "'")
		contains(t, text, "Your holiday booking has been confirmed!", "Dear Priya", view.Shown, "Gannet Sands",
			"Fri 17th Jul 2026", "Mon 20th Jul 2026", "3 night stay, 2 guests",
			"£189", "Bed linen × 3", "£37.50", "Travel cot × 1", "£15", "Discount (SPRING20)", "−£20",
			"£221.50", "£56.50", "Left to pay later, before Fri 8th May 2026", "£165", "it is not advertising",
			"Your stay is provided by Skerry Parks.", "from 4pm", "by 10am", "My Booking", "Trevarrow", "TR26 3AB", "destination=50.41550%2C-5.07370")
	}
	t.Run("it is readable on a phone and in programs that cannot show SVG", func(t *testing.T) {
		page := shown(t, dir, "/0199-mail")
		contains(t, page, `<img src="data:image/jpeg;base64,`, `alt="Drawing of the landscape around Gannet Sands"`,
			`<img src="data:image/png;base64,`, `alt="Meridian Times Holidays"`, "width:100%;max-width:600px",
			`<!--[if mso]><table role="presentation" width="600"`, "<!--[if mso]></td></tr></table><![endif]-->", `<meta name="color-scheme" content="light only">`)
		if strings.Contains(page, ".svg") || strings.Contains(page, "width:600px;max") || strings.Contains(page, "cid:") {
			t.Errorf("a picture or a width that a phone cannot show:\n%.400s", page)
		}
		for _, size := range regexp.MustCompile(`font-size:(\d+)px`).FindAllStringSubmatch(page, -1) {
			if n, _ := strconv.Atoi(size[1]); n < 14 {
				t.Errorf("text of %d px", n)
			}
		}
		for _, fixed := range regexp.MustCompile(`(?:width="|[^-]width:)(\d+)(?:px|")`).FindAllStringSubmatch(page, -1) {
			if n, _ := strconv.Atoi(fixed[1]); n > 320 && n != 600 { // the picture's 600 is a hint for Outlook beside its 100%
				t.Errorf("a width of %d px", n)
			}
		}
	})
}

func TestTheReceiptAndTheListOfReferences(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	ctx, v := context.Background(), testworld.Visitor()
	view := w.Booked(v, "euro")
	p := w.Prepared(v, view, booking.PayDeposit)
	if _, err := w.Pay(v, view.Ref, p.ID, "4444333322221111", "P O'Neill"); err != nil {
		t.Fatal(err)
	}
	m, dir := newMailer(t, w)
	send := func(id, kind, payload string) error {
		return m.Handlers()[kind].Do(ctx, outbox.Job{ID: id, Kind: kind, Payload: payload})
	}
	if err := send("a", booking.EmailReceipt, `{"ref":"`+view.Ref+`"}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/a.txt"), "Your payment has been received", "Amount paid: £47.25")
	if err := send("b", booking.EmailConfirmation, `{"ref":"`+view.Ref+`"}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/b.txt"), "The balance is payable direct to the park operator: £141.75")
	if err := send("c", booking.EmailReferences, `{"email":"priya@mail.example","refs":["7K3QX-9F2MA"]}`); err != nil {
		t.Fatal(err)
	}
	contains(t, shown(t, dir, "/c"), "7K3QX-9F2MA", "/login")
	if err := send("d", booking.EmailReferences, `{"email":"nobody","refs":[]}`); err == nil || strings.Contains(err.Error(), "nobody") {
		t.Errorf("an address that cannot be used: %v", err)
	}
}

// Our forms did not check imported bookings. Their names must not break a
// header or change the direction of text.
func TestImportedNamesBreakNoHeader(t *testing.T) {
	w := testworld.New(t, storetest.SQLite(t))
	contact := testworld.Jo
	contact.Forename = "Priya\r\nBcc: all@evil.example\u202E"
	if err := w.Bookings.Import(context.Background(), booking.Booking{Shown: "MT-1\r\nBcc: you@evil.example", Total: 100_00, Contact: contact,
		Stay: booking.Stay{Channel: "ukcaravan", ParkID: "P", UnitTypeID: "gone", Arrival: testworld.Summer, Nights: 7, Price: 100_00}}); err != nil {
		t.Fatal(err)
	}
	m, dir := newMailer(t, w)
	payload, err := json.Marshal(booking.EmailJob{Ref: booking.NormalReference("MT-1\r\nBcc: you@evil.example")})
	if err != nil {
		t.Fatal(err)
	}
	job := outbox.Job{ID: "imported", Kind: booking.EmailConfirmation, Payload: string(payload)}
	if err := m.Handlers()[job.Kind].Do(context.Background(), job); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "imported.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(raw), "\r\n") {
		if strings.HasPrefix(line, "Bcc:") {
			t.Errorf("a header of an attacker: %s", line)
		}
	}
	if text := shown(t, dir, "/imported.txt"); strings.Contains(text, "\u202E") {
		t.Errorf("the direction is turned round:\n%s", text)
	}
}
