package payment

import (
	"strings"

	"holidaymaker/internal/booking"
)

// eventOf translates a provider's reply into an event. A payment of another
// amount or currency than the attempt's is treated as unwanted.
func eventOf(a Attempt, r Reply) Event {
	if !a.State.InFlight() {
		return r.Event
	}
	switch r.Event {
	case EventAuthorised:
		if a.mismatches(r) {
			return EventNotWanted
		}
	case EventChallenged:
		if a.State != StateSending {
			return EventRefused // a second challenge usually fails; the visitor must start again
		}
	case EventRefundRequested, EventRefunded:
		return EventFailed
	case EventDuplicate, EventNotFound, "":
		return EventUnknown
	default:
	}
	return r.Event
}

// mismatches reports whether a reply is about another amount or currency than
// the attempt's.
func (a Attempt) mismatches(r Reply) bool {
	return a.Method != Voucher && (r.Amount != a.Amount || r.Currency != "GBP")
}

// contradicts reports whether an answer of the provider contradicts what is
// known of an attempt. Captured money that was refunded in part is the case in
// which the state alone does not tell.
func (a Attempt) contradicts(tx Tx, event Event) (bool, error) {
	if a.State != StateCaptured || event != EventRefunded && event != EventRefundRequested && event != EventRefundFailed {
		return Contradicts(a.State, event), nil
	}
	sums, err := a.sums(tx)
	return sums.Refunded == 0, err
}

// amountAgreed reports whether the provider has agreed to the amount of an
// attempt.
func (s State) amountAgreed() bool {
	return s.TookMoney() || s == StateRefunding || s == StateRefundRequested
}

// noteWrongCapture notes the amount of a wallet's capture if it is not the attempt's.
func (a *Attempt) noteWrongCapture(r Reply) {
	if a.Method == Wallet && a.mismatches(r) {
		a.WrongCapture = r.Amount.String() + " " + r.Currency
	}
}

// decide turns the provider's event into the event for the attempt: it checks
// whether the booking can use the money, and whether a refund returns the whole
// amount.
func (s *Service) decide(tx Tx, b *booking.Booking, a *Attempt, event Event, r Reply) (Event, error) {
	switch {
	case event == EventNothingToPay, event == EventAuthorised && a.State.InFlight():
		taken, err := s.take(tx, b, *a, event)
		if err == nil && !taken {
			event = EventNotWanted
			if a.Method == Voucher {
				event = EventAbandoned
			}
		}
		return event, err
	case event == EventCaptured && (a.State.InFlight() || a.State == StateApproval):
		taken := false
		if !a.mismatches(r) {
			var err error
			if taken, err = s.take(tx, b, *a, event); err != nil {
				return event, err
			}
		}
		if !taken {
			a.ToRefund = a.Amount
			a.noteWrongCapture(r)
		}
	case event == EventCaptured && a.State != StateCaptureRequested && a.State != StateAuthorised && a.State != StateLost:
		if _, ok := Next(a.State, event); ok {
			a.ToRefund = a.Amount // captured although it was cancelled or had ended
			a.noteWrongCapture(r)
		}
	case event == EventRefundRequested || event == EventRefunded || event == EventRefundFailed:
		return s.refundNews(tx, a, event, r.Certain)
	}
	return event, nil
}

// refundNews decides what an answer about a refund means. Providers show only
// the last event of an order, and maybe an older state, so the answer may be
// about an earlier refund. It is then ignored.
func (s *Service) refundNews(tx Tx, a *Attempt, event Event, certain bool) (Event, error) {
	sums, err := a.sums(tx)
	if err != nil {
		return event, err
	}
	var (
		refunding = a.State == StateRefunding || a.State == StateRefundRequested
		again     = refunding && a.Refunds > 1 // not the attempt's first refund
		recent    = tx.Now().Sub(a.LastCallAt) < s.Limits.Lag
		// older means that the answer may be about an earlier refund
		older = a.Refunds > 1 && (recent && (refunding || event == EventRefundFailed) || a.State == StateRefunding && !a.RefundSent)
	)
	if event == EventRefundRequested && refunding && !older && !certain {
		a.RefundSeen = true
	}
	switch {
	case a.State == StateCaptured && sums.Refunded == 0:
		return EventUnknown, nil // there is no refund
	case !certain && a.State == StateRefundFailed && (a.ToRefund == 0 || a.Refunds > 1),
		!certain && older,
		event == EventRefundFailed && a.RefundedElsewhere,
		!certain && again && a.State == StateRefunding && !a.RefundSeen:
		return EventUnknown, nil
	case event == EventRefunded && a.State != StateCaptured && sums.Refundable() > a.ToRefund:
		return EventRefundedInPart, nil
	}
	return event, nil
}

func note(r Reply) string {
	n := string(r.Event)
	if r.Code != "" {
		n += " " + r.Code
	}
	if r.Text != "" {
		n += ": " + r.Text
	}
	return strings.ToValidUTF8(n[:min(len(n), 200)], "")
}
