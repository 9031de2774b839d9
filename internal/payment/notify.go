package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
)

// Notify handles a notification from the provider of a method. It books
// nothing; it makes the reconciler ask the provider at once. An unknown order
// is not an error. A notification that contradicts the attempt sets its alert. A
// wrong signature is ErrForged; one that cannot be checked now is ErrUnverified.
func (s *Service) Notify(ctx context.Context, method Method, header http.Header, body []byte) error {
	g, err := s.gateway(method)
	if err != nil {
		return err
	}
	n, err := g.ParseNotification(ctx, header, body)
	if errors.Is(err, ErrForged) {
		s.Log.Warn("a notification is forged", "method", method, "error", err)
		return ErrForged
	}
	if errors.Is(err, ErrUnverified) {
		return wrap("take a notification", err)
	}
	if err != nil {
		return booking.Refuse(booking.InvalidRequest, "This notification cannot be read.")
	}
	if n.Unknown != "" {
		s.Log.Warn("a notification reports an event that is not known", "method", method, "event", n.Unknown)
		return nil
	}
	var fault string
	err = s.Store.Update(ctx, func(tx Tx) (err error) {
		fault, err = notified(tx, method, n)
		return err
	})
	switch {
	case n.Dispute != "" && (err == nil || errors.Is(err, booking.ErrNoRow)):
		s.Log.Error("the provider reports a dispute", "method", method, "order", n.OrderCode, "event", n.Dispute, "dispute", fault)
	case fault != "" && err == nil:
		s.Log.Error("a notification contradicts what is known of a payment", "contradiction", fault)
	case errors.Is(err, booking.ErrNoRow):
		s.Log.Warn("notification for an order that is not ours")
	}
	if errors.Is(err, booking.ErrNoRow) {
		err = s.noteStray(ctx, method, n)
	}
	return wrap("take a notification", err)
}

// notified makes the reconciler ask about the order of a notification, unless it
// says what is known. It returns what in it contradicts the attempt.
func notified(tx Tx, method Method, n Notification) (fault string, err error) {
	a, err := tx.AttemptByOrder(n.OrderCode)
	if err != nil {
		return "", err
	}
	if a, err = tx.LockAttempt(a.ID); err != nil || a.SentAt.IsZero() || a.Method != method {
		return "", err
	}
	if n.Dispute != "" && n.Merchant == "" {
		fault = disputeAlert(a.Ref, n.Dispute)
		a.addAlert(fault)
		return fault, tx.SaveAttempt(a)
	}
	if fault, err = a.earlierRefundFailed(tx, n); err != nil || fault != "" {
		a.addAlert(fault)
		return fault, errors.Join(err, tx.SaveAttempt(a))
	}
	if fault = a.contradicted(n); fault != "" {
		if a.Alert == "" { // a member of staff must not lose what was there first
			a.Alert = fault
		}
		return fault, tx.SaveAttempt(a)
	}
	if a.foreignRefund(n) {
		fault = "the provider reports '" + string(n.Event) + "' of money that we did not refund: ask the provider and correct the booking"
		if a.Alert == "" {
			a.Alert = fault
		}
		a.NextCheck, a.Prompted = tx.Now(), true
		return fault, tx.SaveAttempt(a)
	}
	_, news := Next(a.State, n.Event)
	waits := a.State == StateUnknown || a.State == StatePending || a.State == StateApproval
	if !waits && (a.State.Open() || !news && !Contradicts(a.State, n.Event)) {
		return "", nil // known, or a running call will return the answer
	}
	a.NextCheck = tx.Now()
	a.Prompted = a.Prompted || a.State != StateApproval || a.approvedBy(n)
	return "", tx.SaveAttempt(a)
}

// disputeAlert is the alert about a chargeback, or a request for information. These have
// deadlines.
func disputeAlert(ref, event string) string {
	return "the provider reports " + event + " of booking " + ref + ": answer it in the provider's portal before its deadline"
}

// addAlert adds a text to the attempt's alert. What is there stays, because a member of
// staff has not read it yet.
func (a *Attempt) addAlert(text string) {
	switch {
	case a.Alert == "":
		a.Alert = text
	case !strings.Contains(a.Alert, text):
		a.Alert += "; " + text
	}
}

// contradicted says which part of a notification contradicts the attempt, or "".
func (a Attempt) contradicted(n Notification) string {
	switch {
	case n.Merchant != "":
		return fmt.Sprintf("a notification names the merchant %.40q", n.Merchant)
	case n.Amount != 0 && n.Amount != a.Amount && a.GiveBack == 0 && a.Refunds == 0, n.Currency != "" && n.Currency != "GBP":
		return fmt.Sprintf("a notification names the amount %s %s", n.Amount, n.Currency)
	}
	return ""
}

// hookDelay is how long after an approval its notification may be written. A visitor
// needs more time to approve again after a declined capture.
const hookDelay = 5 * time.Second

// approvedBy reports whether a notification is about an approval that no capture has
// used yet.
func (a Attempt) approvedBy(n Notification) bool {
	return n.Event == EventApproved && n.CreatedAt.After(a.LastCallAt.Add(hookDelay))
}

// earlierRefundFailed says that a refund before the last one has failed although the ledger
// counts it, or is "". The state machine knows the last one only.
func (a Attempt) earlierRefundFailed(tx Tx, n Notification) (fault string, err error) {
	if n.Event != EventRefundFailed || n.Refund == "" || n.Refund == a.refundReference() {
		return "", nil
	}
	all, err := tx.Movements(a.Ref)
	if err != nil {
		return "", err
	}
	reversed := ledger.Reversals(all)
	for _, m := range all {
		number := strings.TrimPrefix(m.Key, string(ledger.Refund)+"/"+a.ID+"/")
		if m.Attempt == a.ID && m.Kind == ledger.Refund && n.Refund == "R"+number+"-"+a.ID && !reversed[m.ReversalKey()] {
			return "the provider reports that refund " + n.Refund + " of £" + m.Amount.String() + ", which was not the last one, has failed: return that amount in another way", nil
		}
	}
	return "", nil
}

// foreignRefund reports whether a wallet's notification is about a refund, or a
// reversal, that we have not started. A report without a reference may be about
// one of ours.
func (a Attempt) foreignRefund(n Notification) bool {
	refund := n.Event == EventRefunded || n.Event == EventRefundRequested || n.Event == EventRefundFailed
	if a.Method != Wallet || !refund || n.Refund == "" && a.Refunds > 0 {
		return false
	}
	for ; a.Refunds > 0; a.Refunds-- { // a is a copy: this counts down our refunds
		if n.Refund == a.refundReference() {
			return false
		}
	}
	return true
}
