package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
)

// books are what must agree when everything is settled: the ledger, the provider's
// own books, the booked nights, the vouchers and the e-mails.
type books struct {
	t *testing.T
	*testworld.World
	told map[string]bool        // by attempt: whether its visitor read that it was paid
	back map[string][]time.Time // by attempt: when its visitor came back from the wallet
	// repeated reports whether an e-mail may have been sent twice; nil: none.
	repeated func(job string) bool
}

// check fails the test unless the books agree. It returns all bookings.
func (k books) check() []payment.Overview {
	k.t.Helper()
	all := k.bookings()
	held := k.atProvider()
	for _, o := range all {
		k.checkMoney(o, held)
		k.checkDeeds(o)
	}
	for code, left := range held {
		k.t.Errorf("the provider has the order %s, with %+v, and we do not", code, left)
	}
	k.checkNights(all)
	k.checkVouchers(all)
	k.checkEmails(all)
	return all
}

// bookings reads all bookings with their attempts and movements.
func (k books) bookings() (all []payment.Overview) {
	k.t.Helper()
	var refs []string
	err := k.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.Query(func(scan func(into ...any) error) error {
			refs = append(refs, "")
			return scan(&refs[len(refs)-1])
		}, "SELECT ref FROM booking ORDER BY ref")
	})
	if err != nil {
		k.t.Fatal(err)
	}
	for _, ref := range refs {
		all = append(all, state(k.t, k.World, ref))
	}
	return all
}

// orderMoney is the money of an order at the provider.
type orderMoney struct {
	net        money.Pence // captured and not returned
	authorised bool        // neither captured nor cancelled
	declines   []time.Time // of captures
}

// atProvider returns what the provider has of each order.
func (k books) atProvider() map[string]orderMoney {
	held := map[string]orderMoney{}
	for _, o := range k.Provider.Ledger() {
		held[o.Code] = orderMoney{net: money.Pence(o.Captured - o.Refunded), authorised: o.State == "AUTHORISED"}
	}
	for _, o := range k.Provider.WalletLedger() {
		if _, twice := held[o.Code]; twice {
			k.t.Errorf("the order %s was made twice", o.Code)
		}
		held[o.Code] = orderMoney{net: money.Pence(o.Net()), declines: o.Declines}
	}
	return held
}

// checkMoney compares a booking with the provider's books, and removes its orders
// from them.
func (k books) checkMoney(o payment.Overview, held map[string]orderMoney) {
	b := o.Booking
	if err := o.Audit(); err != nil {
		k.t.Error(err)
	}
	var sum money.Pence
	for _, a := range o.Attempts {
		at := held[a.OrderCode]
		delete(held, a.OrderCode)
		of := ledger.Sum(slices.DeleteFunc(slices.Clone(o.Movements), func(m ledger.Movement) bool { return m.Attempt != a.ID }))
		ours := of.Captured - of.Refunded
		// Where the first of two refunds has failed and the second was made, the provider does not
		// say which, and staff were told (TestTheFirstOfTwoRefundsFails).
		if unclear := a.State == payment.StateRefunding && a.Alert != "" && of.Refunded > 0 && at.net == of.Captured-a.ToRefund; unclear {
			at.net = ours
		}
		sum += at.net
		if ours != at.net {
			k.t.Errorf("attempt %s, %s by %s: the provider has %s of it, the ledger %s (%s)", a.ID, a.State, a.Method, at.net, ours, a.Note)
		}
		for i := range len(at.declines) - 1 { // the reconciler may have made the first capture
			if !slices.ContainsFunc(k.back[a.ID], func(back time.Time) bool { return back.After(at.declines[i]) && !back.After(at.declines[i+1]) }) {
				k.t.Errorf("attempt %s: captures were declined at %v, and its visitor came back at %v", a.ID, at.declines, k.back[a.ID])
			}
		}
		if at.authorised {
			k.t.Errorf("attempt %s, %s: its authorisation is neither captured nor cancelled", a.ID, a.State)
		}
		if a.State.Open() || a.State.Requested() || a.State == payment.StateAuthorised || a.State == payment.StateCancelling || a.State == payment.StateRefunding && a.Alert == "" {
			k.t.Errorf("attempt %s stays %s", a.ID, a.State)
		}
		if paid, read := k.told[a.ID]; read && paid == a.SettledAt.IsZero() {
			k.t.Errorf("attempt %s, %s: its visitor read that it was paid: %v", a.ID, a.State, paid)
		}
	}
	if b.AmountPaid != sum {
		k.t.Errorf("booking %s: %s counts as paid, the provider has %s", b.Ref, b.AmountPaid, sum)
	}
	refundFailed := slices.ContainsFunc(o.Attempts, func(a payment.Attempt) bool { return a.State == payment.StateRefundFailed })
	if b.State == booking.Confirmed && b.AmountPaid > b.Total && commands(o)["booking move"] == 0 && !refundFailed || b.Total < 0 {
		k.t.Errorf("booking %s: %s was paid of %s", b.Ref, b.AmountPaid, b.Total)
	}
	var fees money.Pence
	for _, c := range b.Stay.Charges {
		if c.Name == "Change fee" {
			fees += c.Amount
		}
	}
	want(k.t, "fees for changes of booking "+b.Ref, fees, money.Pence(changesOf(o))*testworld.Changes.Fee)
	if !b.ConfirmedAt.IsZero() && b.Reduction() < 0 {
		k.t.Errorf("booking %s: £%s is more than its parts", b.Ref, b.Total)
	}
	if b.State == booking.Held || b.State == booking.Paying {
		k.t.Errorf("booking %s stays %s", b.Ref, b.State)
	}
	if b.State == booking.Expired && sum != 0 {
		k.t.Errorf("booking %s: it expired, and %s of it was kept", b.Ref, sum)
	}
}

// commands counts what staff did about a booking.
func commands(o payment.Overview) map[string]int {
	of := map[string]int{}
	for _, action := range o.Actions {
		of[action.Command]++
	}
	return of
}

// changesOf counts the changes of the stay by its terms that were not undone.
func changesOf(o payment.Overview) int {
	return commands(o)["booking change"] - len(slices.DeleteFunc(slices.Clone(o.Actions), func(a payment.Action) bool {
		return a.Command != "undo" || !strings.HasSuffix(a.Done, "changes the stay")
	}))
}

// checkDeeds fails the test for a deed that did not end, or was done another number of times than
// it says.
func (k books) checkDeeds(o payment.Overview) {
	_, deeds, err := k.Payments.Deeds(context.Background(), o.Booking.Ref)
	if err != nil {
		k.t.Error(err)
	}
	for _, d := range deeds {
		times := 0
		for _, a := range o.Actions {
			times += count(a.Key == d.Key)
		}
		done := d.State == payment.DeedDone || d.State == payment.DeedUndone && d.Kind == "change"
		if d.State == payment.DeedWaiting || times != count(done) {
			k.t.Errorf("booking %s: '%s' is %s, and was done %d times", d.Ref, d.Text, d.State, times)
		}
	}
}

// checkNights compares the booked nights with the bookings that hold them.
func (k books) checkNights(all []payment.Overview) {
	type night struct {
		unit string
		date date.Date
	}
	holding := map[night]int{}
	for _, o := range all {
		if stay := o.Booking.Stay; o.Booking.State.HoldsNights() {
			for i := range stay.Nights {
				holding[night{stay.UnitTypeID, stay.Arrival + date.Date(i)}]++
			}
		}
	}
	err := k.Store.View(context.Background(), func(tx *store.Tx) error {
		booked, err := tx.BookedNights(testworld.Summer, nil)
		for unit, nights := range booked {
			for _, n := range nights {
				want(k.t, "units taken of "+unit+" on "+n.Night.ISO(), n.Units, holding[night{unit, n.Night}])
				delete(holding, night{unit, n.Night})
			}
		}
		return err
	})
	if err != nil {
		k.t.Error(err)
	}
	for n, units := range holding {
		want(k.t, "units taken of "+n.unit+" on "+n.date.ISO(), 0, units)
	}
}

// checkVouchers compares what was taken of each voucher with the bookings that
// took it.
func (k books) checkVouchers(all []payment.Overview) {
	spent := map[string]money.Pence{}
	for _, o := range all {
		b := o.Booking
		for code, use := range ledger.VoucherUses(o.Vouchers) {
			var due money.Pence
			switch {
			case code != b.Discount.Code || b.ConfirmedAt.IsZero():
			case b.State == booking.Refunded:
				due = b.VoucherKept()
			default:
				due = b.Reduction()
			}
			want(k.t, "taken of voucher "+code+" by booking "+b.Ref, use, ledger.VoucherUse{Taken: due})
			spent[code] += due
		}
	}
	for _, code := range []string{"GIFT50", "GIFTALL", "GIFTBIG"} {
		err := k.Store.Bookings().Update(context.Background(), func(tx booking.Tx) error {
			c, err := tx.LockCode(code)
			if err != nil {
				return err
			}
			v, err := tx.LockVoucher(code)
			if errors.Is(err, booking.ErrNoRow) {
				want(k.t, "spent of voucher "+code+", which nobody used", spent[code], 0)
				return nil
			}
			want(k.t, "left on voucher "+code, v.Left(), c.Amount-spent[code])
			return err
		})
		if err != nil {
			k.t.Error(err)
		}
	}
}

// checkEmails counts the e-mails about each booking.
func (k books) checkEmails(all []payment.Overview) {
	seen, got := map[string]bool{}, map[string]int{}
	for _, job := range k.Emails.Sent() {
		if seen[job.ID] && (k.repeated == nil || !k.repeated(job.ID)) {
			k.t.Errorf("the e-mail %s %s was sent twice", job.Kind, job.Key)
		}
		if !seen[job.ID] {
			got[job.Kind+" "+aboutWhat(k.t, job)]++
		}
		seen[job.ID] = true
	}
	for _, o := range all {
		k.checkEmailsOf(o, got)
	}
	for what, n := range got {
		if n > 0 {
			k.t.Errorf("%s: %d e-mails that nothing asked for", what, n)
		}
	}
}

// aboutWhat returns the booking that an e-mail is about, or the attempt.
func aboutWhat(t *testing.T, job outbox.Job) string {
	switch job.Kind {
	case booking.EmailPaymentPending, booking.EmailPaymentDenied, booking.EmailPaymentLost: // key booking/attempt
		_, attempt, _ := strings.Cut(job.Key, "/")
		return attempt
	case booking.EmailReleased, booking.EmailPayerPaid:
		return job.Key
	case booking.EmailPayerRefunded:
		return strings.Split(job.Key, "/")[1] // refund/attempt/number
	}
	var about booking.EmailJob
	if err := json.Unmarshal([]byte(job.Payload), &about); err != nil {
		t.Error(err)
	}
	return about.Ref
}

// checkEmailsOf takes the e-mails about a booking, and reports those that are missing
// or too many.
func (k books) checkEmailsOf(o payment.Overview, got map[string]int) {
	b := o.Booking
	// The personal data of an unpaid booking that has ended is deleted, so nobody knows
	// whether it had an address then.
	reachable := !b.ConfirmedAt.IsZero()
	take := func(kind, what string, least, most int) (n int) {
		n = got[kind+" "+what]
		delete(got, kind+" "+what)
		if n < least || n > most {
			k.t.Errorf("%s %s: %d e-mails instead of %d to %d", kind, what, n, least, most)
		}
		return n
	}
	exactly := func(kind string, n int) {
		least := n
		if !reachable {
			least = 0
		}
		take(kind, b.Ref, least, n)
	}
	refunds, receipts, cancelled, returned := 0, 0, map[string]int{}, map[string]int{}
	for _, m := range o.Movements {
		switch m.Kind {
		case ledger.Refund:
			refunds++
			returned[m.Attempt]++
		case ledger.AuthorisationCancelled:
			cancelled[m.Attempt] = 1
		}
	}
	for _, a := range o.Attempts {
		if a.TopUp && !a.SettledAt.IsZero() {
			receipts++
		}
		lost := a.State == payment.StateLost
		take(booking.EmailPaymentLost, a.ID, count(lost && b.State == booking.Confirmed), count(lost || a.State != payment.StateCancelled && cancelled[a.ID] > 0))
		told := take(booking.EmailPayerPaid, a.ID, 0, count(a.Link != "" && !a.SettledAt.IsZero())) // where an address was given
		take(booking.EmailPayerRefunded, a.ID, told*returned[a.ID], told*returned[a.ID])
		released := a.State == payment.StateCancelled && a.Link == ""
		take(booking.EmailReleased, a.ID, count(released && reachable), count(a.Method == payment.Card && !lost))
		pending := take(booking.EmailPaymentPending, a.ID, 0, count(a.Method == payment.Wallet))
		ended := a.State == payment.StateRefused || a.State == payment.StateFailed
		take(booking.EmailPaymentDenied, a.ID, pending*count(ended), pending)
	}
	exactly(booking.EmailRefunded, refunds)
	exactly(booking.EmailVoucher, count(voucherLater(o)))
	exactly(booking.EmailReceipt, receipts)
	exactly(booking.EmailChanged, commands(o)["booking move"]+changesOf(o)+int(b.Goodwill/usualGoodwill))
	exactly(booking.EmailConfirmation, count(reachable))
	exactly(booking.EmailCancelled, count(reachable && !b.State.HoldsNights()))
}

// voucherLater reports whether a booking gave something back to a voucher after it was
// cancelled, so that the e-mail about the cancellation did not say so.
func voucherLater(o payment.Overview) bool {
	return slices.ContainsFunc(o.Vouchers, func(l ledger.VoucherLine) bool { return l.Kind == ledger.LineReturned }) &&
		slices.ContainsFunc(o.Actions, func(a payment.Action) bool {
			return strings.Contains(a.Done, "becomes "+string(booking.Cancelled))
		})
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
