package booking

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/keyring"
)

// Limits are the limits of holds and look-ups. DefaultLimits returns the usual
// ones.
type Limits struct {
	Hold           time.Duration // from the start of a booking
	HoldAfterPay   time.Duration // at least this long from the start of a payment attempt
	HoldAtMost     time.Duration // longest life of a hold, from the start of the booking
	HoldsPerCookie int           // one more replaces the oldest unpaid one
	HoldsPerClient int           // open holds of one client address
	Failures       int           // wrong look-ups per reference within FailureSpan
	ReferenceTries int           // wrong look-ups per reference after which nobody may try
	ClientFailures int           // wrong look-ups per client address
	FailureSpan    time.Duration
	GrantIdle      time.Duration // without use for this long, access to a looked-up booking ends
	GrantAtMost    time.Duration // and this long after the look-up, however often it was used
	Resets         int           // reset e-mails per hour and address
	Off            bool          // rate limits off, for load tests of the demo
}

// DefaultLimits returns the limits of the specification and the open points.
func DefaultLimits() Limits {
	return Limits{
		Hold: 30 * time.Minute, HoldAfterPay: 15 * time.Minute, HoldAtMost: 60 * time.Minute,
		HoldsPerCookie: 3, HoldsPerClient: 60,
		Failures: 5, ReferenceTries: 50, ClientFailures: 20, FailureSpan: 15 * time.Minute,
		GrantIdle: 30 * time.Minute, GrantAtMost: 12 * time.Hour, Resets: 3,
	}
}

// Service does what visitors ask for with bookings. It is safe for concurrent
// use. Its errors are *Failure for expected refusals; any other error is a
// fault of the server.
type Service struct {
	store     Store
	catalogue Catalogue
	limits    Limits
	log       *slog.Logger
	wake      func() // called after a commit that enqueued a job
	bad       *badrecord.Register
	keys      keyring.Ring // of keyed digests
	brand     string
	partner   func(Stay) string
	oneUnit   func(parkID string) bool

	serverTells bool
}

// Config is what New needs.
type Config struct {
	Store     Store
	Catalogue Catalogue
	Limits    Limits // zero value: DefaultLimits
	Log       *slog.Logger
	Bad       *badrecord.Register // holds that cannot be ended; may be nil
	// Keys are those of the digests of addresses. Every node must have the same.
	Keys keyring.Ring
	// Brand is the brand's code, which bookings keep.
	Brand string
	// Partner names who takes the bookings of a stay's park, or returns "". Where it is nil,
	// no park is told of its bookings.
	Partner func(Stay) string
	// OneUnit reports whether the partner of a park takes bookings of one unit only; nil: none does.
	OneUnit func(parkID string) bool
	// ServerTells leaves it to a running server to tell parks: a command has no partners file.
	ServerTells bool
	// Wake is called after every commit that wrote an outbox job; may be nil.
	Wake func()
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
	return &Service{store: c.Store, catalogue: c.Catalogue, limits: c.Limits, log: c.Log, wake: c.Wake, bad: c.Bad, keys: c.Keys, brand: c.Brand, partner: c.Partner, oneUnit: c.OneUnit, serverTells: c.ServerTells}
}

// Visitor identifies the caller: the value of the booking cookie, the client's address,
// and its network, by which limits count. Only digests of them are stored.
type Visitor struct{ Token, Address, Network string }

// Holder returns the digest of the cookie, under which bookings are stored.
func (v Visitor) Holder() string { return digest("cookie", v.Token) }

// Client returns the keyed digest of a client's network, under which limits are
// counted.
func (s *Service) Client(v Visitor) string { return s.keys.Digest("client", v.Network) }

// EmailKey returns the keyed digest by which bookings are found by e-mail
// address.
func (s *Service) EmailKey(email string) string {
	return s.keys.Digest("email", plainEmail(email))
}

// plainEmail is an address as digests are made of it.
func plainEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// View is a booking as its holder sees it, with today's amounts.
type View struct {
	Booking
	Quote Quote
	// Now is the server's time. Clients count down the hold from it.
	Now time.Time
}

func (s *Service) view(b Booking, now time.Time) View {
	return View{Booking: b, Quote: b.Quote(date.In(now)), Now: now}
}

// Load returns a booking in progress of this visitor. Failures: NoSession;
// NotFound when it belongs to another visitor; HoldExpired; WrongState when it
// is already confirmed or cancelled.
func (s *Service) Load(ctx context.Context, v Visitor, bookID string) (View, error) {
	var view View
	err := s.store.View(ctx, func(tx Tx) error {
		b, err := readOwn(tx.Booking, v, bookID)
		if err != nil {
			return err
		}
		switch {
		case b.Lapsed(tx.Now()):
			return errExpired
		case b.State != Held && b.State != Paying:
			return errState // the visitor finds it with My Booking, which shows no personal data
		}
		view = s.view(b, tx.Now())
		return nil
	})
	return view, Wrap("load a booking", err)
}

// Lapsed reports whether the hold is over: expired, or about to be ended by the
// sweeper. A booking with an open payment attempt has not lapsed.
func (b Booking) Lapsed(now time.Time) bool {
	return b.State == Expired || b.State == Held && !b.Live(now)
}

// readOwn finds a booking by its reference as written, and checks that it belongs
// to the visitor.
func readOwn(read func(string) (Booking, error), v Visitor, bookID string) (Booking, error) {
	if v.Token == "" {
		return Booking{}, errNoSession
	}
	b, err := byReference(read, bookID)
	if err == nil && (b.Holder == "" || b.Holder != v.Holder()) {
		err = ErrNoRow
	}
	if errors.Is(err, ErrNoRow) {
		return Booking{}, errNotFound
	}
	return b, err
}

// byReference finds a booking by its reference as written. If there is none, it
// tries the reference with mistaken letters replaced (see crockfordReading).
func byReference(read func(string) (Booking, error), written string) (Booking, error) {
	if len(written) > 64 {
		return Booking{}, ErrNoRow
	}
	b, err := read(NormalReference(written))
	if reading := crockfordReading(written); errors.Is(err, ErrNoRow) && reading != NormalReference(written) {
		return read(reading)
	}
	return b, err
}

// change locks a held booking of the visitor, lets fn change it, and saves it.
// A payment attempt that still waits for the browser does not prevent this: its
// amounts are then out of date, which is noticed when it is sent.
func (s *Service) change(ctx context.Context, v Visitor, bookID, doing string, fn func(tx Tx, b *Booking) error) (View, error) {
	return s.changeIn(ctx, s.store.Update, v, bookID, doing, fn)
}

// changeIn does so in a transaction of a kind: that of GroupCommit may take and return what
// is counted by night.
func (s *Service) changeIn(ctx context.Context, transaction func(context.Context, func(Tx) error) error, v Visitor, bookID, doing string, fn func(tx Tx, b *Booking) error) (View, error) {
	var view View
	err := transaction(ctx, func(tx Tx) error {
		b, err := changeable(tx, v, bookID)
		if err != nil {
			return err
		}
		if err := fn(tx, &b); err != nil {
			return err
		}
		view, err = s.saveChange(tx, b)
		return err
	})
	return view, Wrap(doing, err)
}

// changeable locks a booking of the visitor that can still be changed.
func changeable(tx Tx, v Visitor, bookID string) (Booking, error) {
	b, err := readOwn(tx.LockBooking, v, bookID)
	switch {
	case err != nil:
		return b, err
	case b.Lapsed(tx.Now()):
		return b, errExpired
	case b.State != Held && b.State != Paying:
		return b, errState
	case b.Sent:
		return b, errPaying
	}
	return b, nil
}

// saveChange saves a booking that was changed, after it has refreshed its voucher.
func (s *Service) saveChange(tx Tx, b Booking) (View, error) {
	if err := RefreshVoucher(tx, &b); err != nil {
		return View{}, err
	}
	b.ChangedAt = tx.Now()
	return s.view(b, tx.Now()), tx.SaveBooking(b)
}
