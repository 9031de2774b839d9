package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment/ledger"
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
		return booking.Wrap("take a notification", err)
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
		fault, err = enterNotification(tx, method, n)
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
	return booking.Wrap("take a notification", err)
}

// enterNotification makes the reconciler ask about the order of a notification, unless it
// says what is known. It returns what in it contradicts the attempt.
func enterNotification(tx Tx, method Method, n Notification) (fault string, err error) {
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
		a.Dispute = n.Dispute
		return fault, tx.SaveAttempt(a)
	}
	if fault, err = a.earlierRefundFailed(tx, n); err != nil || fault != "" {
		a.addAlert(fault)
		return fault, errors.Join(err, tx.SaveAttempt(a))
	}
	if fault = a.contradicted(n); fault != "" {
		if !strings.Contains(a.Alert, namesOther) { // anyone may send these, so one is enough
			a.addAlert(fault)
		}
		return fault, tx.SaveAttempt(a)
	}
	if a.foreignRefund(n) {
		fault = "the provider reports '" + string(n.Event) + "' of money that we did not refund: ask the provider and correct the booking"
		a.addAlert(fault)
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

// disputeNews are the providers' events after which there is nothing to answer. All others
// about a dispute have a deadline.
var disputeNews = []string{"CHARGEBACK_REVERSED", "INFORMATION_SUPPLIED", "DISPUTE_EXPIRED", "CUSTOMER.DISPUTE.RESOLVED"}

// disputeAlert is the alert about a chargeback, or a request for information. event begins
// with the provider's name of the event.
func disputeAlert(ref, event string) string {
	name, _, _ := strings.Cut(event, ",")
	text := "the provider reports " + event + " of booking " + ref
	if slices.Contains(disputeNews, name) {
		return text + ": look in the provider's portal what became of the money"
	}
	return text + ": answer it in the provider's portal before its deadline"
}

// betweenAlerts separates the texts of an alert.
const betweenAlerts = "; "

// addAlert adds a text to the attempt's alert, and reports whether it is new. What is there
// stays, because a member of staff has not read it yet.
func (a *Attempt) addAlert(text string) bool {
	text = strings.ReplaceAll(text, betweenAlerts, ", ")
	switch {
	case a.Alert == "":
		a.Alert = text
	case !strings.Contains(a.Alert, text):
		a.Alert += betweenAlerts + text
	default:
		return false
	}
	return true
}

// addAlerts adds the texts that are not "", and returns those that are new.
func (a *Attempt) addAlerts(texts ...string) string {
	var added []string
	for _, text := range texts {
		if text != "" && a.addAlert(text) {
			added = append(added, text)
		}
	}
	return strings.Join(added, betweenAlerts)
}

// Parts of the alerts that end when the outcome of a payment or refund is known. The others
// stay until a member of staff removes them.
const (
	refundFailed    = "a refund failed: "
	refundsFailed   = "refunds failed: "
	outcomeUnknown  = "the outcome "
	refundUnknown   = "it is not known whether the provider has received a refund"
	contradiction   = ", and the provider says "
	tookBack        = "the provider took back a payment"
	namesOther      = "a notification names the "
	insteadOfAmount = " instead of £"
)

var (
	refundAlerts  = []string{refundFailed, refundsFailed, refundUnknown}
	outcomeAlerts = append([]string{outcomeUnknown, contradiction, tookBack, namesOther, insteadOfAmount}, refundAlerts...)
)

// endAlerts removes the texts of the attempt's alert that have one of some parts.
func (a *Attempt) endAlerts(parts []string) {
	texts := strings.Split(a.Alert, betweenAlerts)
	texts = slices.DeleteFunc(texts, func(text string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
	})
	a.Alert = strings.Join(texts, betweenAlerts)
}

// contradicted says which part of a notification contradicts the attempt, or "".
func (a Attempt) contradicted(n Notification) string {
	switch {
	case n.Merchant != "":
		return fmt.Sprintf(namesOther+"merchant %.40q", n.Merchant)
	case n.Amount != 0 && n.Amount != a.Amount && a.ToRefund == 0 && a.Refunds == 0, n.Currency != "" && n.Currency != "GBP":
		return fmt.Sprintf(namesOther+"amount %s %s", n.Amount, n.Currency)
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
	number := a.refundNumber(n.Refund)
	if n.Event != EventRefundFailed || number == 0 || number == a.Refunds {
		return "", nil
	}
	all, err := tx.Movements(a.Ref)
	if err != nil {
		return "", err
	}
	for _, refund := range ledger.Refunds(all) {
		if refund.Key == ledger.RefundKey(a.ID, number) {
			return "the provider reports that refund " + n.Refund + " of £" + refund.Amount.String() + ", which was not the last one, has failed: return that amount in another way", nil
		}
	}
	return "", nil
}

// foreignRefund reports whether a wallet's notification is about a refund, or a
// reversal, that we have not started. A report without a reference may be about
// one of ours.
func (a Attempt) foreignRefund(n Notification) bool {
	refund := n.Event == EventRefunded || n.Event == EventRefundRequested || n.Event == EventRefundFailed
	return a.Method == Wallet && refund && (n.Refund != "" || a.Refunds == 0) && a.refundNumber(n.Refund) == 0
}

// refundNumber returns which of our refunds a reference names, or 0.
func (a Attempt) refundNumber(reference string) int {
	for ; a.Refunds > 0; a.Refunds-- { // a is a copy: this counts down our refunds
		if reference == a.refundReference() {
			return a.Refunds
		}
	}
	return 0
}
