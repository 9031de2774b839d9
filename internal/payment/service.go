package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/payment/orderlog"
)

// Limits are the limits of payment attempts; see DefaultLimits.
type Limits struct {
	Attempts  int           // how many may be sent to a provider for one booking or top-up
	Refused   int           // how many cards of one client network may be refused within an hour, on all nodes
	Answer    time.Duration // how long a request waits before it says 'pending'
	Call      time.Duration // how long a provider call may take
	Finish    time.Duration // how long the visitor has to finish an attempt
	PollAfter time.Duration
	// Inquiries is how many inquiries of a method the reconciler makes at once.
	Inquiries int
	// NotFoundAfter is the minimum age of a sent attempt before two answers in a row
	// that the provider does not know the order end it.
	NotFoundAfter time.Duration
	// Lag is how old the state may be that an inquiry shows.
	Lag time.Duration
	// RepeatAfter is how long after its acceptance a capture or cancellation is
	// requested again, if the provider still shows no effect. A refund that may
	// not have been received is then requested again too, if the provider shows
	// that it was not.
	RepeatAfter time.Duration
	// GiveUp is how long an outcome may stay unknown. After that the attempt
	// fails, and money that appears later is refunded.
	GiveUp time.Duration
	Off    bool // switches rate limits off, for load tests of the demo
}

// callOver is how long after its begin a call of a provider has ended for certain, also
// where its process has stopped.
func (l Limits) callOver() time.Duration { return l.Call + 10*time.Second }

// DefaultLimits returns the limits from the open points and the providers'
// documents.
func DefaultLimits() Limits {
	return Limits{Attempts: 5, Refused: 10, Answer: 8 * time.Second, Call: 50 * time.Second, Finish: 15 * time.Minute,
		PollAfter: 2 * time.Second, Inquiries: 8, NotFoundAfter: 5 * time.Minute, Lag: 30 * time.Minute, RepeatAfter: 6 * time.Hour, GiveUp: 72 * time.Hour}
}

// Config is the settings and dependencies of a Service.
type Config struct {
	Store    Store
	Bookings *booking.Service
	Card     CardProvider
	// Wallet is the wallet's provider; nil means that there is none.
	Wallet WalletGateway
	// CardOn and WalletOn report whether new payments by card and by wallet are
	// switched on; nil means always.
	CardOn, WalletOn func() bool
	// ReturnURL is the absolute address of POST /api/threedsreturn.
	ReturnURL string
	// WalletURL is the absolute address of /api/paypal, below which the wallet
	// sends the browser back. Brand is what the wallet calls the shop.
	WalletURL, Brand string
	// Keys sign an attempt's proof, which is sent through the bank's frame or the
	// wallet.
	Keys keyring.Ring
	// LinkDays is how many days the links are valid by which guests let others pay; 0: they
	// make none.
	LinkDays int
	Limits   Limits // zero value: DefaultLimits
	// Journal writes an order outside the database before a provider is asked to move its
	// money, and returns when the disk has it or ctx ends; nil: there is no journal.
	Journal func(ctx context.Context, e orderlog.Entry) error
	Log     *slog.Logger
	Bad     *badrecord.Register // attempts that the reconciler leaves out; may be nil
	Wake    func()              // after commits that wrote an outbox job; may be nil
	// StatementLine says in words what a change of a booking does to the next statement of its
	// operator; "" or nil: nothing is known of that.
	StatementLine func(before, after booking.Booking, was, then []ledger.Movement) string
	// Clock is the server's clock. It is used only for the times in signed
	// forms.
	Clock func() time.Time
}

// Service takes payments. It is safe for concurrent use. It returns
// *booking.Failure errors for expected refusals.
type Service struct {
	Config
	mu      sync.Mutex
	flights map[string]*flight // provider calls of this process by attempt
	failing map[string]bool    // attempts that this process has reported as bad
	calls   sync.WaitGroup
}

// New returns a Service.
func New(c Config) *Service {
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Wake == nil {
		c.Wake = func() {}
	}
	always := func() bool { return true }
	if c.CardOn == nil {
		c.CardOn = always
	}
	if c.WalletOn == nil {
		c.WalletOn = always
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Service{Config: c, flights: map[string]*flight{}, failing: map[string]bool{}}
}

// Wait returns when no provider call of this process is running, or with an
// error if ctx ends first. In that case the reconciler of another process, or
// of the next start, finds out the results of the calls.
func (s *Service) Wait(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		s.calls.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for calls to the card provider: %w", ctx.Err())
	}
}

// gateway returns the provider of a method.
func (s *Service) gateway(m Method) (Gateway, error) {
	switch {
	case m == Card && s.Card != nil:
		return s.Card, nil
	case m == Wallet && s.Wallet != nil:
		return s.Wallet, nil
	}
	return nil, errNoGateway
}

var (
	errNoSession  = booking.Refuse(booking.NoSession, "You have no booking in progress.")
	errAttempt    = booking.Refuse(booking.NotFound, "We could not find this payment.")
	errRefused    = booking.Refuse(booking.PaymentRefused, "There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.")
	errThreeDS    = booking.Refuse(booking.ThreeDSFailed, "There was an error during 3D Secure validation. Please try again.")
	errMAC        = booking.Refuse(booking.MACInvalid, "There was an error during 3D Secure validation. Please try again.")
	errInProgress = booking.Refuse(booking.PaymentInProgress, "A payment for this booking is in progress.")
	errMethod     = booking.Refuse(booking.MethodUnavailable, "This payment method is not available.")
	errExpired    = booking.Refuse(booking.HoldExpired, "Your booking has timed out")
	errState      = booking.Refuse(booking.WrongState, "This booking can no longer be changed.")
	errPrice      = booking.Refuse(booking.PriceChanged, "The price of this booking has changed. Please check the amounts again.")
	errTooMany    = &booking.Failure{Code: booking.RateLimited, RetryAfter: time.Hour, Message: "Too many requests. Please try again later."}
	errForm       = booking.Refuse(booking.Refused, "There was an error while submitting the form. Please try again.")
)

// begin registers a provider call of this process, so that requests can wait
// for its end; end marks the end. The transaction that marks the attempt as
// sent calls begin, because a request that reads the attempt as sent must also
// find the call. A transaction may run more than once: earlier is the call that its
// previous run has registered, or nil.
func (s *Service) begin(id string, earlier *flight) *flight {
	if earlier != nil {
		return earlier
	}
	s.calls.Add(1)
	f := &flight{id: id, ended: make(chan struct{})}
	s.mu.Lock()
	s.flights[id] = f
	s.mu.Unlock()
	return f
}

// claim has a transaction mark an attempt as sent, if it is to be sent, and registers the
// provider call. The call is nil where there is none to make.
func (s *Service) claim(ctx context.Context, mark func(tx Tx) (a Attempt, send bool, err error)) (a Attempt, call *flight, err error) {
	send := false
	err = s.Store.Update(ctx, func(tx Tx) (err error) {
		if a, send, err = mark(tx); err != nil || !send {
			return err
		}
		a.LastCallAt, a.NextCheck = tx.Now(), tx.Now().Add(s.Limits.callOver())
		call = s.begin(a.ID, call)
		return tx.SaveAttempt(a)
	})
	if call != nil && (err != nil || !send) {
		s.end(call)
		call = nil
	}
	return a, call, err
}

// flight is a provider call of this process about an attempt.
type flight struct {
	id    string
	ended chan struct{}
	// result is the attempt and its booking after the answer was recorded; nil where it was
	// not. It may be read once the call has ended.
	result *attemptWithBooking
}

func (s *Service) end(f *flight) {
	s.mu.Lock()
	if s.flights[f.id] == f { // not if the second call has begun already
		delete(s.flights, f.id)
	}
	s.mu.Unlock()
	close(f.ended)
	s.calls.Done()
}

// await waits until this process's call about an attempt ends, at most as long
// as a request may take. It returns the call's result, or nil.
func (s *Service) await(ctx context.Context, id string) *attemptWithBooking {
	s.mu.Lock()
	f := s.flights[id]
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	timer := time.NewTimer(s.Limits.Answer)
	defer timer.Stop()
	select {
	case <-f.ended:
		return f.result
	case <-timer.C:
	case <-ctx.Done():
	}
	return nil
}

// ifMissing returns instead if err means that there is no such row, and otherwise err.
func ifMissing(err, instead error) error {
	if errors.Is(err, booking.ErrNoRow) {
		return instead
	}
	return err
}
