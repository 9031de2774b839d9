package testworld

import (
	"context"
	"slices"
	"sync"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
)

// Emails collects the due e-mails instead of sending them.
type Emails struct {
	mu   sync.Mutex
	sent []outbox.Job
}

// emailKinds are the e-mails about a booking.
var emailKinds = []string{
	booking.EmailConfirmation, booking.EmailReceipt, booking.EmailReferences, booking.EmailPaymentLost, booking.EmailCancelled, booking.EmailRefunded, booking.EmailVoucher,
	booking.EmailReleased, booking.EmailPayerPaid, booking.EmailPayerRefunded, booking.EmailChanged, booking.EmailBalance, booking.EmailPaymentPending, booking.EmailPaymentDenied, booking.EmailMoved,
}

// Kinds returns the kinds of the e-mails so far.
func (l *Emails) Kinds() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	kinds := []string{}
	for _, j := range l.sent {
		kinds = append(kinds, j.Kind)
	}
	return kinds
}

// Sent returns the jobs of the e-mails so far.
func (l *Emails) Sent() []outbox.Job {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.sent)
}

// Jobs returns those of one kind.
func (l *Emails) Jobs(kind string) []outbox.Job {
	return slices.DeleteFunc(l.Sent(), func(j outbox.Job) bool { return j.Kind != kind })
}

// Take is the outbox handler that collects an e-mail.
func (l *Emails) Take(_ context.Context, job outbox.Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, job)
	return nil
}
