package find_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// now is the instant of these tests, whatever that of the run.
var now = time.Date(2027, 5, 27, 9, 30, 0, 0, time.UTC)

var today = date.In(now)

var everything = find.Scope{Names: true, Sums: true}

// desk is a store with bookings, and the service that finds them.
type desk struct {
	*testing.T
	store *store.Store
	find  *find.Service
}

func newDesk(t *testing.T, db storetest.Database) desk {
	t.Helper()
	s := db.Open(t, testworld.NewClock(now).Now)
	return desk{t, s, find.New(s.Find(), func() *find.Parks { return parks })}
}

// guest is a confirmed booking in a test.
type guest struct {
	ref, surname, forename, email, phone, postcode, park string
	arrival                                              date.Date
	nights                                               int
	total, paid                                          money.Pence
	card                                                 string
}

func (d desk) update(fn func(tx payment.Tx) error) {
	d.Helper()
	if err := d.store.Payments().Update(d.Context(), fn); err != nil {
		d.Fatal(err)
	}
}

// books stores bookings as they are written: confirmed, then paid.
func (d desk) books(all ...guest) {
	d.Helper()
	for _, g := range all {
		b := booking.Booking{Ref: g.ref, Shown: g.ref, State: booking.Confirmed, StartKey: g.ref, ConfirmedAt: now, StartedAt: now, ChangedAt: now, Total: g.total,
			Stay:    booking.Stay{ParkID: g.park, ParkName: "Park " + g.park, UnitTypeID: "unit", UnitDesc: "Lodge", Arrival: g.arrival, Nights: max(g.nights, 1)},
			Contact: booking.Contact{Title: "Mrs", Surname: g.surname, Forename: g.forename, Email: g.email, Telephone: g.phone, Postcode: g.postcode}}
		d.update(func(tx payment.Tx) error { return tx.AddBooking(b) })
		if g.paid > 0 {
			d.pays(g.ref, g.ref, g.paid, g.card)
		}
	}
}

// pays takes a payment for a booking.
func (d desk) pays(ref, id string, amount money.Pence, card string) {
	d.Helper()
	a := payment.Attempt{ID: id, Ref: ref, Seq: int(amount), State: payment.StateSending, Method: payment.Card, Amount: amount, OrderCode: id, Key: id, CreatedAt: now}
	d.update(func(tx payment.Tx) error { return tx.InsertAttempt(a) })
	d.update(func(tx payment.Tx) error {
		if _, err := tx.LockBooking(ref); err != nil {
			return err
		}
		a, err := tx.LockAttempt(id)
		if err != nil {
			return err
		}
		a.State, a.SettledAt, a.Authorised.LastFour = payment.StateAuthorised, now, card
		return errors.Join(tx.AddMovement(ledger.Movement{Key: id, Ref: ref, Attempt: id, Kind: ledger.Charge, Amount: amount}), tx.SaveAttempt(a))
	})
}

// finds returns the references that a text finds, each with why, and the answer.
func (d desk) finds(scope find.Scope, text string) (string, find.Answer) {
	d.Helper()
	a, err := d.find.Find(d.Context(), scope, text)
	if err != nil {
		d.Fatalf("%q: %v", text, err)
	}
	var said []string
	for _, row := range a.Rows {
		said = append(said, row.Ref+" "+row.Why)
	}
	return strings.Join(said, "; "), a
}

func (d desk) want(text, want string) {
	d.Helper()
	if got, _ := d.finds(everything, text); got != want {
		d.Errorf("%q finds %q, not %q", text, got, want)
	}
}

var ashworth = guest{"7K3QX9F2MA", "Ashworth", "Helen", "h.ashworth@post.example", "07700 900417", "LS99 4TH", "gannet", date.Of(2027, 6, 18), 7, 913_00, 600_00, "4421"}

func TestABookingIsFoundByEverythingThatIsKnownOfIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		d.books(ashworth,
			guest{"M3H8VR5TQX", "Ashwell", "Joanne", "jo@post.example", "01632 960118", "HX98 2RD", "gannet", today + 1, 3, 400_00, 400_00, "7730"},
			guest{"2VD9KW7CNB", "Smith-Jones", "Peter", "", "", "YO99 7QE", "puffin", date.Of(2027, 8, 9), 4, 300_00, 0, ""},
			guest{"C6PRZ4X1FT", "Müller", "Ashley", "", "", "", "glen", date.Of(2026, 7, 20), 7, 250_00, 250_00, "4421"})
		const helen = "7K3QX9F2MA "
		for text, want := range map[string]string{
			"7K3QX-9F2MA": helen + "reference", "7k3qx9f2ma": helen + "reference", "7k3qx": helen + "reference",
			"ashworth": helen + "surname", "helen ashw": helen + "first name, surname", "ashworth, helen": helen + "surname, first name",
			"h.ashworth@post.example": helen + "e-mail", "h.ash@": "", "h.ashworth@": helen + "e-mail",
			"+44 7700 900417": helen + "phone", "07700900417": helen + "phone", "07700 900": helen + "phone",
			"LS99 4TH": helen + "postcode", "ls99": helen + "postcode",
			"£913": helen + "total", "600.00": helen + "paid", "£313": helen + "left to pay",
			"4421 ashworth": helen + "card ending 4421, surname", "£600 4421": helen + "paid, card ending 4421",
			"18 jun": helen + "arrives Fri 18th Jun 2027", "18/6/27 ashw": helen + "arrives Fri 18th Jun 2027, surname",
			"ashw gannet":    "M3H8VR5TQX surname, Park gannet; 7K3QX9F2MA surname, Park gannet",
			"gannet sands":   "M3H8VR5TQX Park gannet; 7K3QX9F2MA Park gannet",
			"ash":            "M3H8VR5TQX surname; 7K3QX9F2MA surname",
			"as":             "M3H8VR5TQX surname; 7K3QX9F2MA surname",
			"joanne":         "M3H8VR5TQX first name",
			"smithjones":     "2VD9KW7CNB surname",
			"jones":          "2VD9KW7CNB surname",
			"muller":         "C6PRZ4X1FT surname",
			"4421":           "7K3QX9F2MA card ending 4421; C6PRZ4X1FT card ending 4421",
			"ashworth £400":  "",
			"ashworth 1 jan": "",
			"18 jun 19 jun":  "",
			"nobody":         "",
		} {
			d.want(text, want)
		}
	})
}

func TestOneTypingErrorIsForgivenWhereNothingMatches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		d.books(ashworth)
		for _, text := range []string{"ashwroth", "ashworh", "ashwwrth", "aashworth", "shworth", "7K3QX-9F2NA", "7K3QX-F92MA", "07700 900471", "LS99 4TJ", "h.ashwroth@post.example", "ashwroth gannet", "£913 ashwroth"} {
			got, a := d.finds(everything, text)
			if len(a.Rows) != 1 || !a.Forgiven {
				t.Errorf("%q finds %q, forgiven: %v", text, got, a.Forgiven)
			}
		}
		for _, text := range []string{"ashwrtoh x", "ashrowth", "ash", "£914", "ashworth £914"} {
			if got, a := d.finds(everything, text); a.Forgiven {
				t.Errorf("%q is forgiven: %q", text, got)
			}
		}
	})
}

func TestThoseInHouseComeFirstThenTheNextArrivalsThenTheLatest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		at := func(ref string, arrival date.Date, nights int) guest {
			return guest{ref: ref, surname: "Smith", arrival: arrival, nights: nights, park: "gannet", total: 100_00}
		}
		d.books(at("OLD", today-400, 3), at("LEAVES", today-3, 3), at("TODAY", today, 2), at("LONG", today-20, 21), at("NEXT", today+1, 3), at("LATER", today+90, 3), at("LAST", today-8, 7))
		want := "TODAY surname; LONG surname; NEXT surname; LATER surname; LEAVES surname; LAST surname; OLD surname"
		for _, text := range []string{"smith", "sm", "smit"} {
			d.want(text, want)
		}
		for i := range 25 {
			d.books(at("N"+string(rune('A'+i)), today+2+date.Date(i), 3))
		}
		_, a := d.finds(everything, "smith")
		if len(a.Rows) != 20 || !a.More || a.Rows[0].State != "in_house" || a.Rows[2].Ref != "NEXT" || a.Rows[3].Ref != "NA" {
			t.Errorf("of very many: %d rows, more: %v, %+v", len(a.Rows), a.More, a.Rows[:4])
		}
	})
}

func TestWhatIsFoundFollowsTheBooking(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		d.books(ashworth)
		change := func(fn func(b *booking.Booking)) {
			d.update(func(tx payment.Tx) error {
				b, err := tx.LockBooking(ashworth.ref)
				if err != nil {
					return err
				}
				fn(&b)
				return tx.SaveBooking(b)
			})
		}
		change(func(b *booking.Booking) { b.Contact.Surname, b.Contact.Email = "Garside", "hg@post.example" })
		d.want("ashworth", "")
		d.want("h.ashworth@post.example", "")
		d.want("garside", "7K3QX9F2MA surname")
		change(func(b *booking.Booking) {
			b.Stay.Arrival, b.Stay.ParkID, b.Total = date.Of(2027, 7, 2), "puffin", 950_00
		})
		d.want("garside 18 jun", "")
		d.want("gannet sands", "")
		d.want("puffin point 2 jul £350 4421", "7K3QX9F2MA Park gannet, arrives Fri 2nd Jul 2027, left to pay, card ending 4421")
		d.pays(ashworth.ref, "second", 350_00, "7730")
		d.want("£950 7730", "7K3QX9F2MA total, card ending 7730")
		d.want("£350", "7K3QX9F2MA one payment")
		change(func(b *booking.Booking) { b.EraseDetails(now) })
		for _, text := range []string{"garside", "£950", "7730", "puffin point", "2 jul"} {
			d.want(text, "")
		}
		got, a := d.finds(everything, "7K3QX-9F2MA") // dates and sums stay
		if len(a.Rows) != 1 || a.Rows[0].Name != "" || a.Rows[0].Paid != 950_00 {
			t.Errorf("an erased booking by its reference: %q %+v", got, a.Rows)
		}
	})
}

func TestAParkFindsItsOwnBookingsAndRatesSeeNoNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		other := ashworth
		other.ref, other.park, other.card = "M3H8VR5TQX", "puffin", "7730"
		d.books(ashworth, other)
		own := find.Scope{Parks: []string{"puffin"}, Names: true, Sums: true}
		for _, text := range []string{"ashworth", "18 jun", "£913", "as", "M3H8VR5TQX", "07700900417"} {
			if got, a := d.finds(own, text); len(a.Rows) != 1 || a.Rows[0].Ref != other.ref {
				t.Errorf("a park finds by %q: %q", text, got)
			}
		}
		for _, text := range []string{"7K3QX-9F2MA", "gannet sands", "4421", "ashworth gannet"} {
			if got, _ := d.finds(own, text); got != "" {
				t.Errorf("a park finds by %q: %q", text, got)
			}
			if got, _ := d.finds(find.Scope{Parks: []string{}, Names: true, Sums: true}, text); got != "" {
				t.Errorf("somebody without parks finds by %q: %q", text, got)
			}
		}
		nameless := find.Scope{Sums: true}
		for _, text := range []string{"ashworth", "h.ashworth@post.example", "07700900417", "LS99 4TH", "4421"} {
			if _, err := d.find.Find(t.Context(), nameless, text); !errors.Is(err, find.ErrPersonal) {
				t.Errorf("without names, %q: %v", text, err)
			}
		}
		for _, text := range []string{"7K3QX-9F2MA", "gannet", "18 jun £913 gannet"} {
			got, a := d.finds(nameless, text)
			if len(a.Rows) != 1 || slices.ContainsFunc(a.Rows, func(r find.Row) bool { return r.Name+r.Postcode != "" }) {
				t.Errorf("without names, %q finds %q %+v", text, got, a.Rows)
			}
		}
	})
}
