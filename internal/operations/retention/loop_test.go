package retention_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var ctx = context.Background()

// node is the loop of one server.
type node struct {
	*retention.Eraser
	bad *badrecord.Register
}

func eraser(w *testworld.World) node {
	bad := badrecord.New(slog.New(slog.DiscardHandler))
	return node{retention.New(retention.Config{Bookings: w.Store.Payments(), Visitors: w.Store.Visitors(), Clock: w.Clock.Now, Bad: bad}), bad}
}

func (n node) round(t *testing.T) {
	t.Helper()
	if err := n.Round(ctx); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// paid returns a booking that somebody paid by card. Its stay ends on 20 July
// 2026.
func paid(t *testing.T, w *testworld.World, v booking.Visitor, option booking.PaymentOption) booking.View {
	t.Helper()
	return w.Paid(v, w.Booked(v, "caravan"), option)
}

// until moves the world's clock to noon of a day.
func until(t *testing.T, w *testworld.World, iso string) {
	t.Helper()
	w.Clock.Advance(day(t, iso).Midnight().Add(12 * time.Hour).Sub(w.Clock.Now()))
}

// stored returns everything that the database holds of a booking, as text.
func stored(t *testing.T, w *testworld.World, ref string) string {
	t.Helper()
	var all strings.Builder
	check(t, w.Store.View(ctx, func(tx *store.Tx) error {
		all.Reset()
		row := make([]string, 7)
		if err := tx.QueryRow("SELECT shown, holder, address, start_key, email_key, terms, person FROM booking WHERE ref = $1", ref).
			Scan(&row[0], &row[1], &row[2], &row[3], &row[4], &row[5], &row[6]); err != nil {
			return err
		}
		fmt.Fprintln(&all, row)
		for table, columns := range map[string]string{"payment_attempt": "holder, detail", "outbox": "job_key, payload", "operator_action": "why, done"} {
			rows, err := store.Select(tx, func(scan func(into ...any) error) (s [2]string, err error) { return s, scan(&s[0], &s[1]) }, "SELECT "+columns+" FROM "+table)
			if err != nil {
				return err
			}
			fmt.Fprintln(&all, rows)
		}
		return nil
	}))
	return all.String()
}

// kept returns a booking with its movements.
func kept(t *testing.T, w *testworld.World, ref string) (b booking.Booking, movements []ledger.Movement) {
	t.Helper()
	check(t, w.Store.Payments().View(ctx, func(tx payment.Tx) (err error) {
		if b, err = tx.Booking(ref); err == nil {
			movements, err = tx.Movements(ref)
		}
		return err
	}))
	return b, movements
}

var lookup = booking.Lookup{Surname: "O'Neill-Brontë", Postcode: "YO11 2AB"}

func TestAgesGoNinetyDaysAfterDeparture(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		ref := paid(t, w, testworld.Visitor(), booking.PayFull).Ref
		n := eraser(w)
		has := func(texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(stored(t, w, ref), text) {
					t.Errorf("%s is gone", text)
				}
			}
		}
		until(t, w, "2026-10-17") // the 89th day
		n.round(t)
		has("03/07/1985", `"Age":"41"`)
		until(t, w, "2026-10-18")
		for range 2 {
			n.round(t)
		}
		for _, gone := range []string{"03/07/19", `"41"`, `"40"`} {
			if strings.Contains(stored(t, w, ref), gone) {
				t.Errorf("%s is stored 90 days after departure", gone)
			}
		}
		has("priya@mail.example", "Gull Row", `"LastName":"O'Neill"`)
		if got := n.Erased(); got[retention.Ages] != 1 || got[retention.Details] != 0 {
			t.Errorf("erased %v", got)
		}
		l := lookup
		l.BookingID = ref
		if found, err := w.Bookings.GetMyBooking(ctx, testworld.Visitor(), l); err != nil || found.Details() != "kept, ages and dates of birth erased on 2026-10-18" {
			t.Errorf("%v, %v", found.Details(), err)
		}
	})
}

func TestDetailsGoSixYearsAfterTheFinancialYear(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		ref := paid(t, w, v, booking.PayDeposit).Ref
		held := w.Booked(testworld.Visitor(), "caravan").Ref // never paid
		before, sums := kept(t, w, ref)
		// Ids are random: numbers are looked for as whole words.
		personal := regexp.MustCompile(`(?i)priya|neill|mail\.example|\b0131|gull|scarborough|yo11|yorkshire|\b1985\b|\b1111\b|` + regexp.QuoteMeta(v.Holder()))
		n := eraser(w)
		until(t, w, "2033-03-31")
		n.round(t)
		l := lookup
		l.BookingID = ref
		if _, err := w.Bookings.GetMyBooking(ctx, v, l); err != nil {
			t.Fatalf("on the last day of the sixth year: %v", err)
		}
		until(t, w, "2033-04-01")
		w.Tick()
		for range 2 {
			n.round(t)
		}
		for _, of := range []string{ref, held} {
			if text := stored(t, w, of); personal.MatchString(text) {
				t.Errorf("%s is stored: %s", personal.FindString(text), text)
			}
		}
		after, later := kept(t, w, ref)
		if after.Shown != before.Shown || !reflect.DeepEqual(after.Stay, before.Stay) || after.Party != before.Party || after.Total != before.Total || after.AmountPaid != before.AmountPaid ||
			after.State != booking.Confirmed || !after.ConfirmedAt.Equal(before.ConfirmedAt) || fmt.Sprint(later) != fmt.Sprint(sums) {
			t.Errorf("the accounts need what was erased:\n%+v\n%+v", before, after)
		}
		if got := n.Erased(); got[retention.Details] != 1 || got[retention.Ages] != 1 {
			t.Errorf("erased %v", got)
		}
		if bad := n.bad.Records(); len(bad) != 0 {
			t.Errorf("bad records %v", bad)
		}
	})
}

// What staff and accountants do with a booking works after its details were erased, and says
// so. The access of visitors has ended.
func TestABookingWorksWithoutItsDetails(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		v := testworld.Visitor()
		ref := paid(t, w, v, booking.PayDeposit).Ref
		until(t, w, "2033-04-01")
		l := lookup
		l.BookingID = ref
		_, err := w.Bookings.GetMyBooking(ctx, v, l)
		check(t, err)
		eraser(w).round(t)

		t.Run("My Booking", func(t *testing.T) {
			_, err := w.Bookings.GetMyBooking(ctx, testworld.Visitor(), l)
			never := l
			never.BookingID = "ZZZZZ-ZZZZZ"
			_, unknown := w.Bookings.GetMyBooking(ctx, testworld.Visitor(), never)
			if err == nil || unknown == nil || err.Error() != unknown.Error() {
				t.Errorf("a look-up says that there was a booking: %v, and of no booking %v", err, unknown)
			}
			open, err := w.Bookings.MyBookings(ctx, v) // looked up just before
			if err != nil || len(open) != 0 {
				t.Errorf("who had looked it up still sees it: %+v, %v", open, err)
			}
			_, err = w.Payments.Prepay(ctx, v, payment.Request{BookID: ref, Option: booking.PayTopUp, Method: payment.Card, TopUp: "20", Expected: 20_00, Key: uuid.NewString()})
			if f, refused := booking.FailureOf(err); !refused || f.Code != booking.NotFound {
				t.Errorf("a payment: %v", err)
			}
			check(t, w.Bookings.SendReferences(ctx, "priya@mail.example"))
		})
		t.Run("exports", func(t *testing.T) {
			var out bytes.Buffer
			_, err := export.Bookings(ctx, &out, w.Store.Exports(), export.Options{Format: export.NDJSON, Personal: true})
			if err != nil || !strings.Contains(out.String(), `"personalDetails":"erased on 2033-04-01"`) || !strings.Contains(out.String(), `"paid":"49.00"`) {
				t.Errorf("%v %s", err, &out)
			}
			_, err = export.Payments(ctx, &out, w.Store.Exports(), export.Options{Format: export.CSV, Personal: true})
			check(t, err)
			differ, err := export.Reconcile(ctx, w.Store.Exports(), settlement(t, w))
			if err != nil || len(differ) != 0 {
				t.Errorf("reconcile: %v, %v", differ, err)
			}
		})
		t.Run("doctor", func(t *testing.T) {
			if ok, text := personalData(t, w, db); !ok {
				t.Error(text)
			}
		})
		t.Run("refund", func(t *testing.T) {
			sent := len(w.Emails.Kinds())
			check(t, w.Payments.Change(ctx, ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff))
			w.Tick()
			found, err := w.Payments.Show(ctx, ref)
			if err != nil || found.Booking.State != booking.Refunded || found.Booking.AmountPaid != 0 || found.Details != "erased on 2033-04-01" {
				t.Errorf("%s, paid %s, details %s, %v", found.Booking.State, found.Booking.AmountPaid, found.Details, err)
			}
			check(t, found.Audit())
			waiting, err := w.Store.WaitingJobs(ctx, 10)
			if err != nil || len(waiting) != 0 || len(w.Emails.Kinds()) != sent {
				t.Errorf("e-mails without an address: %v %v %v", waiting, w.Emails.Kinds()[sent:], err)
			}
		})
	})
}

// settlement is a settlement file of the simulator's own orders.
func settlement(t *testing.T, w *testworld.World) []ledger.Settled {
	t.Helper()
	file := "order,event,amount,currency,date\n"
	for _, o := range w.Provider.Ledger() {
		if o.Captured > 0 {
			file += fmt.Sprintf("%s,CAPTURED,%s,GBP,%s\n", o.Code, money.Pence(o.Captured), date.In(testworld.Start).ISO())
		}
	}
	settled, err := ledger.ReadSettlement(strings.NewReader(file))
	if err != nil || len(settled) == 0 {
		t.Fatalf("%d rows, %v", len(settled), err)
	}
	return settled
}

// personalData returns the doctor's finding.
func personalData(t *testing.T, w *testworld.World, db storetest.Database) (ok bool, text string) {
	t.Helper()
	report := doctor.Examine(ctx, doctor.Options{Settings: func(string) []string { return nil }, Now: w.Clock.Now,
		Open: func(ctx context.Context) (*store.Store, error) {
			return store.Open(ctx, db.Source, w.Clock.Now, store.Existing())
		}})
	for _, f := range report.Findings {
		if f.Check == "personal data" {
			return f.OK, f.Text
		}
	}
	t.Fatalf("no finding in %+v", report.Findings)
	return false, ""
}

func TestABrokenBookingStopsNoOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		var refs []string
		for range 3 {
			refs = append(refs, paid(t, w, testworld.Visitor(), booking.PayFull).Ref)
		}
		change := func(statement string, args ...any) {
			check(t, w.Store.Update(ctx, func(tx *store.Tx) error { _, err := tx.Exec(statement, args...); return err }))
		}
		var person string
		check(t, w.Store.View(ctx, func(tx *store.Tx) error {
			return tx.QueryRow("SELECT person FROM booking WHERE ref = $1", refs[1]).Scan(&person)
		}))
		change("UPDATE booking SET person = 'rubbish' WHERE ref = $1", refs[1])
		until(t, w, "2033-04-10")
		n := eraser(w)
		n.round(t)
		if got := n.Erased(); got[retention.Details] != 2 {
			t.Errorf("erased %v", got)
		}
		bad := n.bad.Records()
		if len(bad) != 1 || bad[0].Kind != badrecord.Erasure || bad[0].ID != refs[1] {
			t.Errorf("bad records %v", bad)
		}
		if ok, text := personalData(t, w, db); ok || !strings.Contains(text, "bookings keep details") {
			t.Errorf("doctor: %v %s", ok, text)
		}
		change("UPDATE booking SET person = $1 WHERE ref = $2", person, refs[1])
		n.round(t)
		if got := n.Erased(); got[retention.Details] != 3 || len(n.bad.Records()) != 0 {
			t.Errorf("erased %v, bad %v", got, n.bad.Records())
		}
		if ok, text := personalData(t, w, db); !ok {
			t.Errorf("doctor: %s", text)
		}
	})
}

func TestTwoNodesEraseEachBookingOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		for range 3 {
			paid(t, w, testworld.Visitor(), booking.PayFull)
		}
		until(t, w, "2033-04-01")
		nodes := []node{eraser(w), eraser(w)}
		if db.Name == "PostgreSQL" { // SQLite has one node
			nodes[1] = eraser(w.SecondNode(db))
		}
		var both sync.WaitGroup
		for _, n := range nodes {
			both.Go(func() {
				if err := n.Round(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		a, b := nodes[0].Erased(), nodes[1].Erased()
		if a[retention.Details]+b[retention.Details] != 3 || len(nodes[0].bad.Records())+len(nodes[1].bad.Records()) != 0 {
			t.Errorf("erased %v and %v", a, b)
		}
	})
}

func TestMessagesAndSignUpsGo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		visitors := w.Store.Visitors()
		tokens := map[string]string{}
		for _, name := range []string{"silent", "reader", "former"} {
			check(t, visitors.SignUp(ctx, visitor.SignUp{Email: name + "@mail.example", FirstName: "Sam", Newspaper: "meridian", Source: visitor.FromPromotion}))
			check(t, w.Store.View(ctx, func(tx *store.Tx) error {
				var token string
				err := tx.QueryRow("SELECT token FROM newsletter WHERE email_key = $1", name+"@mail.example").Scan(&token)
				tokens[name] = token
				return err
			}))
		}
		for _, name := range []string{"reader", "former"} {
			if ok, err := visitors.Confirm(ctx, tokens[name]); err != nil || !ok {
				t.Fatal(ok, err)
			}
		}
		_, err := visitors.Unsubscribe(ctx, tokens["former"])
		check(t, err)
		message, err := visitors.AddMessage(ctx, visitor.Message{Name: "Sam", Email: "sam@mail.example", Text: "Is there a shop?"})
		check(t, err)
		n := eraser(w)
		there := func(name string) (s visitor.Subscriber, ok bool) {
			s, ok, err := visitors.Subscriber(ctx, tokens[name])
			check(t, err)
			return s, ok
		}
		until(t, w, "2026-03-31") // 29 days
		n.round(t)
		if _, ok := there("silent"); !ok {
			t.Error("an unconfirmed sign-up was deleted early")
		}
		if former, ok := there("former"); !ok || former.FirstName != "" || former.Newspaper != "" || former.Email == "" {
			t.Errorf("one who left: %+v %v", former, ok)
		}
		until(t, w, "2026-04-02")
		n.round(t)
		if _, ok := there("silent"); ok {
			t.Error("an unconfirmed sign-up is kept for more than 30 days")
		}
		if reader, ok := there("reader"); !ok || reader.FirstName != "Sam" {
			t.Errorf("a subscriber: %+v %v", reader, ok)
		}
		until(t, w, "2027-03-01")
		n.round(t)
		if _, ok, err := visitors.Message(ctx, message); err != nil || !ok {
			t.Errorf("a message was deleted before 12 months: %v", err)
		}
		until(t, w, "2027-03-03")
		n.round(t)
		if _, ok, err := visitors.Message(ctx, message); err != nil || ok {
			t.Errorf("a message is kept for more than 12 months: %v", err)
		}
		if got := n.Erased(); got[retention.SignUps] != 1 || got[retention.Messages] != 1 || got[retention.Former] != 1 {
			t.Errorf("erased %v", got)
		}
	})
}

// More bookings than are listed at once, on a few days of arrival.
func TestManyBookingsAreAllErased(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		const many = 210
		w := testworld.New(t, db)
		for i := range many {
			check(t, w.Bookings.Import(ctx, booking.Booking{Shown: fmt.Sprintf("OLD-%03d", i), Total: 100_00, AmountPaid: 100_00, Party: testworld.Couple, Contact: testworld.Jo,
				Stay: booking.Stay{UnitTypeID: "gone", Arrival: testworld.Summer + date.Date(i%3), Nights: 1 + i%5, Price: 100_00}}))
		}
		n := eraser(w)
		until(t, w, "2026-10-17") // 90 days after 19 July
		n.round(t)
		due := 0
		for i := range many {
			if i%3+1+i%5 <= 2 {
				due++
			}
		}
		if got := n.Erased(); got[retention.Ages] != uint64(due) || due == 0 || due == many {
			t.Errorf("erased %v, want %d", got, due)
		}
		until(t, w, "2033-04-01")
		n.round(t)
		if got := n.Erased(); got[retention.Details] != many || len(n.bad.Records()) != 0 {
			t.Errorf("erased %v of %d", got, many)
		}
	})
}
