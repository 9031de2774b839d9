package feed

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/booking"
)

const madeElsewhere = `{"booking":"mt-48 2915","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","place":"Newquay, Cornwall","unit":"HV101-G3","unitName":"Gold Caravan, 3 bedrooms","arrival":"2026-07-17","nights":7,"adults":2,"children":1,"total":"612.00","paid":"100.00","balanceDue":"2026-05-08","made":"2026-01-05","contact":{"forename":"Priya","surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}`

func TestBookingsOfAFile(t *testing.T) {
	second := strings.ReplaceAll(madeElsewhere, "mt-48 2915", "MT-2")
	var got []booking.Booking
	report, err := Bookings("b", strings.NewReader("\ufeff"+madeElsewhere+"\n\n"+second), func(b booking.Booking) error {
		got = append(got, b)
		return nil
	})
	if err != nil || report.Rows != 2 || report.Entities != 2 || len(got) != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	b := got[0]
	if b.Shown != "mt-48 2915" || b.Outstanding() != 512_00 || b.BalanceDue != "08/05/2026" || b.Stay.Arrival.ISO() != "2026-07-17" ||
		b.Stay.Nights != 7 || b.Party.Size() != 3 || b.Contact.Postcode != "YO11 2AB" || b.ConfirmedAt.Format("2006-01-02") != "2026-01-05" {
		t.Errorf("got %+v", b)
	}
	failed := errors.New("the database is unavailable")
	report, err = Bookings("b", strings.NewReader(madeElsewhere+"\n"+second), func(b booking.Booking) error {
		if b.Shown == "MT-2" {
			return failed
		}
		return nil
	})
	if !errors.Is(err, failed) || !strings.Contains(err.Error(), "line 2") || report.Entities != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestABookingThatIsLeftOutStopsNoOther(t *testing.T) {
	second := strings.ReplaceAll(madeElsewhere, "mt-48 2915", "MT-2")
	report, err := Bookings("b", strings.NewReader(madeElsewhere+"\n"+second), func(b booking.Booking) error {
		if b.Shown == "MT-2" {
			return nil
		}
		return fmt.Errorf("import: %w", &booking.NotImported{Why: "it differs"})
	})
	if !errors.Is(err, ErrLeftOut) || report.Entities != 1 || report.Bad != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	same(t, "the row", report.BadRows[0].String(), "line 1, booking: it differs")
}

func TestBadRowsAreListedAndNothingIsImported(t *testing.T) {
	var text, want []string
	for _, c := range []struct{ from, to, want string }{
		{`"nights":7`, `"nights":0`, "nights: expected 1 to 63, not 0"},
		{`"Shah"`, `""`, "contact.surname: is missing"},
		{`"Shah"`, `"Sh\nah"`, "contact.surname: has the control character U+000A"},
		{`"Shah"`, `"Sh\ud800"`, `character 349: \ud800 is half a character: the other half of the pair is missing`},
		{`"paid":"100.00"`, `"paid":"700.00"`, "paid: expected 0 to the total, not 700.00"},
		{`"ukcaravan"`, `"hotel"`, `channel: unknown channel "hotel"`},
		{`"2026-07-17"`, `"17/07/2026"`, `arrival: expected yyyy-mm-dd, not "17/07/2026"`},
		{`"2026-05-08"`, `"May"`, `balanceDue: expected yyyy-mm-dd, not "May"`},
		{`"adults":2`, `"adults":66`, "adults: a party is 1 to 66 people, one of them an adult"},
		{`"adults":2`, `"Adults":2`, "Adults: there is no such field; it is written adults"},
		{`priya@mail.example`, `priya`, "contact.email: is not an e-mail address"},
		{`"booking":"mt-48 2915"`, `"booking":""`, "booking: is missing"},
	} {
		text, want = append(text, strings.Replace(madeElsewhere, c.from, c.to, 1)), append(want, c.want)
	}
	text = append(text, madeElsewhere, strings.Replace(madeElsewhere, "mt-48 2915", "MT 482915", 1))
	want = append(want, "booking: is already in line 13")
	report, err := Bookings("b", strings.NewReader(strings.Join(text, "\n")), func(booking.Booking) error {
		t.Error("a booking was imported")
		return nil
	})
	if !errors.Is(err, ErrRefused) || report.Bad != 13 {
		t.Errorf("%d bad rows, %v", report.Bad, err)
	}
	var got []string
	for _, bad := range report.BadRows {
		got = append(got, bad.Column+": "+bad.Reason)
	}
	same(t, "bad rows", strings.Join(got, "\n"), strings.Join(want, "\n"))
}
