package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
)

// JobStray is the kind of outbox jobs about payments that the provider has and we do not
// know, as after an older database was restored. Its payload is a Stray. A job that finds
// captured money is given up, so that doctor and 'outbox list' show it.
const JobStray = "stray.payment"

// Stray names a payment that has no booking.
type Stray struct {
	Method Method `json:"method"`
	Order  string `json:"order"`
	// ProviderRef is the wallet's id of the order; "" for a card.
	ProviderRef string `json:"providerRef,omitempty"`
	// Refund means that a member of staff wants the money returned.
	Refund bool `json:"refund,omitempty"`
}

// ourOrder matches the order codes that we make.
var ourOrder = regexp.MustCompile(`^P[0-9a-f-]{36}$`)

// noteStray writes a job about an order of a notification that we do not know, if its money
// may have been taken.
func (s *Service) noteStray(ctx context.Context, method Method, n Notification) error {
	if n.Event != EventCaptured || !ourOrder.MatchString(n.OrderCode) {
		return nil
	}
	err := s.ReportStray(ctx, Stray{Method: method, Order: n.OrderCode, ProviderRef: n.ProviderRef})
	if err == nil {
		s.Wake()
	}
	return err
}

// errNoBooking means that captured money belongs to no booking.
var errNoBooking = fmt.Errorf("the provider has captured a payment that has no booking here: if it is of this brand and this database, restore the booking, or refund it with 'holidaymaker payment refund-stray'; if another system uses the same merchant account, leave it: %w", outbox.ErrNever)

// stray asks the provider about a payment that we do not know, and refunds it if a member
// of staff wants that. Inquiries may show an old state, so only an answer that no money is
// kept ends the job.
func (s *Service) stray(ctx context.Context, job outbox.Job) error {
	var p Stray
	if err := json.Unmarshal([]byte(job.Payload), &p); err != nil {
		return fmt.Errorf("read a job about an unknown payment: %w: %w", err, outbox.ErrNever)
	}
	var (
		known bool
		sent  time.Time
	)
	err := s.Store.View(ctx, func(tx Tx) error {
		_, err := tx.AttemptByOrder(p.Order)
		if known = err == nil; known || !errors.Is(err, booking.ErrNoRow) {
			return err
		}
		sent, err = tx.StrayRefundSent(p.Order)
		return err
	})
	if err != nil || known {
		return err
	}
	g, err := s.gateway(p.Method)
	if err != nil {
		return err
	}
	h := Handle{OrderCode: p.Order, ProviderRef: p.ProviderRef, Refund: strayReference(p.Order)}
	reply, err := g.Inquire(ctx, h)
	if err != nil {
		return err
	}
	about := fmt.Sprintf("order %s, £%s", p.Order, reply.Amount)
	switch reply.Event {
	case EventRefused, EventAuthenticationFailed, EventCancelled, EventExpired:
		return nil
	case EventRefundRequested, EventRefunded:
		if sent.IsZero() && !reply.Certain { // maybe only a part was refunded, by the database that is lost
			return fmt.Errorf("%s: the provider shows a refund that this database has not sent: look there whether it returned the whole amount: %w", about, outbox.ErrNever)
		}
		return nil
	case EventRefundFailed:
		return fmt.Errorf("%s: its refund has failed: return the money in another way: %w", about, outbox.ErrNever)
	case EventCaptured:
	default:
		return fmt.Errorf("%s: the provider says %s, which does not show what became of the money", about, note(reply))
	}
	if !p.Refund {
		return fmt.Errorf("%s: %w", about, errNoBooking)
	}
	h.PaymentRef, h.Amount, h.Whole = reply.Authorised.ID, reply.Amount, reply.Currency != "GBP"
	return s.sendStrayRefund(ctx, g, h)
}

// strayReference is our reference of the refund of an order that has no booking. The refunds
// of bookings begin with R1.
func strayReference(order string) string { return "R0-" + order }

// sendStrayRefund refunds a captured payment that has no booking. It first records that, for
// as long as the order exists. A refund that the provider may have received is sent again as
// in recordSending: if the provider ignores a repetition, or still shows the order as
// captured long after that.
func (s *Service) sendStrayRefund(ctx context.Context, g Gateway, h Handle) error {
	sends := false
	err := s.Store.Update(ctx, func(tx Tx) (err error) {
		unlessAfter := tx.Now()
		if !g.RepeatsRefunds() {
			unlessAfter = unlessAfter.Add(-s.Limits.RepeatAfter)
		}
		sends, err = tx.SendStrayRefund(h.OrderCode, unlessAfter)
		return err
	})
	if err != nil {
		return err
	}
	if !sends {
		return fmt.Errorf("refund of order %s: %w", h.OrderCode, errMayBeReceived)
	}
	err = g.Refund(ctx, h, h.Refund, h.Amount)
	if errors.Is(err, ErrDeclined) {
		unsent := s.Store.Update(ctx, func(tx Tx) error { return tx.UnsendStrayRefund(h.OrderCode) })
		err = errors.Join(fmt.Errorf("%w: %w", err, outbox.ErrNever), unsent)
	}
	return err
}

// RefundStray has a payment refunded that the provider has and we do not know. The
// running servers ask the provider first, and refund only what was captured. It fails
// with a Refusal if the payment is known.
func (s *Service) RefundStray(ctx context.Context, p Stray, o StaffMember) error {
	return s.operate(ctx, o, "payment refund-stray", func(tx Tx, plan *Plan) error {
		if p.Method != Card && (p.Method != Wallet || p.ProviderRef == "") {
			return Refusal("say the method, worldpay or paypal, and for paypal the id of its order")
		}
		a, err := tx.AttemptByOrder(p.Order)
		if err == nil {
			return Refusal("the payment belongs to booking " + a.Ref + ": use 'booking refund'")
		}
		if !errors.Is(err, booking.ErrNoRow) {
			return err
		}
		p.Refund = true
		payload, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("write a job about an unknown payment: %w", err)
		}
		plan.Attempt = p.Order
		plan.add("what the provider has captured of order %s, which has no booking, is refunded, even if it is of another brand or a test system with the same merchant account", p.Order)
		return tx.ReplaceJob(outbox.Job{Kind: JobStray, Key: p.Order, Payload: string(payload)})
	})
}
