package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Bookings returns the store through the interface that package booking needs.
func (s *Store) Bookings() booking.Store {
	return port[booking.Tx]{s, func(tx *Tx) booking.Tx { return bookingTx{tx} }}
}

// port is the store through the interface of a package whose transactions are T.
type port[T any] struct {
	store *Store
	as    func(*Tx) T
}

func (p port[T]) View(ctx context.Context, fn func(T) error) error {
	return p.store.View(ctx, func(tx *Tx) error { return fn(p.as(tx)) })
}

func (p port[T]) Update(ctx context.Context, fn func(T) error) error {
	return p.store.Update(ctx, func(tx *Tx) error { return fn(p.as(tx)) })
}

func (p port[T]) GroupCommit(ctx context.Context, fn func(T) error) error {
	return p.store.GroupCommit(ctx, func(tx *Tx) error { return fn(p.as(tx)) })
}

func (p port[T]) Parallel() bool { return p.store.pool != nil }

// bookingTx adds the methods for bookings and payments to a transaction.
type bookingTx struct{ *Tx }

// bookingTerms is the JSON in a booking's column terms: what was agreed.
type bookingTerms struct {
	OfferID     string                `json:"offer"`
	Stay        booking.Stay          `json:"stay"`
	Party       booking.Party         `json:"party"`
	Promo       bool                  `json:"promo,omitempty"`
	Imported    bool                  `json:"imported,omitempty"`
	Extras      []booking.ChosenExtra `json:"extras,omitempty"`
	Discount    booking.Discount      `json:"discount"`
	Steps       []string              `json:"steps,omitempty"`
	OnlyBooking bool                  `json:"onlyBooking,omitempty"`
	Compulsory  bool                  `json:"compulsory,omitempty"`
	BalanceDue  string                `json:"balanceDue,omitempty"`
	Sent        bool                  `json:"sent,omitempty"`
	Click       string                `json:"click,omitempty"`
	MovedAt     time.Time             `json:"movedAt,omitzero"`
	Brand       string                `json:"referer,omitempty"`
	ConfirmedBy string                `json:"confirmedBy,omitempty"`
	Goodwill    money.Pence           `json:"goodwill,omitempty"`
	OurGoodwill money.Pence           `json:"ourGoodwill,omitempty"`
	Settled     *booking.Settled      `json:"settled,omitempty"`
}

// bookingPerson is the JSON in a booking's column person: personal data.
type bookingPerson struct {
	Contact booking.Contact  `json:"contact"`
	Members []booking.Member `json:"members,omitempty"`
}

const bookingColumns = `ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
	attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms, ages_erased_ms, erased_ms, version`

// bookingPaid is the column of what counts as paid, in a query of bookings.
var bookingPaid = "(" + paidSum("booking.ref") + ")"

// bookingFields receive the columns of a booking, and what counts as paid.
type bookingFields struct {
	b                                                        booking.Booking
	unitType, arrival, terms, person                         string
	nights                                                   int
	started, expires, confirmed, changed, agesErased, erased int64
}

func (f *bookingFields) into() []any {
	b := &f.b
	return []any{&b.Ref, &b.Shown, &b.State, &b.Holder, &b.Client, &b.StartKey, &b.EmailKey, &f.unitType, &f.arrival, &f.nights,
		&b.Attempt, &b.Total, &f.terms, &f.person, &f.started, &f.expires, &f.confirmed, &f.changed, &f.agesErased, &f.erased, &b.Version, &b.AmountPaid}
}

func (tx bookingTx) readBooking(scan func(into ...any) error) (booking.Booking, error) {
	var f bookingFields
	return scanRow(scan, f.into(), func() (booking.Booking, error) { return tx.bookingOf(&f) })
}

// bookingOf reads the columns of a booking that may be saved later.
func (tx bookingTx) bookingOf(f *bookingFields) (booking.Booking, error) {
	tx.remember("terms", f.b.Ref, f.terms)
	tx.remember("person", f.b.Ref, f.person)
	b, err := f.booking()
	tx.foundBy(b)
	return b, err
}

// scanRow reads the columns of a row, and then what they mean.
func scanRow[T any](scan func(into ...any) error, into []any, row func() (T, error)) (t T, err error) {
	if err := scan(into...); err != nil {
		return t, err
	}
	return row()
}

func (f *bookingFields) booking() (booking.Booking, error) {
	b := f.b
	b.StartedAt, b.ExpiresAt, b.ConfirmedAt, b.ChangedAt = instant(f.started), instant(f.expires), instant(f.confirmed), instant(f.changed)
	b.AgesErasedAt, b.ErasedAt = instant(f.agesErased), instant(f.erased)
	var t bookingTerms
	if err := json.Unmarshal([]byte(f.terms), &t); err != nil {
		return b, fmt.Errorf("read the terms of a booking: %w", err)
	}
	b.OfferID, b.Stay, b.Party, b.Promo, b.Imported = t.OfferID, t.Stay, t.Party, t.Promo, t.Imported
	b.Extras, b.Discount, b.Steps, b.OnlyBooking = t.Extras, t.Discount, t.Steps, t.OnlyBooking
	b.Compulsory, b.BalanceDue, b.Sent, b.Click, b.MovedAt = t.Compulsory, t.BalanceDue, t.Sent, t.Click, t.MovedAt
	b.Brand, b.ConfirmedBy, b.Goodwill, b.OurGoodwill, b.Settled = t.Brand, t.ConfirmedBy, t.Goodwill, t.OurGoodwill, t.Settled
	if f.person != "" {
		var p bookingPerson
		if err := json.Unmarshal([]byte(f.person), &p); err != nil {
			return b, errors.New("read the person of a booking: not JSON") // without the cause, which would quote personal data
		}
		b.Contact, b.Members = p.Contact, p.Members
	}
	return b, nil
}

func (tx bookingTx) bookingRow(b booking.Booking) ([]any, error) {
	terms, err := jsonOf(tx.Tx, "terms", b.Ref, bookingTerms{
		OfferID: b.OfferID, Stay: b.Stay, Party: b.Party, Promo: b.Promo, Imported: b.Imported,
		Extras: b.Extras, Discount: b.Discount, Steps: b.Steps, OnlyBooking: b.OnlyBooking,
		Compulsory: b.Compulsory, BalanceDue: b.BalanceDue, Sent: b.Sent, Click: b.Click, MovedAt: b.MovedAt,
		Brand: b.Brand, ConfirmedBy: b.ConfirmedBy, Goodwill: b.Goodwill, OurGoodwill: b.OurGoodwill, Settled: b.Settled,
	})
	if err != nil {
		return nil, fmt.Errorf("write the terms of a booking: %w", err)
	}
	person := "" // also without what another version has there: it is erased as a whole
	if b.Contact != (booking.Contact{}) || len(b.Members) > 0 {
		if person, err = jsonOf(tx.Tx, "person", b.Ref, bookingPerson{Contact: b.Contact, Members: b.Members}); err != nil {
			return nil, fmt.Errorf("write the person of a booking: %w", err)
		}
	}
	return []any{b.Ref, b.Shown, string(b.State), b.Holder, b.Client, b.StartKey, b.EmailKey, b.Stay.UnitIDs(), b.Stay.Arrival.ISO(), b.Stay.Nights,
		b.Attempt, int64(b.Total), terms, person,
		millis(b.StartedAt), millis(b.ExpiresAt), millis(b.ConfirmedAt), millis(b.ChangedAt), millis(b.AgesErasedAt), millis(b.ErasedAt)}, nil
}

// noRow replaces the store's ErrNotFound by ErrNoRow of package booking.
func noRow(err error) error {
	if errors.Is(err, ErrNotFound) {
		return booking.ErrNoRow
	}
	return err
}

func (tx bookingTx) oneBooking(query string, args ...any) (booking.Booking, error) {
	b, err := tx.readBooking(tx.QueryRow(query, args...).Scan)
	return b, noRow(err)
}

var (
	oneBooking     = "SELECT " + bookingColumns + ", " + bookingPaid + " FROM booking WHERE ref = $1"
	bookingToLock  = "SELECT " + bookingColumns + ", " + paidLater + " FROM booking WHERE ref = $1"
	openByStartKey = "SELECT " + bookingColumns + ", " + bookingPaid + " FROM booking WHERE start_key = $1 AND state IN ('held', 'paying')"
)

// paidLater stands for what counts as paid in a query that locks a booking; see lockAndRead.
const paidLater = "CAST(0 AS BIGINT)"

func (tx bookingTx) Booking(ref string) (booking.Booking, error) {
	return tx.oneBooking(oneBooking, ref)
}

func (tx bookingTx) LockBooking(ref string) (b booking.Booking, err error) {
	err = tx.lockAndRead(&b, func(_ int, scan func(into ...any) error) (err error) {
		b, err = tx.readBooking(scan)
		return err
	}, tx.lockQuery(ref))
	return b, err
}

func (tx bookingTx) lockQuery(ref string) statement {
	return statement{query: bookingToLock + tx.ForUpdate(), args: []any{ref}}
}

// lockAndRead runs queries, of which the first one locks a booking, given its reference as $1,
// and reads their rows. read must read the booking into b. A statement that waits for a
// lock sees the ledger as it was before it waited, so a query of its own, which is sent
// with the others and runs last, sums up what was paid.
func (tx bookingTx) lockAndRead(b *booking.Booking, read func(i int, scan func(into ...any) error) error, all ...statement) error {
	found := false
	var paid money.Pence
	sum := statement{query: paidSum("$1"), args: all[0].args[:1]}
	err := tx.queries(append(all, sum), func(i int, scan func(into ...any) error) error {
		if i == len(all) {
			return scan(&paid)
		}
		found = found || i == 0
		return read(i, scan)
	})
	if err == nil && !found {
		err = booking.ErrNoRow
	}
	if err == nil {
		b.AmountPaid = paid
		tx.lockedRow("booking", b.Ref)
	}
	return err
}

func (tx bookingTx) OpenByStartKey(key string) (booking.Booking, error) {
	return tx.oneBooking(openByStartKey, key)
}

const insertBooking = "INSERT INTO booking (" + bookingColumns + `)
	VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,1)`

func (tx bookingTx) InsertBooking(b booking.Booking) (bool, error) {
	row, err := tx.bookingRow(b)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(insertBooking+" ON CONFLICT DO NOTHING", row...)
	if err == nil && n == 1 {
		err = tx.saveTerms(b)
	}
	return n == 1, err
}

func (tx bookingTx) AddBooking(b booking.Booking) error {
	row, err := tx.bookingRow(b)
	if err != nil {
		return err
	}
	return errors.Join(tx.later(statement{query: insertBooking, args: row,
		failed: func(err error) error { return fmt.Errorf("write the booking %s: %w", b.Ref, err) }}), tx.saveTerms(b))
}

func (tx bookingTx) SaveBooking(b booking.Booking) error {
	row, err := tx.bookingRow(b)
	if err == nil && !b.ErasedAt.IsZero() {
		err = tx.eraseEventValues(b.Ref)
	}
	if err != nil {
		return err
	}
	return errors.Join(tx.save("booking", b.Ref, `UPDATE booking SET shown=$2, state=$3, holder=$4, address=$5, start_key=$6, email_key=$7,
		unit_type=$8, arrival=$9, nights=$10, attempt=$11, total=$12, terms=$13, person=$14,
		started_ms=$15, expires_ms=$16, confirmed_ms=$17, changed_ms=$18, ages_erased_ms=$19, erased_ms=$20, version=version+1 WHERE ref=$1`, row), tx.saveTerms(b))
}

func (tx bookingTx) Unpaid(from date.Date, after string, limit int) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT ref FROM booking WHERE confirmed_ms > 0 AND erased_ms = 0 AND state = 'confirmed' AND arrival >= $1"+`
		AND ($2 = '' OR (arrival, ref) > (SELECT arrival, ref FROM booking WHERE ref = $2)) AND total > `+bookingPaid+" ORDER BY arrival, ref LIMIT $3", from.ISO(), after, limit)
}

func readText(scan func(into ...any) error) (s string, err error) {
	err = scan(&s)
	return s, err
}

func (tx bookingTx) OpenHolds(holder string) ([]string, error) {
	return Select(tx.Tx, readText, `SELECT ref FROM booking WHERE holder = $1 AND state IN ('held', 'paying')
		ORDER BY started_ms, ref`, holder)
}

func (tx bookingTx) CountOpenHolds(client string) (n int, err error) {
	err = tx.QueryRow("SELECT COUNT(*) FROM booking WHERE address = $1 AND state IN ('held', 'paying')", client).Scan(&n)
	return n, err
}

// overdue selects holds that ran out by $1. It also selects holds that began
// after $2: a clock that was wrong and has been set back since made them.
const overdue = "state = 'held' AND (expires_ms <= $1 OR started_ms > $2)"

func (tx bookingTx) skewedMs() int64 { return tx.NowMs() + booking.ClockSkew.Milliseconds() }

func (tx bookingTx) OverdueHolds(after string, limit int) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT ref FROM booking WHERE "+overdue+" AND ref > $3 ORDER BY ref LIMIT $4",
		tx.NowMs(), tx.skewedMs(), after, limit)
}

func (tx bookingTx) CountOverdue() (o booking.Overdue, err error) {
	var since int64
	err = tx.QueryRow("SELECT COUNT(*), CAST(COALESCE(MIN(expires_ms), 0) AS BIGINT) FROM booking WHERE "+overdue, tx.NowMs(), tx.skewedMs()).Scan(&o.Holds, &since)
	o.Since = instant(since)
	return o, err
}

// bookingsOfEmail names the condition of its index, without which SQLite does not use it.
const bookingsOfEmail = "SELECT shown FROM booking WHERE email_key = $1 AND email_key <> '' AND state = 'confirmed' ORDER BY arrival, ref"

func (tx bookingTx) BookingsOfEmail(emailKey string) ([]string, error) {
	return Select(tx.Tx, readText, bookingsOfEmail, emailKey)
}

func (tx bookingTx) AllOfEmail(emailKey string, limit int) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT ref FROM booking WHERE email_key = $1 AND email_key <> '' ORDER BY arrival DESC, ref LIMIT $2", emailKey, limit)
}

func (tx bookingTx) BookingsOfOtherKeys(current, after string, limit int) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT ref FROM booking WHERE email_key <> '' AND substr(email_key, 1, $1) <> $2 AND ref > $3 ORDER BY ref LIMIT $4",
		len(current), current, after, limit)
}
