package reservation_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// partners has two partners: one takes the bookings of 'crowd' and 'last', under codes of
// its own, the other those of 'many'.
const partners = `{"partners": [
	{"id": "first", "name": "First", "transport": "webhook", "address": "%[1]s/park/webhook", "private": true, "secrets": ["S"],
	 "parks": {"P-crowd": {"hotel": "HV1", "units": {"crowd": {"room": "G3", "rate": "STD"}}}, "P-last": {}}},
	{"id": "second", "name": "Second", "transport": "ota", "address": "%[2]s/park/ota", "user": "us", "private": true, "secrets": ["S"], "parks": {"P-many": {}}}]}`

// connected is a world whose parks are told of their bookings.
type connected struct {
	*testworld.World
	first, second *simulator.ParkSystem
	partners      *reservation.Partners
	sender        *reservation.Service
	mailbox       string // the folder of e-mails to parks and staff
	worker        *outbox.Worker
	bad           *badrecord.Register
	lost          func() bool // whether a transaction of the sender fails
}

// flaky is a store whose transactions fail when lost says so: after they have committed,
// as when the process is killed.
type flaky struct {
	reservation.Store
	c *connected
}

var errKilled = errors.New("killed")

func (f flaky) Update(ctx context.Context, fn func(reservation.Tx) error) error {
	if f.c.lost() {
		return errKilled
	}
	err := f.Store.Update(ctx, fn)
	if err == nil && f.c.lost() {
		return errKilled
	}
	return err
}

func connect(t *testing.T, db storetest.Database) *connected {
	t.Helper()
	c := &connected{lost: func() bool { return false }, bad: badrecord.New(slog.New(slog.DiscardHandler))}
	partner := func(stay booking.Stay) string { return c.partners.Of(stay) }
	c.World = testworld.New(t, db, func(b *booking.Config, _ *payment.Config) { b.Partner = partner })
	c.first, c.second = simulator.NewParkSystem(c.Clock.Now, 5*time.Millisecond), simulator.NewParkSystem(c.Clock.Now, 5*time.Millisecond)
	c.configure(t, partners, serve(t, c.first), serve(t, c.second))
	transports := map[string]reservation.Transport{reservation.ByWebhook: reservation.NewWebhook(reservation.NewWire(nil), c.Clock.Now), reservation.ByOTA: reservation.NewOTA(reservation.NewWire(nil), c.Clock.Now)}
	c.sender = reservation.New(reservation.Config{Store: flaky{c.Store.Reservations(), c}, Partners: func() *reservation.Partners { return c.partners },
		Transports: transports, Keys: testKeys(t), Clock: c.Clock.Now, Bad: c.bad})
	c.mailbox = t.TempDir()
	emails := mail.New(mail.Config{Bookings: c.Store.Bookings(), Dir: c.mailbox, Reservations: c.sender,
		Brand: mail.Brand{Name: "Holidaymaker", Email: "staff@site.example", SiteURL: "https://site.example"}})
	transports[reservation.ByEmail] = emails.Parks(c.sender.Link)
	kinds := c.sender.Handlers()
	kinds[booking.EmailUnacknowledged] = emails.Handlers()[booking.EmailUnacknowledged]
	c.worker = outbox.New(outbox.Config{Store: c.Store.Outbox(), Kinds: kinds})
	return c
}

func serve(t *testing.T, park http.Handler) string {
	server := httptest.NewServer(park)
	t.Cleanup(server.Close)
	return server.URL
}

func (c *connected) configure(t *testing.T, text string, addresses ...any) {
	t.Helper()
	parsed, err := reservation.ParsePartners(fmt.Appendf(nil, text, addresses...), func(string) string { return simulator.ParkSecret })
	if err != nil {
		t.Fatal(err)
	}
	c.partners = parsed
}

// deliver does the jobs that are due.
func (c *connected) deliver(t *testing.T) {
	t.Helper()
	for {
		if err := c.sender.Watch(t.Context()); err != nil && !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		n, err := c.worker.RunOnce(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func (c *connected) deliverFor(t *testing.T, span, step time.Duration) {
	t.Helper()
	for ; span > 0; span -= step {
		c.Clock.Advance(step)
		c.deliver(t)
	}
}

func (c *connected) book(unit string) string {
	v := testworld.Visitor()
	return c.Paid(v, c.Booked(v, unit), booking.PayDeposit).Ref
}

func (c *connected) rows(t *testing.T, ref string) (rows []reservation.Row) {
	t.Helper()
	if err := c.Store.Reservations().View(t.Context(), func(tx reservation.Tx) (err error) {
		rows, err = tx.Reservations(ref)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

func (c *connected) booking(t *testing.T, ref string) (b booking.Booking) {
	t.Helper()
	if err := c.Store.Bookings().View(t.Context(), func(tx booking.Tx) (err error) {
		b, err = tx.Booking(ref)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b
}

// sameBooks compares the books of both partners with ours.
func (c *connected) sameBooks(t *testing.T, refs []string) {
	t.Helper()
	want := []string{}
	for _, ref := range refs {
		b := c.booking(t, ref)
		if at := c.partners.Of(b.Stay); at != "" && b.State == booking.Confirmed {
			want = append(want, fmt.Sprintf("%s %s %s–%s %s £%s £%s", at, b.Shown, b.Stay.Arrival.ISO(), b.Stay.Departure().ISO(), b.Contact.Surname, b.Total, b.AmountPaid))
		}
		for _, r := range c.rows(t, ref) {
			if r.Status() != reservation.Acknowledged || !r.Waiting.IsZero() {
				t.Errorf("not acknowledged: %+v", r)
			}
		}
	}
	got := []string{}
	for id, park := range map[string]*simulator.ParkSystem{"first": c.first, "second": c.second} {
		for _, k := range park.Books() {
			if !k.Cancelled {
				got = append(got, fmt.Sprintf("%s/%s %s %s–%s %s £%s £%s", id, k.Hotel, k.Reference, k.Arrival, k.Departure, k.Surname, k.Total, k.Paid))
			}
		}
		if wrong := park.Complaints(); wrong != nil {
			t.Errorf("the system of %s complains: %q", id, wrong)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the partners have\n%s\ninstead of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// resend has a booking sent again.
func (c *connected) resend(t *testing.T, ref string) {
	t.Helper()
	if err := c.Store.Bookings().Update(t.Context(), func(tx booking.Tx) error {
		return booking.TellLater(tx, booking.Change{Ref: ref, Again: true})
	}); err != nil {
		t.Fatal(err)
	}
}

func only(m simulator.Manner) func() simulator.Manner { return func() simulator.Manner { return m } }

// A booking is told, changed, moved to another park, moved back and cancelled.
func TestAParkLearnsOfItsBookings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		ref := c.book("last")
		other := c.book("euro") // nobody takes it
		c.deliver(t)
		c.sameBooks(t, []string{ref, other})
		if rows := c.rows(t, ref); len(rows) != 1 || rows[0].Number == "" || rows[0].Version < int(testworld.Start.Unix()) || len(c.rows(t, other)) != 0 {
			t.Errorf("reservations %+v", rows)
		}
		for _, change := range []func() error{
			func() error { return c.Payments.SetEmail(t.Context(), ref, "new@mail.example", testworld.Staff) },
			func() error {
				return c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.SomethingWrong, Amount: 10_00}, testworld.Staff)
			},
			func() error { return c.Payments.Move(t.Context(), ref, to("many"), testworld.Staff) },
			func() error { return c.Payments.Move(t.Context(), ref, to("last"), testworld.Staff) },
			func() error {
				return c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff)
			},
		} {
			c.Clock.Advance(time.Hour)
			if err := change(); err != nil {
				t.Fatal(err)
			}
			c.Tick()
			c.deliver(t)
			c.sameBooks(t, []string{ref, other})
		}
		if kept := c.second.Books(); len(kept) != 1 || !kept[0].Cancelled || kept[0].Hotel != "P-many" {
			t.Errorf("the partner from which it was moved has %+v", kept)
		}
	})
}

func to(unit string) booking.Destination {
	u, _ := testworld.UnitFinder{}.Unit(unit)
	return booking.Destination{Unit: &u}
}

// Commands have no partners file: a server tells parks of what they change.
func TestAParkLearnsWhatACommandChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		commands := payment.New(payment.Config{Store: c.Store.Payments(), Clock: c.Clock.Now,
			Bookings: booking.New(booking.Config{Store: c.Store.Bookings(), Keys: testKeys(t), ServerTells: true})})
		ref := c.book("last")
		c.deliver(t)
		for _, change := range []func() error{
			func() error { return commands.SetEmail(t.Context(), ref, "new@mail.example", testworld.Staff) },
			func() error { return commands.Move(t.Context(), ref, to("caravan"), testworld.Staff) }, // nobody takes it
			func() error { return commands.Move(t.Context(), ref, to("many"), testworld.Staff) },
			func() error {
				return commands.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff)
			},
		} {
			c.Clock.Advance(time.Hour)
			before := c.rows(t, ref)
			if err := change(); err != nil {
				t.Fatal(err)
			}
			c.Tick()
			c.deliver(t)
			if c.sameBooks(t, []string{ref}); slices.Equal(c.rows(t, ref), before) {
				t.Errorf("no partner must learn of it: %+v", before)
			}
		}
	})
}

// The code of a hotel is corrected while a first message has no answer, and once more when
// the partner has the booking: it is taken under the new code, and given up under the old.
func TestTheCodeOfAHotelIsCorrected(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		first, second := serve(t, c.first), serve(t, c.second)
		c.configure(t, partners, first, second)
		c.first.Behave(only(simulator.Cuts))
		ref := c.book("crowd")
		c.deliver(t)
		c.first.Behave(only(simulator.Accepts))
		for _, hotel := range []string{"HV2", "HV3"} {
			c.configure(t, strings.Replace(partners, "HV1", hotel, 1), first, second)
			c.deliverFor(t, time.Hour, 30*time.Minute)
			if kept := c.first.Books(); kept[len(kept)-1].Hotel == hotel {
				t.Fatalf("a message about the reservation at the old code says %s", hotel)
			}
			c.resend(t, ref)
			c.deliver(t)
			c.sameBooks(t, []string{ref})
		}
	})
}

// After a restore, what has changed since the backup changes in another way: its partner must
// not take that for what it knows.
func TestAPartnerLearnsWhatChangesAfterARestore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		ref := c.book("last")
		c.deliver(t)
		backup := c.rows(t, ref)[0].Version
		if err := c.Payments.SetEmail(t.Context(), ref, "lost@mail.example", testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliver(t)
		c.spoil(t, "UPDATE reservation SET version = $1, delivered = $1, acked = $1", backup)
		c.Clock.Advance(time.Minute)
		if err := c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.SomethingWrong, Amount: 10_00}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.Tick()
		c.deliver(t)
		c.sameBooks(t, []string{ref})
	})
}

// A park that is taken out of the file by mistake loses no guests.
func TestAParkThatIsTakenOutOfTheFileKeepsItsBookings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		first, second := serve(t, c.first), serve(t, c.second)
		c.configure(t, partners, first, second)
		ref := c.book("last")
		c.deliver(t)
		c.configure(t, strings.Replace(partners, `, "P-last": {}`, "", 1), first, second)
		if err := c.Payments.SetEmail(t.Context(), ref, "new@mail.example", testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliver(t)
		if kept := c.first.Books(); len(kept) != 1 || kept[0].Cancelled || kept[0].Messages != 2 {
			t.Errorf("after a change, the park has %+v", kept)
		}
		if err := c.Payments.Move(t.Context(), ref, to("caravan"), testworld.Staff); err != nil { // nobody takes it
			t.Fatal(err)
		}
		c.Tick()
		c.deliver(t)
		c.sameBooks(t, []string{ref})
	})
}

// Whatever the partner does to a first message, it has one reservation in the end, which is
// cancelled with the booking; and it hears nothing of one that was never sent.
func TestACommitWhoseOutcomeIsNotKnown(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		for _, manner := range simulator.Manners {
			if manner == simulator.GoneAway {
				continue
			}
			c.first.Behave(only(manner))
			ref := c.book("crowd")
			c.deliver(t)
			if err := c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
			c.Tick()
			c.first.Behave(only(simulator.Accepts))
			c.deliverFor(t, 3*time.Hour, 30*time.Minute)
			c.sameBooks(t, []string{ref})
			for _, k := range c.first.Books() {
				if k.Commits > 1 {
					t.Errorf("%s: taken twice: %+v", manner, k)
				}
			}
		}
		// The first message was taken, and a repetition is refused before the booking is cancelled.
		c.first.Behave(only(simulator.Cuts))
		taken := c.book("crowd")
		c.deliver(t)
		c.first.Behave(only(simulator.Refuses))
		c.deliverFor(t, time.Hour, 30*time.Minute)
		if err := c.Payments.Change(t.Context(), taken, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.Tick()
		c.first.Behave(only(simulator.Accepts))
		c.deliverFor(t, time.Hour, 30*time.Minute)
		c.sameBooks(t, []string{taken})
		before := len(c.first.Books())
		ref := c.book("crowd")
		if err := c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliver(t)
		if c.sameBooks(t, []string{ref}); len(c.first.Books()) != before {
			t.Error("a partner was told of a booking that was cancelled before")
		}
	})
}

// A booking is moved away and back, while the outcome of the Cancel in between is not known.
func TestACancelWhoseOutcomeIsNotKnown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		for _, manner := range []simulator.Manner{simulator.Cuts, simulator.Stalls, simulator.Lies} {
			ref := c.book("last")
			c.deliver(t)
			c.first.Behave(only(manner))
			for _, unit := range []string{"many", "last"} {
				if err := c.Payments.Move(t.Context(), ref, to(unit), testworld.Staff); err != nil {
					t.Fatal(err)
				}
				c.Tick()
				c.deliver(t)
			}
			c.first.Behave(only(simulator.Accepts))
			c.deliverFor(t, time.Hour, 20*time.Minute)
			c.sameBooks(t, []string{ref})
			if kept := c.first.Books(); kept[len(kept)-1].Commits != 2 {
				t.Errorf("%s: it was not made again: %+v", manner, kept)
			}
			if err := c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil { // 'last' has one unit
				t.Fatal(err)
			}
			c.Tick()
			c.deliverFor(t, time.Hour, 20*time.Minute)
		}
	})
}

// The process is killed before and after each transaction of the sender.
func TestASenderThatIsKilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		ref := c.book("last")
		for killed := range 8 {
			var calls atomic.Int32
			c.lost = func() bool { return calls.Add(1) == int32(killed+1) }
			if killed == 4 {
				if err := c.Payments.SetEmail(t.Context(), ref, "new@mail.example", testworld.Staff); err != nil {
					t.Fatal(err)
				}
			}
			c.deliver(t)
			c.lost = func() bool { return false }
			c.deliverFor(t, time.Hour, 20*time.Minute)
			c.sameBooks(t, []string{ref})
			c.resend(t, ref)
		}
		if kept := c.first.Books(); len(kept) != 1 || kept[0].Commits != 1 {
			t.Errorf("kept %+v", kept)
		}
	})
}

func TestAPartnerThatIsDownForAWeek(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.Busy)) // and asks to come back in two hours
		ref, moved := c.book("crowd"), c.book("last")
		c.deliver(t)
		tries := c.rows(t, ref)[0].SentAt
		c.Clock.Advance(119 * time.Minute)
		if c.deliver(t); c.rows(t, ref)[0].SentAt != tries {
			t.Error("it was tried again before the time that the partner asked for")
		}
		c.deliverFor(t, 3*24*time.Hour, 2*time.Hour)
		if err := c.Payments.Move(t.Context(), moved, to("many"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliverFor(t, 4*24*time.Hour, 2*time.Hour)
		waits := c.rows(t, ref)[0]
		if waits.Status() != reservation.Waits || c.Clock.Now().Sub(waits.Waiting) < 7*24*time.Hour || waits.Error == "" {
			t.Errorf("waiting %+v", waits)
		}
		if books := c.second.Books(); len(books) != 1 {
			t.Errorf("the other partner waits, too: %+v", books)
		}
		c.first.Behave(only(simulator.Twice))
		c.deliverFor(t, 4*time.Hour, time.Hour)
		c.sameBooks(t, []string{ref, moved})
	})
}

// A partner that does not answer is left alone for a minute, so that others do not wait for it.
func TestAPartnerThatDoesNotAnswerIsLeftAlone(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.Stalls))
		refs := []string{c.book("crowd"), c.book("crowd")}
		c.deliver(t)
		refs = append(refs, c.book("crowd"), c.book("many"))
		c.deliver(t)
		if rested, other := c.rows(t, refs[2])[0], c.rows(t, refs[3])[0]; !rested.SentAt.IsZero() || other.Status() != reservation.Acknowledged {
			t.Errorf("%+v\n%+v", rested, other)
		}
		c.first.Behave(only(simulator.Accepts))
		c.deliverFor(t, 3*time.Minute, 30*time.Second)
		c.sameBooks(t, refs)
	})
}

// A booking has left a partner that rests, for one that fails: the failure is told.
func TestAPartnerThatRestsHidesNoFailure(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		moved, other := c.book("last"), c.book("crowd")
		c.deliver(t)
		c.first.Behave(only(simulator.Stalls))
		c.second.Behave(only(simulator.Lies))
		for range 2 { // then the first partner rests
			c.resend(t, other)
			c.deliver(t)
		}
		if err := c.Payments.Move(t.Context(), moved, to("many"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		try := func() error {
			job := outbox.Job{Key: fmt.Sprint(moved, "/", c.rows(t, moved)[0].Version)}
			return c.sender.Handlers()[booking.ReservationJob].Do(t.Context(), job)
		}
		if err := try(); err == nil || errors.Is(err, outbox.ErrNotYet) || !strings.Contains(err.Error(), "answered 500") {
			t.Errorf("one rests and one fails: %v", err)
		}
		c.second.Behave(only(simulator.Accepts))
		if err := try(); !errors.Is(err, outbox.ErrNotYet) {
			t.Errorf("one rests: %v", err)
		}
	})
}

// What was not acknowledged before its guests came hides nothing, and does not wait for ever.
func TestWhatIsOldHidesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.Lies))
		old := []string{c.book("crowd"), c.book("crowd"), c.book("crowd")}
		c.Clock.Advance(time.Minute)
		late := c.book("last")
		today := date.In(c.Clock.Now())
		for i, arrival := range []date.Date{today - 1, today - reservation.LongestStay, today - reservation.LongestStay - 1} {
			c.spoil(t, "UPDATE booking SET arrival = $2 WHERE ref = $1", old[i], arrival.ISO())
		}
		open, err := c.Store.ReservationsOpen(t.Context(), 1)
		if err != nil || len(open) != 1 || open[0].Ref != late {
			t.Errorf("open are %+v, %v", open, err)
		}
		if err := c.Store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for ref, waits := range map[string]bool{old[0]: true, old[1]: true, old[2]: false, late: true} {
			if row := c.rows(t, ref)[0]; row.Waiting.IsZero() == waits {
				t.Errorf("waits %v: %+v", !waits, row)
			}
		}
	})
}

// spoil changes the database by a statement that bypasses the product.
func (c *connected) spoil(t *testing.T, query string, args ...any) {
	t.Helper()
	if err := c.Store.Update(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestAPartnerWhoseAddressIsGone(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		c.first.Behave(only(simulator.GoneAway))
		ref := c.book("last")
		c.deliver(t)
		sent := c.rows(t, ref)[0].SentAt
		c.first.Behave(only(simulator.Accepts))
		c.deliverFor(t, 5*time.Hour, time.Hour)
		if row := c.rows(t, ref)[0]; row.SentAt != sent || row.Status() != reservation.Waits {
			t.Errorf("sent again: %+v", row)
		}
		c.configure(t, partners, serve(t, c.first), serve(t, c.second)) // at another address
		c.deliverFor(t, 2*time.Hour, time.Hour)
		c.sameBooks(t, []string{ref})
	})
}

// Random bookings, changes, moves and cancellations, partners that do everything wrong, and
// a process that is killed: in the end, the partners' books equal ours.
func TestRandomLivesEndWithEqualBooks(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		draw := &dice{source: rand.New(rand.NewPCG(7, 7))}
		unkind := func() simulator.Manner {
			manners := slices.DeleteFunc(slices.Clone(simulator.Manners), func(m simulator.Manner) bool { return m == simulator.GoneAway })
			return manners[draw.IntN(len(manners))]
		}
		c.first.Behave(unkind)
		c.second.Behave(unkind)
		var refs []string
		for range 60 {
			c.lost = func() bool { return draw.IntN(8) == 0 }
			if len(refs) < 3 || len(refs) < 8 && draw.IntN(3) == 0 {
				refs = append(refs, c.book([]string{"crowd", "many"}[draw.IntN(2)]))
			} else {
				c.change(t, draw, refs[draw.IntN(len(refs))], []string{"crowd", "many", "caravan"}[draw.IntN(3)]) // nobody takes the last
			}
			c.deliverFor(t, time.Duration(draw.IntN(90))*time.Minute, 30*time.Minute)
		}
		c.lost = func() bool { return false }
		c.first.Behave(only(simulator.Accepts))
		c.second.Behave(only(simulator.Accepts))
		c.deliverFor(t, 24*time.Hour, time.Hour)
		for _, ref := range refs { // staff have what was refused sent again
			for _, r := range c.rows(t, ref) {
				if r.Status() == reservation.Refused {
					c.resend(t, ref)
				}
			}
		}
		c.deliverFor(t, time.Hour, 10*time.Minute)
		c.sameBooks(t, refs)
	})
}

// dice draws numbers for everything that happens at once.
type dice struct {
	mu     sync.Mutex
	source *rand.Rand
}

func (d *dice) IntN(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.source.IntN(n)
}

// change does something to a booking; what is not possible is left.
func (c *connected) change(t *testing.T, draw *dice, ref, unit string) {
	t.Helper()
	var err error
	switch draw.IntN(6) {
	case 0, 1, 2:
		err = c.Payments.Move(t.Context(), ref, to(unit), testworld.Staff)
	case 3:
		err = c.Payments.SetEmail(t.Context(), ref, fmt.Sprintf("p%d@mail.example", draw.IntN(100)), testworld.Staff)
	case 4:
		err = c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.SomethingWrong, Amount: 5_00}, testworld.Staff)
	default:
		err = c.Payments.Change(t.Context(), ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff)
	}
	if failure := (*booking.Failure)(nil); err != nil && !errors.As(err, &failure) && !errors.As(err, new(payment.Refusal)) {
		t.Fatal(err)
	}
	c.Tick()
}

func testKeys(t *testing.T) keyring.Ring {
	t.Helper()
	keys, err := keyring.New("arrivals", "the secret of the tests")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// What a partner holds are the stays that it has acknowledged: neither a booking that it was
// never told of, nor one that it was told of a moment ago, and a stay that was moved where it
// was until it is told of the move. From then on, and from when a cancellation is sent, it may
// have given the unit up, whatever we know.
func TestWhatAPartnerHolds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		c := connect(t, db)
		held := func() (all []string) {
			t.Helper()
			found, err := c.Store.ARI().Held(t.Context(), "first", "HV1", c.Clock.Now().Add(-2*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range found {
				all = append(all, fmt.Sprint(h.Room, " ", int(h.Departure-h.Arrival)))
			}
			return all
		}
		expect := func(when string, want ...string) {
			t.Helper()
			if got := held(); !slices.Equal(got, want) {
				t.Errorf("%s: it holds %q, want %q", when, got, want)
			}
		}
		ref := c.book("crowd")
		c.Clock.Advance(time.Hour)
		expect("before it is told")
		c.deliver(t)
		expect("when it has just acknowledged")
		c.Clock.Advance(3 * time.Minute)
		nights := c.booking(t, ref).Stay.Nights
		expect("later", fmt.Sprint("G3 ", nights))
		if err := c.Payments.SetEmail(t.Context(), ref, "new@mail.example", testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.deliver(t)
		expect("after a change that is not of the stay", fmt.Sprint("G3 ", nights))
		if err := c.Payments.Move(t.Context(), ref, to("many"), testworld.Staff); err != nil {
			t.Fatal(err)
		}
		expect("while the move is not told", fmt.Sprint("G3 ", nights))
		c.deliver(t)
		expect("when it has given the booking up")
		kept, err := c.Store.Receipts(t.Context(), "first", 9)
		if err != nil || len(kept) != 3 || kept[0].Kind != "reservation cancel" || kept[2].Kind != "reservation commit" || kept[2].Refused != "" {
			t.Fatalf("the messages are %+v, %v", kept, err)
		}
		first, err := c.Store.Receipt(t.Context(), kept[2].ID)
		surname := c.booking(t, ref).Contact.Surname
		if err != nil || !strings.Contains(string(first.Body), `"room":"G3"`) || surname == "" || strings.Contains(string(first.Body), surname) {
			t.Errorf("the first message is kept as %s, %v", first.Body, err)
		}

		again := c.book("crowd")
		c.deliver(t)
		c.Clock.Advance(3 * time.Minute)
		expect("another booking", fmt.Sprint("G3 ", nights))
		c.first.Behave(only(simulator.Cuts))
		if err := c.Payments.Change(t.Context(), again, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		c.Tick()
		expect("while the cancellation is not told", fmt.Sprint("G3 ", nights))
		c.deliver(t)
		expect("when it has given the booking up, and its answer is lost")
		c.first.Behave(only(simulator.Refuses))
		c.deliverFor(t, time.Hour, 30*time.Minute)
		expect("while it refuses the repetition")
	})
}
