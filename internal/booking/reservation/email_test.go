package reservation_test

import (
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// office has a park whose office gets e-mails, and another one.
const office = `{"partners": [{"id": "office", "name": "Gannet Sands", "transport": "email", "email": "office@park.example", "links": %[1]d, "parks": {"P-last": {}, "P-crowd": {}}}]}`

// letter is an e-mail that was written to a file.
type letter struct{ to, subject, text string }

var writtenLink = regexp.MustCompile(`https://site\.example/arrivals/(\S+)`)

// letters returns the e-mails since the last call, sorted by address and subject.
func (c *connected) letters(t *testing.T) (all []letter) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(c.mailbox, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		raw, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := mail.ReadMessage(raw)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(parsed.Body)
		if err != nil {
			t.Fatal(err)
		}
		raw.Close()
		os.Remove(path)
		text := strings.ReplaceAll(strings.ReplaceAll(string(body), "=\r\n", ""), "\r\n", "\n")
		all = append(all, letter{parsed.Header.Get("To"), parsed.Header.Get("Subject"), text})
	}
	slices.SortFunc(all, func(a, b letter) int { return strings.Compare(a.to+a.subject, b.to+b.subject) })
	return all
}

// page opens the link of an e-mail.
func (c *connected) page(t *testing.T, token string) []reservation.Arrival {
	t.Helper()
	page, ok, err := c.sender.Arrivals(t.Context(), token)
	if err != nil || !ok {
		t.Fatalf("the link is not valid: %v", err)
	}
	return page.List
}

func TestAnOfficeLearnsOfItsBookingsByEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.configure(t, office, 1)
		ref := c.book("last")
		shown := c.booking(t, ref).Shown
		c.deliver(t)
		written := c.letters(t)
		if len(written) != 1 || !strings.Contains(written[0].to, "office@park.example") || !strings.Contains(written[0].subject, shown) || strings.Contains(written[0].text, testworld.Jo.Surname) {
			t.Fatalf("written %+v", written)
		}
		token := writtenLink.FindStringSubmatch(written[0].text)[1]
		list := c.page(t, token)
		if len(list) != 1 || !list[0].Received.IsZero() || list[0].Booking.Guest.Surname != testworld.Jo.Surname || c.rows(t, ref)[0].Status() != reservation.Delivered {
			t.Fatalf("the page has %+v", list)
		}
		pressed := c.Clock.Now()
		for range 2 { // the second time, nothing changes
			if ok, err := c.sender.Receive(t.Context(), token, ref, list[0].Version); !ok || err != nil {
				t.Fatalf("%v, %v", ok, err)
			}
			c.Clock.Advance(time.Hour)
		}
		if list = c.page(t, token); !list[0].Received.Equal(pressed) {
			t.Errorf("received %v instead of %v", list[0].Received, pressed)
		}
		seen := list[0].Version
		if err := c.Payments.Move(t.Context(), ref, to("crowd"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.Tick()
		c.deliver(t)
		if written = c.letters(t); len(written) != 2 || !strings.HasPrefix(written[0].subject, "Cancelled booking") || !strings.HasPrefix(written[1].subject, "New booking") {
			t.Errorf("after a move to another park: %+v", written)
		}
		// The button of a page that was opened before the change says nothing about it.
		if ok, err := c.sender.Receive(t.Context(), token, ref, seen); !ok || err != nil {
			t.Fatalf("%v, %v", ok, err)
		}
		list = c.page(t, token)
		if len(list) != 1 || list[0].Booking.Status != "cancelled" || list[0].Booking.Guest.Surname != "" || !list[0].Received.IsZero() || !list[0].Before.Equal(pressed) {
			t.Errorf("the page of the earlier park has %+v", list)
		}
	})
}

// A booking that cannot be read takes neither the page of its park away nor the alerts about
// others, and is listed until it can be read.
func TestABookingThatCannotBeRead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.configure(t, office, 1)
		ref, other := c.book("crowd"), c.book("crowd")
		c.deliver(t)
		token := writtenLink.FindStringSubmatch(c.letters(t)[0].text)[1]
		var person, terms string
		if err := c.Store.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT person, terms FROM booking WHERE ref = $1", ref).Scan(&person, &terms)
		}); err != nil {
			t.Fatal(err)
		}
		listed := func(want int) {
			t.Helper()
			if got := c.bad.Records(); len(got) != want || want > 0 && (got[0].Kind != badrecord.Reservation || got[0].ID != ref) {
				t.Errorf("%d instead of %+v", want, got)
			}
		}
		for about, spoilt := range map[string]struct{ column, value, sound string }{
			"its person": {"booking SET person", "no JSON", person}, "its terms": {"booking SET terms", "{", terms},
			"what the park was told of it": {"reservation SET present = FALSE, told", "{", "{}"},
		} {
			c.spoil(t, "UPDATE "+spoilt.column+" = $2 WHERE ref = $1", ref, spoilt.value)
			page, ok, err := c.sender.Arrivals(t.Context(), token)
			if !ok || err != nil || len(page.List) != 1 || page.List[0].Ref != other || !slices.Equal(page.Unreadable, []string{ref}) {
				t.Errorf("%s: %+v, %v", about, page, err)
			}
			listed(1)
			c.deliver(t) // the watch reads it again
			listed(1)
			c.spoil(t, "UPDATE "+spoilt.column+" = $2 WHERE ref = $1", ref, spoilt.sound)
			c.deliver(t)
			listed(0)
		}
		c.spoil(t, "UPDATE reservation SET present = TRUE, told = '' WHERE ref = $1", ref)
		c.spoil(t, "UPDATE booking SET arrival = 'never' WHERE ref = $1", ref)
		if list := c.page(t, token); len(list) != 2 {
			t.Errorf("the day of a list cannot be read, and that of the booking can: %+v", list)
		}
		c.spoil(t, "UPDATE booking SET person = 'no JSON' WHERE ref = $1", ref)
		c.deliverFor(t, 25*time.Hour, 5*time.Hour)
		if written := c.letters(t); len(written) != 2 || !strings.Contains(written[0].subject, c.booking(t, other).Shown) {
			t.Errorf("the alerts are %+v", written)
		}
		listed(1)
	})
}

func TestALinkOpensOnePageForItsTime(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.configure(t, office, 1)
		ref := c.book("last")
		c.deliver(t)
		token := writtenLink.FindStringSubmatch(c.letters(t)[0].text)[1]
		parts := strings.Split(token, ".")
		invalid := func(about, token string) {
			t.Helper()
			c.lost = func() bool { t.Errorf("%s begins to write", about); return false }
			defer func() { c.lost = func() bool { return false } }()
			if _, ok, err := c.sender.Arrivals(t.Context(), token); ok || err != nil {
				t.Errorf("%s opens the page, %v", about, err)
			}
			if ok, err := c.sender.Receive(t.Context(), token, ref, 1); ok || err != nil {
				t.Errorf("%s acknowledges, %v", about, err)
			}
		}
		invalid("nothing", "")
		invalid("a later day", parts[0]+"."+parts[1]+"z."+parts[2])
		invalid("another park", "b2ZmaWNlL1AtY3Jvd2Q."+parts[1]+"."+parts[2])
		invalid("half a signature", token[:len(token)-3])
		if ok, err := c.sender.Receive(t.Context(), token, "NOSUCHREF", 1); ok || err != nil {
			t.Errorf("an unknown booking: %v, %v", ok, err)
		}
		if ok, err := c.sender.Receive(t.Context(), token, ref, c.rows(t, ref)[0].Version+1); ok || err != nil {
			t.Errorf("a version that is still to come: %v, %v", ok, err)
		}
		c.configure(t, office, 2)
		invalid("a revoked link", token)
		c.configure(t, office, 1)
		c.page(t, token)
		c.Clock.Advance(92 * 24 * time.Hour)
		invalid("an old link", token)
	})
}

func TestStaffAndParkLearnWhatIsNotAcknowledged(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.Lies))
		c.partners = nil
		c.configure(t, strings.Replace(partners, `"name": "First",`, `"name": "First", "email": "office@park.example",`, 1), serve(t, c.first), serve(t, c.second))
		ref := c.book("last")
		c.deliverFor(t, 29*time.Minute, 29*time.Minute)
		if written := c.letters(t); written != nil {
			t.Errorf("before the partner's time is over: %+v", written)
		}
		c.deliverFor(t, 3*time.Minute, time.Minute)
		written := c.letters(t)
		if len(written) != 2 || !strings.Contains(written[0].to, "office@park.example") || !strings.Contains(written[1].to, "staff@site.example") || !strings.Contains(written[1].text, "answered 500") {
			t.Errorf("after 30 minutes: %+v", written)
		}
		// A job for each, so that an address that fails does not send the other letter again.
		var jobs int
		if err := c.Store.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM outbox WHERE kind = $1", booking.EmailUnacknowledged).Scan(&jobs)
		}); err != nil || jobs != 2 {
			t.Errorf("%d jobs, %v", jobs, err)
		}
		if c.deliverFor(t, 5*time.Hour, time.Hour); c.letters(t) != nil {
			t.Error("told again")
		}
		// Guests who come soon cannot wait.
		c.Clock.Advance(testworld.Summer.Midnight().Add(-40 * time.Hour).Sub(c.Clock.Now()))
		c.letters(t)
		if err := c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliver(t)
		if written := c.letters(t); len(written) != 2 {
			t.Errorf("less than two days before the arrival: %+v", written)
		}
		c.first.Behave(only(simulator.Accepts))
		c.deliverFor(t, 2*time.Hour, 10*time.Minute)
		c.sameBooks(t, []string{ref})
		if written := c.letters(t); written != nil {
			t.Errorf("after the acknowledgement: %+v", written)
		}
	})
}

// An e-mail about what must be given up says so, with the days and the unit that the park has.
func TestAnAlertSaysWhatMustBeGivenUp(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.configure(t, strings.Replace(partners, `"name": "First",`, `"name": "First", "email": "office@park.example",`, 1), serve(t, c.first), serve(t, c.second))
		ref := c.book("last")
		c.deliver(t)
		told := c.booking(t, ref).Stay
		c.first.Behave(only(simulator.Lies))
		if err := c.Payments.Move(t.Context(), ref, to("many"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliverFor(t, 40*time.Minute, 10*time.Minute)
		written := c.letters(t)
		if len(written) != 2 || !strings.Contains(written[0].text, "please take it out of your books") || !strings.Contains(written[1].text, "has given this booking up") {
			t.Fatalf("written %+v", written)
		}
		for _, l := range written {
			if !strings.Contains(l.text, told.ParkName) || !strings.Contains(l.text, told.UnitDesc) || strings.Contains(l.text, "has this booking") {
				t.Errorf("to %s: %s", l.to, l.text)
			}
		}
	})
}

// An office is closed at night: it has a day.
func TestAnOfficeHasADayToAcknowledge(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.configure(t, office, 1)
		ref, received := c.book("last"), c.book("crowd")
		c.deliver(t)
		for _, l := range c.letters(t) {
			token := writtenLink.FindStringSubmatch(l.text)[1]
			if ok, err := c.sender.Receive(t.Context(), token, received, c.rows(t, received)[0].Version); err != nil || ok != strings.Contains(l.subject, c.booking(t, received).Shown) {
				t.Fatalf("%v, %v", ok, err)
			}
		}
		if c.deliverFor(t, 23*time.Hour, time.Hour); c.letters(t) != nil {
			t.Error("told before")
		}
		c.deliverFor(t, 2*time.Hour, time.Hour)
		if written := c.letters(t); len(written) != 2 || !strings.Contains(written[0].subject, c.booking(t, ref).Shown) {
			t.Errorf("after a day: %+v", written)
		}
	})
}

// What the partner said is removed with the details of the guest.
func TestErasureReachesReservations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.Lies))
		ref := c.book("last")
		c.deliver(t)
		c.Clock.Advance(testworld.Summer.Midnight().Add(10 * 24 * time.Hour).Sub(c.Clock.Now()))
		if c.rows(t, ref)[0].Error == "" {
			t.Fatal("no error is noted")
		}
		if err := c.Payments.Erase(t.Context(), ref, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		row := c.rows(t, ref)[0]
		if row.Error+row.Refusal+row.Warning != "" || strings.Contains(row.Told, testworld.Jo.Surname) {
			t.Errorf("left is %+v", row)
		}
		c.deliver(t)
		if row := c.rows(t, ref)[0]; row.Status() != reservation.Refused {
			t.Errorf("after the stay: %+v", row)
		}
	})
}
