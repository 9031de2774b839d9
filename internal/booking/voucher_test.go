package booking_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// from returns a visitor with a network of its own.
func from(i int) booking.Visitor {
	return booking.Visitor{Token: booking.NewToken(), Network: fmt.Sprintf("198.51.%d.%d", i/250, i%250)}
}

// issuedFor issues a voucher that is valid until a day.
func issuedFor(t *testing.T, w *testworld.World, amount money.Pence, until date.Date) (code string) {
	t.Helper()
	code, err := w.Payments.IssueVoucher(ctx, payment.NewVoucher{Amount: amount, Until: until, Purpose: "a test"}, testworld.Staff)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// voucher returns a voucher whose history does not contradict itself.
func voucher(t *testing.T, w *testworld.World, code string) ledger.Voucher {
	t.Helper()
	v, err := w.Payments.ShowVoucher(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Check(); err != nil {
		t.Error(err)
	}
	return v
}

// 64 visitors on two nodes use one voucher of £400 at once, for stays of £189. Two
// get all, one gets the rest.
func TestVouchersAreSpentOnceInParts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		servers := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" {
			servers[1] = w.SecondNode(db)
		}
		code := issuedFor(t, w, 400_00, testworld.Summer)
		const visitors = 64
		views, used := make([]booking.View, visitors), make([]money.Pence, visitors)
		all := make([]booking.Visitor, visitors)
		for i := range all {
			all[i] = from(i)
			views[i] = w.Booked(all[i], "crowd")
		}
		parallel(visitors, func(i int) {
			d, err := servers[i%2].Bookings.SetDiscount(ctx, all[i], views[i].Ref, code)
			if err == nil {
				views[i], used[i] = d.View, -d.DiscountValue
			} else if testworld.CodeOf(t, err) != booking.DiscountInvalid {
				t.Error(err)
			}
		})
		var total money.Pence
		amounts := map[money.Pence]int{}
		for _, amount := range used {
			total += amount
			amounts[amount]++
		}
		testworld.Want(t, "taken off", total, 400_00)
		testworld.Want(t, "amounts", fmt.Sprint(amounts), fmt.Sprint(map[money.Pence]int{0: 61, 22_00: 1, 189_00: 2}))
		testworld.Want(t, "left while they pay", voucher(t, w, code).Left(), 0)

		var confirmed atomic.Int64
		parallel(visitors, func(i int) { // those for whom it pays everything
			if used[i] != testworld.Price {
				return
			}
			p, err := servers[i%2].Payments.Prepay(ctx, all[i], testworld.RequestFor(views[i], booking.PayFull))
			if err == nil {
				_, err = servers[i%2].Payments.Confirm(ctx, all[i], p.ID, views[i].Ref, payment.Result{})
			}
			if err != nil {
				t.Error(err)
			}
			confirmed.Add(1)
		})
		testworld.Want(t, "confirmed", confirmed.Load(), 2)
		w.Clock.Advance(31 * time.Minute) // the others do not pay
		w.Tick()
		v := voucher(t, w, code)
		testworld.Want(t, "left", v.Left(), 22_00)
		for i, view := range views {
			if used[i] != testworld.Price {
				continue
			}
			if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
				t.Fatal(err)
			}
		}
		testworld.Want(t, "left after refunds", voucher(t, w, code).Left(), 400_00)
	})
}

func TestAVoucherOfAnOperator(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		today := date.In(testworld.Start)
		use := func(code string) (booking.Deposit, error) {
			v := testworld.Visitor()
			return w.Bookings.SetDiscount(ctx, v, w.Booked(v, "many").Ref, code)
		}
		code := issuedFor(t, w, 100_00, today+1)
		if !regexp.MustCompile(`^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$`).MatchString(code) {
			t.Errorf("code %s", code)
		}
		v := voucher(t, w, code)
		if l := v.Lines[0]; l.Kind != ledger.LineIssued || l.By != "test" || l.Cause != "a test" || !l.At.Equal(w.Clock.Now()) {
			t.Errorf("issued %+v", l)
		}
		if _, err := use(code); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(48 * time.Hour)
		w.Tick()
		_, err := use(code)
		testworld.Want(t, "after its last day", testworld.CodeOf(t, err), booking.DiscountInvalid)
		for range 2 { // the second round finds nothing
			if _, err := w.Bookings.EndVouchers(ctx); err != nil {
				t.Fatal(err)
			}
		}
		v = voucher(t, w, code)
		if last := v.Lines[len(v.Lines)-1]; v.Left() != 0 || last.Kind != ledger.LineExpired || last.Amount != -100_00 {
			t.Errorf("expired: %+v", last)
		}

		code = issuedFor(t, w, 100_00, today+60)
		d, err := use(code)
		testworld.Want(t, "failure", testworld.CodeOf(t, err), "")
		testworld.Want(t, "taken off", d.DiscountValue, -100_00)
		if err := w.Payments.VoidVoucher(ctx, code, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		_, err = use(code)
		testworld.Want(t, "a voucher that was ended", testworld.CodeOf(t, err), booking.DiscountInvalid)
		w.Clock.Advance(31 * time.Minute)
		w.Tick() // the first booking gives it back
		testworld.Want(t, "came back", voucher(t, w, code).Left(), 100_00)
		_, err = use(code)
		testworld.Want(t, "a voucher that was ended", testworld.CodeOf(t, err), booking.DiscountInvalid)
		if n, err := w.Bookings.EndVouchers(ctx); n != 1 || err != nil {
			t.Errorf("ended %d, %v", n, err)
		}
		testworld.Want(t, "left", voucher(t, w, code).Left(), 0)
		for _, bad := range []payment.NewVoucher{{Amount: 0, Until: today + 60, Purpose: "x"}, {Amount: 5000_01, Until: today + 60, Purpose: "x"},
			{Amount: 1, Until: today, Purpose: "x"}, {Amount: 1, Until: today + 60, Purpose: " "}} {
			if _, err := w.Payments.IssueVoucher(ctx, bad, testworld.Staff); err == nil {
				t.Errorf("%+v was issued", bad)
			}
		}
	})
}

// brokenVoucher is a store in which a voucher cannot be read.
type brokenVoucher struct {
	booking.Store
	code string
}

func (s *brokenVoucher) Update(ctx context.Context, fn func(booking.Tx) error) error {
	return s.Store.Update(ctx, func(tx booking.Tx) error { return fn(brokenVoucherTx{tx, s.code}) })
}

type brokenVoucherTx struct {
	booking.Tx
	broken string
}

func (tx brokenVoucherTx) LockVoucher(code string) (ledger.Voucher, error) {
	if code == tx.broken {
		return ledger.Voucher{}, errors.New("cut off")
	}
	return tx.Tx.LockVoucher(code)
}

// A voucher that cannot be ended stops no other, is no error of the round, and is
// reported under its digest until it is repaired.
func TestABadVoucherStopsNoOther(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		left := badrecord.New(slog.New(slog.DiscardHandler))
		broken := &brokenVoucher{}
		w := testworld.New(t, db, func(b *booking.Config, _ *payment.Config) {
			broken.Store, b.Bad = b.Store, left
			b.Store = broken
		})
		today := date.In(testworld.Start)
		var codes []string
		for range 3 {
			codes = append(codes, issuedFor(t, w, 100_00, today+1))
		}
		slices.Sort(codes)
		broken.code = codes[0]
		w.Clock.Advance(72 * time.Hour)
		n, err := w.Bookings.EndVouchers(ctx)
		if n != 2 || err != nil {
			t.Errorf("ended %d, %v", n, err)
		}
		for i, code := range codes {
			testworld.Want(t, "left", voucher(t, w, code).Left(), []money.Pence{100_00, 0, 0}[i])
		}
		bad := left.Records()
		if len(bad) != 1 || bad[0].Kind != badrecord.Voucher || bad[0].ID != ledger.VoucherDigest(codes[0]) {
			t.Errorf("reported %+v", bad)
		}
		broken.code = ""
		if n, err := w.Bookings.EndVouchers(ctx); n != 1 || err != nil || len(left.Records()) != 0 {
			t.Errorf("after the repair: ended %d, %v, reported %+v", n, err, left.Records())
		}
	})
}

// Wrong codes of one network are counted in the database, so another node knows
// them.
func TestCodesCannotBeGuessed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := testworld.New(t, db)
		nodes := []*testworld.World{w, w}
		if db.Name == "PostgreSQL" {
			nodes[1] = w.SecondNode(db)
		}
		guess := func(v booking.Visitor, ref, code string, node int) booking.Code {
			_, err := nodes[node%2].Bookings.SetDiscount(ctx, v, ref, code)
			return testworld.CodeOf(t, err)
		}
		v, neighbour, other := from(1), from(1), from(2)
		view := w.Booked(v, "many")
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "SPRING20"); err != nil {
			t.Fatal(err)
		}
		var invalid, limited atomic.Int64
		parallel(32, func(i int) {
			switch guess(v, view.Ref, fmt.Sprintf("GUESS%d", i), i) {
			case booking.DiscountInvalid:
				invalid.Add(1)
			case booking.RateLimited:
				limited.Add(1)
			}
		})
		testworld.Want(t, "guesses", invalid.Load(), int64(booking.DefaultLimits().ClientFailures))
		testworld.Want(t, "refused", limited.Load(), 32-invalid.Load())
		testworld.Want(t, "a right code of the same network", guess(neighbour, w.Booked(neighbour, "many").Ref, "GIFT50", 1), booking.RateLimited)
		testworld.Want(t, "of another network", guess(other, w.Booked(other, "many").Ref, "GIFT50", 1), "")
		now, err := w.Bookings.Load(ctx, v, view.Ref)
		if err != nil || now.Discount.Code != "SPRING20" {
			t.Errorf("the code before the guesses: %+v, %v", now.Discount, err)
		}
		w.Clock.Advance(16 * time.Minute)
		testworld.Want(t, "later", guess(v, view.Ref, "TENTH", 0), "")
	})
}

// A refused code changes nothing of the booking, also when its voucher was withdrawn
// meanwhile. Over the limit, a code writes nothing at all.
func TestRefusedCodesChangeNothing(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := from(1)
		view := w.Booked(v, "many")
		if _, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "GIFT50"); err != nil {
			t.Fatal(err)
		}
		if err := w.Store.Update(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec("DELETE FROM entity WHERE id = 'GIFT50'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		before, err := w.Bookings.Load(ctx, v, view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		written := func() (n int) {
			t.Helper()
			if err := w.Store.View(ctx, func(tx *store.Tx) error {
				return tx.QueryRow(`SELECT (SELECT COUNT(*) FROM failure) + (SELECT MAX(at_ms) FROM attempt_lock)
					+ (SELECT changed_ms FROM booking WHERE ref = $1)`, view.Ref).Scan(&n)
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		guess := func() booking.Code {
			_, err := w.Bookings.SetDiscount(ctx, v, view.Ref, "WRONG")
			return testworld.CodeOf(t, err)
		}
		w.Clock.Advance(time.Second)
		for range booking.DefaultLimits().ClientFailures {
			testworld.Want(t, "a wrong code", guess(), booking.DiscountInvalid)
		}
		until := written()
		w.Clock.Advance(time.Second)
		for range 10 {
			testworld.Want(t, "one more", guess(), booking.RateLimited)
		}
		testworld.Want(t, "written", written(), until)
		now, err := w.Bookings.Load(ctx, v, view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "discount", now.Discount, before.Discount)
		testworld.Want(t, "reserved", -voucher(t, w, "GIFT50").Lines[1].Amount, 50_00)
	})
}
