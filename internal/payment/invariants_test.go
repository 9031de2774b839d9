package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	rows "holidaymaker/internal/ledger"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/testworld"
)

// check runs at the end of a life. It fails unless the ledger, the provider's
// books, the booked nights, vouchers and e-mails agree. It returns all attempts.
func (l *life) check() (attempts []payment.Attempt) {
	all := l.bookings()
	held := atProvider(l, l.nodes[0])
	for _, o := range all {
		l.checkMoney(o, held)
		attempts = append(attempts, o.Attempts...)
	}
	for code, left := range held {
		l.t.Errorf("the provider has the order %s, with %+v, and we do not", code, left)
	}
	l.checkNights(all)
	l.checkVouchers(all)
	l.checkEmails(all)
	return attempts
}

// bookings reads all bookings with their attempts and movements.
func (l *life) bookings() (all []payment.Overview) {
	l.t.Helper()
	var refs []string
	err := l.nodes[0].Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.Query(func(scan func(into ...any) error) error {
			refs = append(refs, "")
			return scan(&refs[len(refs)-1])
		}, "SELECT ref FROM booking ORDER BY ref")
	})
	if err != nil {
		l.t.Fatal(err)
	}
	for _, ref := range refs {
		all = append(all, state(l.t, l.nodes[0], ref))
	}
	return all
}

// kept is the money of an order at the provider.
type kept struct {
	net        money.Pence // captured and not returned
	authorised bool        // neither captured nor cancelled
}

// atProvider returns what the provider has of each order.
func atProvider(l *life, w *testworld.World) map[string]kept {
	held := map[string]kept{}
	for _, o := range w.Provider.Ledger() {
		held[o.Code] = kept{money.Pence(o.Captured - o.Refunded), o.State == "AUTHORISED"}
	}
	for _, o := range w.Provider.WalletLedger() {
		if _, twice := held[o.Code]; twice {
			l.t.Errorf("the order %s was made twice", o.Code)
		}
		held[o.Code] = kept{net: money.Pence(o.Net())}
	}
	return held
}

// checkMoney compares a booking with the provider's books, and removes its orders
// from them.
func (l *life) checkMoney(o payment.Overview, held map[string]kept) {
	b := o.Booking
	if err := o.Audit(); err != nil {
		l.t.Error(err)
	}
	var sum money.Pence
	for _, a := range o.Attempts {
		at := held[a.OrderCode]
		delete(held, a.OrderCode)
		sum += at.net
		of := rows.Add(slices.DeleteFunc(slices.Clone(o.Movements), func(m rows.Movement) bool { return m.Attempt != a.ID }))
		if ours := of.Captured - of.Refunded; ours != at.net {
			l.t.Errorf("attempt %s, %s by %s: the provider has %s of it, the ledger %s (%s)", a.ID, a.State, a.Method, at.net, ours, a.Note)
		}
		if at.authorised {
			l.t.Errorf("attempt %s, %s: its authorisation is neither captured nor cancelled", a.ID, a.State)
		}
		if a.State.Open() || a.State.Requested() || a.State == payment.StateAuthorised || a.State == payment.StateCancelling || a.State == payment.StateRefunding && a.Alert == "" {
			l.t.Errorf("attempt %s stays %s", a.ID, a.State)
		}
		if paid, read := l.told[a.ID]; read && paid == a.SettledAt.IsZero() {
			l.t.Errorf("attempt %s, %s: its visitor read that it was paid: %v", a.ID, a.State, paid)
		}
	}
	if b.AmountPaid != sum {
		l.t.Errorf("booking %s: %s counts as paid, the provider has %s", b.Ref, b.AmountPaid, sum)
	}
	if b.State == booking.Confirmed && b.AmountPaid > b.Total {
		l.t.Errorf("booking %s: %s was paid of %s", b.Ref, b.AmountPaid, b.Total)
	}
	if b.State == booking.Held || b.State == booking.Paying {
		l.t.Errorf("booking %s stays %s", b.Ref, b.State)
	}
	if b.State == booking.Expired && sum != 0 {
		l.t.Errorf("booking %s: it expired, and %s of it was kept", b.Ref, sum)
	}
}

// checkNights compares the booked nights with the bookings that hold them.
func (l *life) checkNights(all []payment.Overview) {
	holding := map[string]int{}
	for _, o := range all {
		if o.Booking.State.HoldsNights() {
			holding[o.Booking.Stay.UnitTypeID]++
		}
	}
	for _, unit := range testworld.Units() {
		want(l.t, "units taken of "+unit, l.nodes[0].Taken(unit), holding[unit])
	}
}

// checkVouchers compares what was taken of each voucher with the bookings that
// took it.
func (l *life) checkVouchers(all []payment.Overview) {
	spent := map[string]money.Pence{}
	for _, o := range all {
		b := o.Booking
		for code, use := range rows.VoucherUses(o.Vouchers) {
			var due money.Pence
			if code == b.Discount.Code && !b.ConfirmedAt.IsZero() && b.State != booking.Refunded {
				due = b.Reduction()
			}
			want(l.t, "taken of voucher "+code+" by booking "+b.Ref, use, rows.VoucherUse{Taken: due})
			spent[code] += due
		}
	}
	for _, code := range []string{"GIFT50", "GIFTALL", "GIFTBIG"} {
		err := l.nodes[0].Store.Bookings().Update(context.Background(), func(tx booking.Tx) error {
			c, err := tx.LockCode(code)
			if err != nil {
				return err
			}
			v, err := tx.LockVoucher(code)
			if errors.Is(err, booking.ErrNoRow) {
				want(l.t, "spent of voucher "+code+", which nobody used", spent[code], 0)
				return nil
			}
			want(l.t, "left on voucher "+code, v.Left(), c.Amount-spent[code])
			return err
		})
		if err != nil {
			l.t.Error(err)
		}
	}
}

// counted are the e-mails of which a booking gets a known number.
var counted = []string{booking.EmailConfirmation, booking.EmailReceipt, booking.EmailCancelled, booking.EmailRefunded, booking.EmailPaymentLost}

// checkEmails counts the e-mails about each booking.
func (l *life) checkEmails(all []payment.Overview) {
	seen, got := map[string]bool{}, map[string]int{}
	for _, job := range l.nodes[0].Emails.Sent() {
		if seen[job.ID] {
			l.t.Errorf("the e-mail %s %s was sent twice", job.Kind, job.Key)
		}
		seen[job.ID] = true
		var about booking.EmailJob
		if err := json.Unmarshal([]byte(job.Payload), &about); err != nil {
			l.t.Error(err)
		}
		got[job.Kind+" "+about.Ref]++
	}
	expected := map[string]int{}
	for _, o := range all {
		b := o.Booking
		for _, m := range o.Movements {
			if m.Kind == rows.Refund && (!b.ConfirmedAt.IsZero() || got[booking.EmailRefunded+" "+b.Ref] > 0) { // an expired hold has no address
				expected[booking.EmailRefunded+" "+b.Ref]++
			}
		}
		for _, a := range o.Attempts {
			if a.State == payment.StateLost && a.Alert != "" && got[booking.EmailPaymentLost+" "+b.Ref] > 0 { // none of a cancelled booking
				expected[booking.EmailPaymentLost+" "+b.Ref]++
			}
			if a.TopUp && !a.SettledAt.IsZero() {
				expected[booking.EmailReceipt+" "+b.Ref]++
			}
		}
		if b.ConfirmedAt.IsZero() {
			continue
		}
		expected[booking.EmailConfirmation+" "+b.Ref]++
		if !b.State.HoldsNights() {
			expected[booking.EmailCancelled+" "+b.Ref]++
		}
	}
	for what, n := range expected {
		if got[what] != n {
			l.t.Errorf("%s: %d e-mails instead of %d", what, got[what], n)
		}
		delete(got, what)
	}
	for what, n := range got {
		kind, _, _ := strings.Cut(what, " ")
		if slices.Contains(counted, kind) {
			l.t.Errorf("%s: %d e-mails that nothing asked for", what, n)
		}
	}
}
