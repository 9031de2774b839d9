package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
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
	payload, err := json.Marshal(Stray{Method: method, Order: n.OrderCode, ProviderRef: n.ProviderRef})
	if err != nil {
		return fmt.Errorf("write a job about an unknown payment: %w", err)
	}
	err = s.Store.Update(ctx, func(tx Tx) error {
		return tx.Enqueue(outbox.Job{Kind: JobStray, Key: n.OrderCode, Payload: string(payload)})
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// errNoBooking means that captured money belongs to no booking.
var errNoBooking = fmt.Errorf("the provider has captured a payment that has no booking: restore the booking, or refund it with 'holidaymaker payment refund-stray': %w", outbox.ErrNever)

// stray asks the provider about a payment that we do not know, and refunds it if a member
// of staff wants that. A refund that the provider may have received is not sent again.
func (s *Service) stray(ctx context.Context, job outbox.Job) error {
	var p Stray
	if err := json.Unmarshal([]byte(job.Payload), &p); err != nil {
		return fmt.Errorf("read a job about an unknown payment: %w: %w", err, outbox.ErrNever)
	}
	err := s.Store.View(ctx, func(tx Tx) error {
		_, err := tx.AttemptByOrder(p.Order)
		return err
	})
	if !errors.Is(err, booking.ErrNoRow) {
		return err // nil: it is known now
	}
	g, err := s.gateway(p.Method)
	if err != nil {
		return err
	}
	reference := "R1-" + p.Order
	h := Handle{OrderCode: p.Order, ProviderRef: p.ProviderRef, Refund: reference}
	reply, err := g.Inquire(ctx, h)
	switch {
	case err != nil || reply.Event != EventCaptured:
		return err // nothing was captured, or it is refunded already
	case !p.Refund:
		return fmt.Errorf("order %s, £%s: %w", p.Order, reply.Amount, errNoBooking)
	case job.Tries > 1 && !g.RepeatsRefunds():
		return fmt.Errorf("refund of order %s: %w: %w", p.Order, errMayBeReceived, outbox.ErrNever)
	}
	h.PaymentRef, h.Amount, h.Whole = reply.Authorised.ID, reply.Amount, reply.Currency != "GBP"
	if err = g.Refund(ctx, h, reference, reply.Amount); errors.Is(err, ErrDeclined) {
		err = fmt.Errorf("%w: %w", err, outbox.ErrNever)
	}
	return err
}

// RefundStray has a payment refunded that the provider has and we do not know. The
// running servers ask the provider first, and refund only what was captured. It fails
// with an Impossible if the payment is known.
func (s *Service) RefundStray(ctx context.Context, p Stray, o StaffMember) error {
	return s.operate(ctx, o, "payment refund-stray", func(tx Tx, plan *plan) error {
		if p.Method != Card && (p.Method != Wallet || p.ProviderRef == "") {
			return Impossible("say the method, worldpay or paypal, and for paypal the id of its order")
		}
		a, err := tx.AttemptByOrder(p.Order)
		if err == nil {
			return Impossible("the payment belongs to booking " + a.Ref + ": use 'booking refund'")
		}
		if !errors.Is(err, booking.ErrNoRow) {
			return err
		}
		p.Refund = true
		payload, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("write a job about an unknown payment: %w", err)
		}
		plan.attempt = p.Order
		plan.add("what the provider has captured of order %s, which has no booking, is refunded", p.Order)
		return tx.EnqueueAgain(outbox.Job{Kind: JobStray, Key: p.Order, Payload: string(payload)})
	})
}
