package myholidays_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

const email = "priya@mail.example" // of testworld.Jo

var settings = myholidays.Settings{Invoices: &accounts.Invoices{
	Company: accounts.Party{Name: "Meridian Ltd", Address: []string{"1 Quay Street", "Hull"}, VATNumber: "GB123456789"}, VAT: "We sell as the park's agent.",
}}

// guest is somebody who has booked and paid, with My Holidays.
type guest struct {
	*testworld.World
	t *testing.T
	*myholidays.Service
	booking.View
}

// guests runs a test on each database.
func guests(t *testing.T, test func(g *guest)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		g := &guest{World: w, t: t, View: w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit)}
		g.Service = myholidays.New(myholidays.Config{Settings: settings, Store: w.Store.MyHolidays(), Bookings: w.Bookings, Clock: w.Clock.Now})
		test(g)
	})
}

func (g *guest) check(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

// link returns the token of a new link to an address; "" where none is sent.
func (g *guest) link(to string) string {
	g.t.Helper()
	token, _, err := g.NewLink(g.t.Context(), myholidays.Job{Email: to, At: g.Clock.Now().UnixMilli()})
	g.check(err)
	return token
}

// open returns the token of a browser in which a link was opened.
func (g *guest) open(link string) string {
	g.t.Helper()
	token, ok, err := g.Open(g.t.Context(), link)
	g.check(err)
	if !ok {
		g.t.Fatal("the link is not valid")
	}
	return token
}

// sees checks how many bookings a browser sees; -1: it has no access.
func (g *guest) sees(browser string, want int) {
	g.t.Helper()
	o, err := g.Overview(g.t.Context(), browser)
	got := len(o.Coming) + len(o.Past)
	if myholidays.Ended(err) {
		got, err = -1, nil
	}
	if g.check(err); got != want {
		g.t.Errorf("the browser sees %d bookings, want %d", got, want)
	}
}

func TestALinkOpensOnceAndInTime(t *testing.T) {
	guests(t, func(g *guest) {
		link := g.link(email)
		first := g.open(link)
		g.sees(first, 1)
		if _, again, err := g.Open(t.Context(), link); again || err != nil {
			t.Errorf("the link opens twice: %v", err)
		}
		if _, ok, err := g.Open(t.Context(), "guess"); ok || err != nil {
			t.Errorf("a guess opens: %v", err)
		}
		late, inTime := g.link(email), g.link(email)
		g.Clock.Advance(myholidays.LinkLife - time.Second)
		second := g.open(inTime) // in another browser: the first one keeps its access
		g.sees(first, 1)
		g.Clock.Advance(time.Second)
		if _, ok, _ := g.Open(t.Context(), late); ok {
			t.Error("a link opens after 30 minutes")
		}
		g.check(g.End(t.Context(), second))
		g.sees(second, -1)
		g.sees(first, 1)
		g.sees("", -1)
	})
}

func TestALinkIsSentToWhoeverHasSomething(t *testing.T) {
	guests(t, func(g *guest) {
		if g.link("nobody@mail.example") != "" {
			t.Error("an address without anything gets a link")
		}
		if token, ok, err := g.NewLink(t.Context(), myholidays.Job{Email: email, At: g.Clock.Now().Add(-myholidays.LinkLife - time.Second).UnixMilli()}); ok || err != nil || token != "" {
			t.Errorf("a link is sent that nobody waits for: %v", err)
		}
		for range 5 {
			g.check(g.Ask(t.Context(), "Priya@Mail.example"))
			g.check(g.Ask(t.Context(), "nobody@mail.example"))
		}
		jobs, err := g.Store.Outbox().Lease(t.Context(), []string{myholidays.EmailLink}, 100, time.Minute)
		g.check(err)
		if len(jobs) != 6 {
			t.Errorf("%d links are sent, want 3 an hour to each of two addresses", len(jobs))
		}
		for _, job := range jobs {
			if j, err := myholidays.ReadJob(job.Payload); err != nil || j.Email != strings.ToLower(j.Email) {
				t.Errorf("%+v %v", j, err)
			}
		}
		if err := g.Ask(t.Context(), "jo@"); testworld.CodeOf(t, err) != booking.Invalid {
			t.Error(err)
		}
	})
}

func TestAccessEndsAsThatToABooking(t *testing.T) {
	guests(t, func(g *guest) {
		idle, used := g.open(g.link(email)), g.open(g.link(email))
		for range 25 { // 12 h 05
			g.sees(used, 1)
			g.Clock.Advance(29 * time.Minute)
		}
		g.sees(used, -1)
		g.sees(idle, -1)
	})
}

func TestABookingIsEnteredWhileItIsOfTheAddress(t *testing.T) {
	guests(t, func(g *guest) {
		browser, v := g.open(g.link(email)), testworld.Visitor()
		found := func() int {
			all, err := g.Bookings.MyBookings(t.Context(), v)
			g.check(err)
			return len(all)
		}
		g.check(g.Enter(t.Context(), browser, v, g.Shown))
		if found() != 1 {
			t.Fatal("the booking cannot be seen")
		}
		if err := g.Enter(t.Context(), browser, v, "AAAAA-AAAAA"); testworld.CodeOf(t, err) != booking.NotFound {
			t.Error(err)
		}
		if err := g.Enter(t.Context(), "", v, g.Shown); !errors.Is(err, myholidays.ErrEnded) {
			t.Error(err)
		}
		g.check(g.Payments.SetEmail(t.Context(), g.Ref, "other@mail.example", testworld.Staff))
		if found() != 0 {
			t.Error("the booking has another address, and the old one still has access")
		}
		g.sees(browser, 0)
		if err := g.Enter(t.Context(), browser, v, g.Shown); testworld.CodeOf(t, err) != booking.NotFound {
			t.Error(err)
		}
	})
}

// textOf returns the texts of a PDF, a line each.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	var all strings.Builder
	for _, part := range bytes.Split(pdf, []byte("stream\n"))[1:] {
		page, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // what follows 'endstream'
		}
		text, _ := io.ReadAll(page) // up to the end of the stream
		for _, found := range regexp.MustCompile(`\((.*)\) ?Tj`).FindAllSubmatch(text, -1) {
			all.WriteString(string(found[1]) + "\n")
		}
	}
	return all.String()
}

func TestInvoiceAndReceiptsHaveTheAmountsOfTheLedger(t *testing.T) {
	guests(t, func(g *guest) {
		browser := g.open(g.link(email))
		o, err := g.Overview(t.Context(), browser)
		g.check(err)
		b := o.Coming[0]
		in := func(kind string, wants ...string) {
			t.Helper()
			pdf, name, err := g.Document(t.Context(), browser, g.Shown, kind)
			g.check(err)
			text := textOf(t, pdf)
			for _, want := range wants {
				if !strings.Contains(text, strings.ReplaceAll(want, "£", "\xa3")) {
					t.Errorf("%s lacks %q:\n%s", name, want, text)
				}
			}
		}
		in(myholidays.Invoice, "Invoice "+g.Shown, "Meridian Ltd", "VAT number GB123456789", "Ms Priya O'Neill-Bront\xeb", "We sell as the park's agent.",
			b.Total.Text(), b.AmountPaid.Text(), b.Outstanding().Text())
		in(myholidays.Receipts, "Receipt "+g.Shown, "02/03/2026  Received by card", b.Payments[0].Amount.Text())
		for _, kind := range []string{"", "voucher"} {
			if _, _, err := g.Document(t.Context(), browser, g.Shown, kind); testworld.CodeOf(t, err) != booking.NotFound {
				t.Error(kind, err)
			}
		}
		if _, _, err := g.Document(t.Context(), browser, "AAAAA-AAAAA", myholidays.Invoice); testworld.CodeOf(t, err) != booking.NotFound {
			t.Error(err)
		}
		if _, _, err := g.Document(t.Context(), "", g.Shown, myholidays.Invoice); !myholidays.Ended(err) {
			t.Error(err)
		}
	})
}

func TestDataAndErasureOnRequest(t *testing.T) {
	guests(t, func(g *guest) {
		g.check(g.Store.Visitors().SignUp(t.Context(), visitor.SignUp{Email: "Priya@mail.example", FirstName: "Priya", Source: visitor.FromNewsletter, Wording: "form v1"}))
		if _, err := g.Store.Visitors().AddMessage(t.Context(), visitor.Message{Name: "Priya", Email: email, Text: "Is there a cot?"}); err != nil {
			t.Fatal(err)
		}
		stay := watch.Stay{Channel: "ukcaravan", Park: "P1", Arrival: testworld.Summer, Nights: 7, Party: testworld.Couple}
		g.check(g.Store.Watches().Ask(t.Context(), email, watch.Watch{Stay: stay, Told: 500_00}))
		browser := g.open(g.link(email))
		for range 2 {
			g.check(g.AskErasure(t.Context(), browser))
			g.Clock.Advance(time.Minute)
		}
		jobs, err := g.Store.Outbox().Lease(t.Context(), []string{myholidays.EmailErasure}, 10, time.Minute)
		g.check(err)
		asked, err := g.Store.ErasureRequests(t.Context())
		g.check(err)
		if len(jobs) != 1 || len(asked) != 1 || asked[0].Email != email {
			t.Errorf("%d e-mails, requests %v", len(jobs), asked)
		}
		data, err := g.Data(t.Context(), browser)
		g.check(err)
		var read map[string]any
		g.check(json.Unmarshal(data, &read))
		for _, want := range []string{g.Shown, "Scarborough", `"lastName": "O'Neill"`, "Is there a cot?", "form v1", `"lastPriceTold": "500.00"`, "17 July 2026", "erasureAskedAt", `"method": "card"`} {
			if !strings.Contains(string(data), want) {
				t.Errorf("the data lacks %q:\n%s", want, data)
			}
		}
		if _, err := g.Data(t.Context(), ""); !myholidays.Ended(err) {
			t.Error(err)
		}
		if err := g.AskErasure(t.Context(), "guess"); !myholidays.Ended(err) {
			t.Error(err)
		}
	})
}

func TestTheFileIsChecked(t *testing.T) {
	for file, ok := range map[string]bool{
		"{}": true, "": false, "[]": false, `{"invoice": {}}`: false, `{"invoices": {"company": {"name": "A", "address": ["B"]}}}`: false,
		`{"invoices": {"company": {"name": "A", "address": ["B"]}, "vat": "None is charged."}}`: true,
		`{"brands": [{"name": "A", "url": "https://a.example"}]}`:                               true, `{"brands": [{"name": "A", "url": "https://a.example/"}]}`: false,
		`{"brands": [{"url": "https://a.example"}]}`: false, `{"brands": [{"name": "A", "url": "a.example"}]}`: false,
		`{"brands": [{"name": "A", "url": "http://a.example"}]}`: false, `{"brands": [{"name": "A", "url": "http://127.0.0.1:8080"}]}`: true,
		`{"pocket": {}}`: true, `{"pocket": {"weather": "https://weather.example/{lat},{lon}"}}`: true,
		`{"pocket": {"weather": "https://weather.example/"}}`: false, `{"pocket": {"weather": "javascript:{lat}{lon}"}}`: false,
	} {
		if _, err := myholidays.ReadSettings(strings.NewReader(file)); (err == nil) != ok {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestErasingEndsAccess(t *testing.T) {
	guests(t, func(g *guest) {
		browser, link := g.open(g.link(email)), g.link(email)
		g.sees(browser, 1)
		_, err := g.Store.Erase(t.Context(), email, payment.StaffMember{By: "sam", Why: "asked by letter"})
		g.check(err)
		g.sees(browser, -1)
		if _, ok, err := g.Open(t.Context(), link); ok || err != nil {
			t.Errorf("a link of an erased address opens: %v", err)
		}
	})
}
