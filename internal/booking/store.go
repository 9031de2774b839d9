package booking

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment/ledger"
)

// Store runs transactions over bookings. When a function returns an error,
// nothing that it did is kept. A function may run more than once.
type Store interface {
	// View reads one consistent state.
	View(ctx context.Context, fn func(Tx) error) error
	// Update changes bookings, but not booked nights.
	Update(ctx context.Context, fn func(Tx) error) error
	// GroupCommit is for transactions that take or return nights. Many callers
	// may share one commit, and booked nights are locked from its beginning.
	GroupCommit(ctx context.Context, fn func(Tx) error) error
}

// ErrNoRow means that there is no such row.
var ErrNoRow = errors.New("no such row")

// ErrUnavailable means that the database cannot be reached, did not answer in
// time or cannot write, for example because its disk is full. A commit that
// ended with it may or may not have happened. Any method of a Store may return
// it.
var ErrUnavailable = errors.New("the database is unavailable")

// Tx is one transaction. Its time does not change while it runs. Methods that
// look for one row return ErrNoRow when there is none.
type Tx interface {
	Now() time.Time

	// Booking reads a booking by its reference in normal form.
	Booking(ref string) (Booking, error)
	// LockBooking reads a booking that this transaction will change.
	LockBooking(ref string) (Booking, error)
	// InsertBooking writes a new booking. When an open booking has the same
	// StartKey or Ref, it writes nothing and added is false.
	InsertBooking(b Booking) (added bool, err error)
	// AddBooking writes a new booking whose Ref and StartKey no open booking has; where
	// one has them, the transaction fails.
	AddBooking(b Booking) error
	// SaveBooking writes a booking that this transaction has locked or
	// inserted.
	SaveBooking(b Booking) error
	// OpenByStartKey finds the open booking with a StartKey.
	OpenByStartKey(key string) (Booking, error)
	// OpenHolds lists the references of a cookie's unpaid open bookings,
	// oldest first.
	OpenHolds(holder string) ([]string, error)
	// CountOpenHolds counts the unpaid open bookings of a client.
	CountOpenHolds(client string) (int, error)
	// OverdueHolds returns the references of held bookings whose hold has run
	// out, sorted, beginning with the first one after the given reference.
	OverdueHolds(after string, limit int) ([]string, error)
	// CountOverdue counts these holds.
	CountOverdue() (Overdue, error)
	// BookingsOfEmail returns the shown references of the confirmed bookings
	// under the digest of an e-mail address.
	BookingsOfEmail(emailKey string) ([]string, error)
	// AllOfEmail returns the references of the bookings in any state under the digest of an
	// e-mail address: the latest arrivals first, at most limit.
	AllOfEmail(emailKey string, limit int) ([]string, error)
	// BookingsOfOtherKeys returns the references of the bookings whose digest of an
	// e-mail address does not begin with the current key's id and a colon, sorted,
	// beginning with the first one after the given reference.
	BookingsOfOtherKeys(current, after string, limit int) ([]string, error)
	// Payments returns the payments received for a booking, oldest first. An
	// amount that was given back is negative.
	Payments(ref string) ([]Payment, error)
	// RefundsDue returns what is to be given back for a booking and is not yet.
	RefundsDue(ref string) ([]Refund, error)
	// AddMovement writes a row of the ledger; one with the same key that is
	// there already stays as it is. Movements lists a booking's, oldest first.
	AddMovement(m ledger.Movement) error
	Movements(ref string) ([]ledger.Movement, error)

	// TakeNights takes one unit for every night of a stay. When a night has
	// none left, it takes nothing and ok is false.
	TakeNights(unitTypeID string, arrival date.Date, nights int) (ok bool, err error)
	// ReturnNights returns them.
	ReturnNights(unitTypeID string, arrival date.Date, nights int) error
	// TakePieces, ReturnPieces and PiecesTaken do for extras of which a park has so many what
	// TakeNights does for unit types. PiecesTaken returns how many are taken on the night on
	// which most are.
	TakePieces(item string, first date.Date, nights, pieces, of int) (ok bool, err error)
	ReturnPieces(item string, first date.Date, nights, pieces int) error
	PiecesTaken(item string, first date.Date, nights int) (int, error)
	// Price returns today's price of a stay for a party of a size, without what the
	// catalogue charges, and what each dog costs. ok is false where there is none.
	Price(unitTypeID string, arrival date.Date, nights, partySize int) (price money.Pence, dogs money.Rates, ok bool, err error)
	// Levies returns today's levies on stays in a unit type.
	Levies(unitTypeID string) ([]catalogue.Levy, error)

	// LockCode reads a discount code or voucher. It locks a voucher, because this
	// transaction may use it up, and enters in its history what the catalogue has
	// changed. It returns ErrNoRow for a voucher that a member of staff has ended.
	LockCode(code string) (catalogue.Code, error)
	// VoucherUsed returns what bookings other than exceptRef have reserved of a voucher
	// or taken from it.
	VoucherUsed(code, exceptRef string) (money.Pence, error)
	// ReserveVoucher sets the amount that a booking has reserved of a voucher;
	// 0 releases it.
	ReserveVoucher(ref, code string, amount money.Pence) error
	// RedeemVoucher turns a booking's reservations into redemptions.
	RedeemVoucher(ref string) error
	// ReleaseVoucher gives back what a booking has reserved or redeemed.
	ReleaseVoucher(ref string) error
	// VoucherLinesOf lists the lines of vouchers about a booking, oldest first.
	VoucherLinesOf(ref string) ([]ledger.VoucherLine, error)
	// VoucherToday reads a voucher with its history, and the line that its next use
	// writes because the catalogue has another amount; this line has no time.
	VoucherToday(code string) (ledger.Voucher, error)
	// VouchersToEnd lists the codes of vouchers that have something left although a
	// member of staff has ended them or, if staff have issued them, their last day is
	// before today; sorted, beginning with the first one after the given code.
	VouchersToEnd(today date.Date, after string, limit int) ([]string, error)
	// Unpaid lists, by arrival, the references of confirmed bookings that begin on a day
	// or later and are not paid in full. The list begins after the booking whose
	// reference is after; "" is the beginning.
	Unpaid(from date.Date, after string, limit int) ([]string, error)
	// LockVoucher reads a voucher with its history in order to change it.
	LockVoucher(code string) (ledger.Voucher, error)
	// AddVoucherLine writes a line of a voucher's history.
	AddVoucherLine(l ledger.VoucherLine) error

	// AddFailure counts one more failure under a key.
	AddFailure(key string) error
	// Failures counts the failures of the last span. LockFailures does the
	// same, and makes other transactions that would lock the key wait until
	// this one ends, so that simultaneous attempts are counted one after the
	// other.
	Failures(key string, span time.Duration) (int, error)
	LockFailures(key string, span time.Duration) (int, error)
	// Grant gives a cookie access to a booking. Touch extends a grant if it was
	// given after one time and used after another, and reports whether there was one.
	Grant(holder, ref string) error
	Touch(holder, ref string, granted, used time.Time) (bool, error)
	// Grants returns the bookings to which a cookie has a grant that was given after
	// one time and used after another.
	Grants(holder string, granted, used time.Time) ([]string, error)
	// Forget deletes a grant, ForgetAll those of a booking.
	Forget(holder, ref string) error
	ForgetAll(ref string) error
	// DiscardTraces deletes failures and grants older than a time, at most some
	// hundred of each.
	DiscardTraces(before time.Time) error
	// Discard deletes unpaid expired holds and finished jobs older than a time,
	// a few hundred at most, and returns how many.
	Discard(before time.Time) (int, error)

	// RaiseReservation raises the version of what partners are to know of a booking, whose
	// row is locked, and returns it. partner takes the booking now, and others must give it
	// up; "" means nobody: then they must give it up only if it was moved to another park.
	// The version is 0 where no partner takes it or ever took it.
	RaiseReservation(ref, partner string, moved bool) (version int, err error)
	// ForgetReservations removes what partners have written about a booking.
	ForgetReservations(ref string) error
	// EndWatches deletes the price watches of a booking.
	EndWatches(ref string) error

	// PayLinks lists the links of a booking by which others pay, oldest first. PayLink reads one
	// without what was paid by it. InsertPayLink writes a new one, EndPayLink takes one back, and
	// ForgetPayLinks erases the names of a booking's.
	PayLinks(ref string) ([]PayLink, error)
	PayLink(id string) (PayLink, error)
	InsertPayLink(l PayLink) error
	EndPayLink(id string) error
	ForgetPayLinks(ref string) error

	// Enqueue writes an outbox job, which is done after the commit.
	Enqueue(job outbox.Job) error
}

// Catalogue looks up what is for sale in the snapshot in memory.
type Catalogue interface {
	// Unit returns a unit type with its park, the park's operator and the
	// region's name. ok is false for one that is not sold.
	Unit(unitTypeID string) (u Unit, ok bool)
}

// Unit is a unit type with everything that a booking needs to know about it.
type Unit struct {
	Type     catalogue.UnitType
	Park     catalogue.Park
	Operator catalogue.Operator
	Region   string           // name
	Levies   []catalogue.Levy // on stays in it
}

// LiveCatalogue is a Catalogue over the current snapshot, which the function
// returns.
type LiveCatalogue func() *catalogue.Snapshot

// Unit implements Catalogue.
func (current LiveCatalogue) Unit(id string) (Unit, bool) {
	u, ok := current().Unit(id)
	if !ok {
		return Unit{}, false
	}
	return Unit{Type: u.UnitType, Park: u.Park.Park, Operator: *u.Park.Operator, Region: u.Park.Region.Name, Levies: u.Levies()}, true
}
