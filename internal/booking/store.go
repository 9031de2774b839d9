package booking

import (
	"context"
	"errors"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/outbox"
)

// Store runs transactions over bookings. A function that returns an error
// leaves nothing behind; it may run more than once.
type Store interface {
	// View reads one consistent state.
	View(ctx context.Context, fn func(Tx) error) error
	// Update changes bookings but no booked nights.
	Update(ctx context.Context, fn func(Tx) error) error
	// GroupCommit is for transactions that take or return nights: many callers
	// may share one commit, and booked nights are locked from the beginning.
	GroupCommit(ctx context.Context, fn func(Tx) error) error
}

// ErrNoRow says that there is no such row.
var ErrNoRow = errors.New("no such row")

// ErrUnavailable says that the database cannot be reached, did not answer in
// time or cannot write, such as on a full disk. Whether a commit that ended so
// was made is unknown. Any method of a Store may return it.
var ErrUnavailable = errors.New("the database is unavailable")

// Tx is one transaction with one 'now'. Methods that look for one row return
// ErrNoRow when there is none.
type Tx interface {
	Now() time.Time

	// Booking reads a booking by its normal reference.
	Booking(ref string) (Booking, error)
	// LockBooking reads a booking that this transaction will change.
	LockBooking(ref string) (Booking, error)
	// InsertBooking writes a new booking. added is false, and nothing is
	// written, when an open booking has the same StartKey or Ref.
	InsertBooking(b Booking) (added bool, err error)
	// SaveBooking writes a booking that was locked or inserted here.
	SaveBooking(b Booking) error
	// OpenByStartKey finds the open booking of a start.
	OpenByStartKey(key string) (Booking, error)
	// OpenHolds lists the references of a cookie's unpaid open bookings,
	// oldest first.
	OpenHolds(holder string) ([]string, error)
	// CountOpenHolds counts the unpaid open bookings of a client's address.
	CountOpenHolds(address string) (int, error)
	// OverdueHolds lists held bookings whose hold has run out, by reference,
	// beginning behind one.
	OverdueHolds(after string, limit int) ([]string, error)
	// CountOverdue counts them.
	CountOverdue() (Overdue, error)
	// BookingsOfEmail lists the shown references of confirmed bookings under
	// either digest of an e-mail address.
	BookingsOfEmail(emailKey, unkeyed string) ([]string, error)
	// Payments lists what was paid for a booking, oldest first.
	Payments(ref string) ([]Payment, error)

	// TakeNights takes one unit of every night of a stay; ok is false, and
	// nothing is taken, where a night has none left.
	TakeNights(unitTypeID string, arrival date.Date, nights int) (ok bool, err error)
	// ReturnNights gives them back.
	ReturnNights(unitTypeID string, arrival date.Date, nights int) error
	// Price is today's price of a stay for a party of a size; ok is false
	// where there is none.
	Price(unitTypeID string, arrival date.Date, nights, partySize int) (price money.Pence, ok bool, err error)

	// LockCode reads a discount code or voucher that this transaction may use
	// up.
	LockCode(code string) (catalogue.Code, error)
	// VoucherUsed adds up what other bookings than ref have reserved or
	// redeemed of a voucher.
	VoucherUsed(code, exceptRef string) (money.Pence, error)
	// ReserveVoucher sets what a booking has reserved of a voucher, in place
	// of anything it had reserved; an amount of 0 releases it.
	ReserveVoucher(ref, code string, amount money.Pence) error
	// RedeemVoucher turns a booking's reservations into redemptions.
	RedeemVoucher(ref string) error
	// ReleaseVoucher gives back what a booking reserved or redeemed.
	ReleaseVoucher(ref string) error

	// AddFailure counts one more failure under a key.
	AddFailure(key string) error
	// Failures counts those of the last span. LockFailures does too and keeps
	// others who would lock the key waiting until the transaction ends, so that
	// attempts that come at once are counted one after the other.
	Failures(key string, span time.Duration) (int, error)
	LockFailures(key string, span time.Duration) (int, error)
	// Grant lets a cookie see a booking from now on; Touch does so again for
	// a grant that was used since a time and reports whether there was one.
	Grant(holder, ref string) error
	Touch(holder, ref string, since time.Time) (bool, error)
	// Grants lists the bookings that a cookie was granted and used since.
	Grants(holder string, since time.Time) ([]string, error)
	// Forget drops a grant.
	Forget(holder, ref string) error
	// Forgotten removes failures and grants older than a time.
	Forgotten(before time.Time) error
	// Discard removes holds that came to nothing and jobs that ended before a
	// time, at most some hundreds, and says how many.
	Discard(before time.Time) (int, error)

	// Enqueue writes an outbox job, done after the commit.
	Enqueue(job outbox.Job) error
}

// Catalogue answers what is for sale; the snapshot in memory.
type Catalogue interface {
	// Unit returns a unit type with its park, the park's operator and the
	// region's name; ok is false for one that is not sold.
	Unit(unitTypeID string) (u Unit, ok bool)
}

// Unit is a unit type with all that a booking needs to know about it.
type Unit struct {
	Type     catalogue.UnitType
	Park     catalogue.Park
	Operator catalogue.Operator
	Region   string // name
}

// LiveCatalogue is a Catalogue that looks units up in the snapshot which the
// function returns at that moment.
type LiveCatalogue func() *catalogue.Snapshot

// Unit implements Catalogue.
func (current LiveCatalogue) Unit(id string) (Unit, bool) {
	u, ok := current().Unit(id)
	if !ok {
		return Unit{}, false
	}
	return Unit{Type: u.UnitType, Park: u.Park.Park, Operator: *u.Park.Operator, Region: u.Park.Region.Name}, true
}
