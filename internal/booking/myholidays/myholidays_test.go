package myholidays_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

const email = "priya@mail.example" // of testworld.Jo

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
		g.Service = myholidays.New(myholidays.Config{Store: w.Store.MyHolidays(), Bookings: w.Bookings, Clock: w.Clock.Now})
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
