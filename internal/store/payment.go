package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
)

// Payments returns the store through the interface that package payment needs.
func (s *Store) Payments() payment.Store {
	return port[payment.Tx]{s, func(tx *Tx) payment.Tx { return bookingTx{tx} }}
}

// attemptDetail is the JSON in an attempt's column detail.
type attemptDetail struct {
	Option       booking.PaymentOption `json:"option"`
	QuoteHash    string                `json:"quoteHash,omitempty"`
	TopUp        bool                  `json:"topUp,omitempty"`
	Checks       int                   `json:"checks,omitempty"`
	Missing      int                   `json:"missing,omitempty"`
	Note         string                `json:"note,omitempty"`
	Authorised   payment.Authorisation `json:"authorised"`
	Challenge    payment.Challenge     `json:"challenge"`
	Stickiness   string                `json:"stickiness,omitempty"`
	Client       string                `json:"client,omitempty"`
	ToRefund     money.Pence           `json:"giveBack,omitempty"`
	Refunds      int                   `json:"refunds,omitempty"`
	RefundSeen   bool                  `json:"refundSeen,omitempty"`
	RefundSent   bool                  `json:"refundSent,omitempty"`
	ApproveURL   string                `json:"approveUrl,omitempty"`
	WrongCapture string                `json:"oddCapture,omitempty"`
	Prompted     bool                  `json:"prompted,omitempty"`
	Declined     int                   `json:"declined,omitempty"`
	Elsewhere    bool                  `json:"refundedElsewhere,omitempty"`
	Dispute      string                `json:"dispute,omitempty"`
	Payer        string                `json:"payer,omitempty"`
}

const attemptColumns = `id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
	created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, link, detail`

// attemptFields receive the columns of an attempt.
type attemptFields struct {
	a                                            payment.Attempt
	live                                         bool
	created, expires, sent, call, settled, check int64
	detail                                       string
}

func (f *attemptFields) into() []any {
	a := &f.a
	return []any{&a.ID, &a.Ref, &a.Seq, &a.State, &f.live, &a.Method, &a.Amount, &a.OrderCode, &a.ProviderRef, &a.Key, &a.Holder,
		&f.created, &f.expires, &f.sent, &f.call, &f.settled, &f.check, &a.Alert, &a.Link, &f.detail}
}

func (tx bookingTx) readAttempt(scan func(into ...any) error) (payment.Attempt, error) {
	var f attemptFields
	return scanRow(scan, f.into(), func() (payment.Attempt, error) { return tx.attemptOf(&f) })
}

// attemptOf reads the columns of an attempt that may be saved later.
func (tx bookingTx) attemptOf(f *attemptFields) (payment.Attempt, error) {
	tx.remember("detail", f.a.ID, f.detail)
	return f.attempt()
}

// readToShow is readAttempt for a list that staff see. Of an attempt that cannot be read
// it has the columns that can, and says so in the alert.
func readToShow(scan func(into ...any) error) (payment.Attempt, error) {
	var f attemptFields
	return scanRow(scan, f.into(), func() (payment.Attempt, error) {
		a, err := f.attempt()
		if err != nil {
			a.Alert = strings.TrimSpace(a.Alert + " Its details cannot be read: correct the row of payment_attempt.")
		}
		return a, nil
	})
}

func (f *attemptFields) attempt() (payment.Attempt, error) {
	a := f.a
	a.CreatedAt, a.ExpiresAt, a.SentAt, a.LastCallAt = instant(f.created), instant(f.expires), instant(f.sent), instant(f.call)
	a.SettledAt, a.NextCheck = instant(f.settled), instant(f.check)
	var d attemptDetail
	if err := json.Unmarshal([]byte(f.detail), &d); err != nil {
		return a, fmt.Errorf("read a payment attempt: %w", err)
	}
	a.Option, a.QuoteHash, a.TopUp, a.Checks, a.Missing, a.Note = d.Option, d.QuoteHash, d.TopUp, d.Checks, d.Missing, d.Note
	a.Authorised, a.Challenge, a.Stickiness, a.Client = d.Authorised, d.Challenge, d.Stickiness, d.Client
	a.ToRefund, a.Refunds, a.RefundSeen, a.RefundSent, a.ApproveURL = d.ToRefund, d.Refunds, d.RefundSeen, d.RefundSent, d.ApproveURL
	a.WrongCapture, a.Prompted, a.Declined, a.RefundedElsewhere, a.Dispute, a.Payer = d.WrongCapture, d.Prompted, d.Declined, d.Elsewhere, d.Dispute, d.Payer
	return a, nil
}

func (tx bookingTx) attemptRow(a payment.Attempt) ([]any, error) {
	detail, err := jsonOf(tx.Tx, "detail", a.ID, attemptDetail{
		Option: a.Option, QuoteHash: a.QuoteHash, TopUp: a.TopUp, Checks: a.Checks, Missing: a.Missing, Note: a.Note,
		Authorised: a.Authorised, Challenge: a.Challenge, Stickiness: a.Stickiness, Client: a.Client,
		ToRefund: a.ToRefund, Refunds: a.Refunds, RefundSeen: a.RefundSeen, RefundSent: a.RefundSent, ApproveURL: a.ApproveURL,
		WrongCapture: a.WrongCapture, Prompted: a.Prompted, Declined: a.Declined, Elsewhere: a.RefundedElsewhere, Dispute: a.Dispute, Payer: a.Payer,
	})
	if err != nil {
		return nil, fmt.Errorf("write a payment attempt: %w", err)
	}
	return []any{a.ID, a.Ref, a.Seq, string(a.State), a.State.Open(), string(a.Method), int64(a.Amount), a.OrderCode, a.ProviderRef, a.Key, a.Holder,
		millis(a.CreatedAt), millis(a.ExpiresAt), millis(a.SentAt), millis(a.LastCallAt), millis(a.SettledAt), millis(a.NextCheck), a.Alert, a.Link, detail}, nil
}

func (tx bookingTx) InsertAttempt(a payment.Attempt) error {
	row, err := tx.attemptRow(a)
	if err != nil {
		return err
	}
	tx.lockedRow("payment_attempt", a.ID)
	return tx.later(statement{
		query: "INSERT INTO payment_attempt (" + attemptColumns + `)
		VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20)`,
		args: row,
		failed: func(err error) error {
			if errors.Is(err, ErrExists) {
				return payment.ErrLive
			}
			return fmt.Errorf("write the payment attempt %s: %w", a.ID, err)
		},
	})
}

func (tx bookingTx) SaveAttempt(a payment.Attempt) error {
	row, err := tx.attemptRow(a)
	if err != nil {
		return err
	}
	tx.saveCard(a)
	return tx.save("payment_attempt", a.ID, `UPDATE payment_attempt SET ref=$2, seq=$3, state=$4, live=$5, method=$6, amount=$7, order_code=$8, provider_ref=$9,
		client_key=$10, holder=$11, created_ms=$12, expires_ms=$13, sent_ms=$14, call_ms=$15, settled_ms=$16, check_ms=$17, alert=$18, link=$19, detail=$20
		WHERE id=$1`, row)
}

func (tx bookingTx) oneAttempt(where string, args ...any) (payment.Attempt, error) {
	a, err := tx.readAttempt(tx.QueryRow("SELECT "+attemptColumns+" FROM payment_attempt WHERE "+where, args...).Scan)
	return a, noRow(err)
}

func (tx bookingTx) Attempt(id string) (payment.Attempt, error) { return tx.oneAttempt("id = $1", id) }

func (tx bookingTx) LockAttempt(id string) (payment.Attempt, error) {
	a, err := tx.oneAttempt("id = $1"+tx.ForUpdate(), id)
	if err == nil {
		tx.lockedRow("payment_attempt", a.ID)
	}
	return a, err
}

// withBooking selects an attempt with its booking. withBookingToLock also locks them on
// PostgreSQL, in the order of the tables.
var (
	withBooking       = selectWithBooking("(" + paidSum("b.ref") + ")")
	withBookingToLock = selectWithBooking(paidLater)
)

func selectWithBooking(paid string) string {
	return "SELECT " + qualified("b", bookingColumns) + ", " + paid + ", " + qualified("a", attemptColumns) +
		" FROM booking b JOIN payment_attempt a ON a.ref = b.ref WHERE b.ref = $1 AND a.id = $2"
}

// qualified puts the name of a table before each column of a list.
func qualified(table, columns string) string {
	names := strings.Split(columns, ",")
	for i, name := range names {
		names[i] = table + "." + strings.TrimSpace(name)
	}
	return strings.Join(names, ", ")
}

func (tx bookingTx) readWithBooking(scan func(into ...any) error) (b booking.Booking, a payment.Attempt, err error) {
	var fb bookingFields
	var fa attemptFields
	if err = scan(append(fb.into(), fa.into()...)...); err != nil {
		return b, a, err
	}
	if b, err = tx.bookingOf(&fb); err == nil {
		a, err = tx.attemptOf(&fa)
	}
	return b, a, err
}

func (tx bookingTx) WithBooking(id, ref string) (booking.Booking, payment.Attempt, error) {
	b, a, err := tx.readWithBooking(tx.QueryRow(withBooking, ref, id).Scan)
	return b, a, noRow(err)
}

func (tx bookingTx) LockWithBooking(id, ref string) (b booking.Booking, a payment.Attempt, err error) {
	err = tx.lockAndRead(&b, func(_ int, scan func(into ...any) error) (err error) {
		b, a, err = tx.readWithBooking(scan)
		return err
	}, statement{query: withBookingToLock + tx.ForUpdate(), args: []any{ref, id}})
	if err == nil {
		tx.lockedRow("payment_attempt", a.ID)
	}
	return b, a, err
}

func (tx bookingTx) AttemptByOrder(code string) (payment.Attempt, error) {
	return tx.oneAttempt("order_code = $1", code)
}

const attemptsOfBooking = "SELECT " + attemptColumns + " FROM payment_attempt WHERE ref = $1 ORDER BY seq"

func (tx bookingTx) Attempts(ref string) ([]payment.Attempt, error) {
	return Select(tx.Tx, tx.readAttempt, attemptsOfBooking, ref)
}

func (tx bookingTx) AttemptsToShow(ref string) ([]payment.Attempt, error) {
	return Select(tx.Tx, readToShow, attemptsOfBooking, ref)
}

// LockWithAttempts sends its queries at once. The second one is run after the first one
// has the lock. It locks the attempts too: a notification changes one without its booking.
func (tx bookingTx) LockWithAttempts(ref string) (b booking.Booking, all []payment.Attempt, err error) {
	err = tx.lockAndRead(&b, func(i int, scan func(into ...any) error) (err error) {
		if i == 0 {
			b, err = tx.readBooking(scan)
			return err
		}
		a, err := tx.readAttempt(scan)
		all = append(all, a)
		return err
	}, tx.lockQuery(ref), statement{query: attemptsOfBooking + tx.ForUpdate(), args: []any{ref}})
	if err == nil {
		for _, a := range all {
			tx.lockedRow("payment_attempt", a.ID)
		}
	}
	return b, all, err
}

func (tx bookingTx) DueAttempts(limit int) (map[payment.Method][]string, error) {
	due := map[payment.Method][]string{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var method payment.Method
		var id string
		err := scan(&method, &id)
		due[method] = append(due[method], id)
		return err
	}, `SELECT method, id FROM (SELECT method, id, check_ms, ROW_NUMBER() OVER (PARTITION BY method ORDER BY check_ms) AS place
		FROM payment_attempt WHERE check_ms > 0 AND (check_ms <= $1 OR created_ms > $2 AND live AND state NOT IN ('unknown', 'pending'))) AS due
		WHERE place <= $3 ORDER BY check_ms`, tx.NowMs(), tx.skewedMs(), limit)
	return due, err
}

func (tx bookingTx) PostponeCheck(id string, until time.Time) error {
	_, err := tx.Exec("UPDATE payment_attempt SET check_ms = $2 WHERE id = $1 AND check_ms > 0", id, millis(until))
	return err
}

// jobOf is the SQL condition for the outbox job that an attempt's state needs.
const jobOf = `o.job_key = a.id AND o.state = 'due' AND o.kind = CASE a.state
	WHEN 'authorised' THEN '` + payment.JobCapture + `' WHEN 'cancelling' THEN '` + payment.JobCancel + `' ELSE '` + payment.JobRefund + `' END`

const needsJob = "a.state IN ('authorised', 'cancelling', 'refunding')"

func (tx bookingTx) WithoutJob(limit int) ([]string, error) {
	return Select(tx.Tx, readText, "SELECT a.id FROM payment_attempt a WHERE "+needsJob+
		" AND NOT EXISTS (SELECT 1 FROM outbox o WHERE "+jobOf+") ORDER BY a.id LIMIT $1", limit)
}

// requestedLong is the time within which the provider should have completed an
// accepted request.
const requestedLong = 24 * time.Hour

func (tx bookingTx) Backlog() (b payment.Backlog, err error) {
	var unknown, pending, stuck int64
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(MIN(sent_ms), 0) AS BIGINT) FROM payment_attempt
		WHERE live AND state IN ('sending', 'completing', 'unknown')`).Scan(&b.Unknown, &unknown)
	if err != nil {
		return b, fmt.Errorf("count payments of unknown outcome: %w", err)
	}
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(MIN(sent_ms), 0) AS BIGINT) FROM payment_attempt WHERE live AND state = 'pending'`).Scan(&b.Pending, &pending)
	if err != nil {
		return b, fmt.Errorf("count pending payments: %w", err)
	}
	err = tx.QueryRow(`SELECT COUNT(*) FROM payment_attempt WHERE method = $1
		AND (live AND state <> 'created' OR state IN ('refunding', 'refund requested'))`, string(payment.Wallet)).Scan(&b.AtWallet)
	if err != nil {
		return b, fmt.Errorf("count payments at the wallet: %w", err)
	}
	err = tx.QueryRow("SELECT COUNT(*), CAST(COALESCE(MIN(COALESCE(o.created_ms, a.created_ms)), 0) AS BIGINT) FROM payment_attempt a LEFT JOIN outbox o ON "+jobOf+
		" WHERE "+needsJob+" AND (o.id IS NULL OR o.tries >= $1)", outbox.FailingTries).Scan(&b.Stuck, &stuck)
	if err != nil {
		return b, fmt.Errorf("count payments that are stuck: %w", err)
	}
	var waits, since int64
	err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(MIN(call_ms), 0) AS BIGINT) FROM payment_attempt
		WHERE state IN ('capture requested', 'cancel requested', 'refund requested') AND call_ms < $1`, tx.NowMs()-requestedLong.Milliseconds()).Scan(&waits, &since)
	if err != nil {
		return b, fmt.Errorf("count requests that are not done: %w", err)
	}
	if b.Stuck += int(waits); waits > 0 && (stuck == 0 || since < stuck) {
		stuck = since
	}
	err = tx.QueryRow("SELECT COUNT(*) FROM payment_attempt WHERE alert <> ''").Scan(&b.Alerts)
	b.UnknownSince, b.PendingSince, b.StuckSince = instant(unknown), instant(pending), instant(stuck)
	return b, err
}
