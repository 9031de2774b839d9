package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/office/staff"
)

// Records returns the store through the interface of package record.
func (s *Store) Records() record.Store { return recordStore{s} }

type recordStore struct{ store *Store }

func (s recordStore) Update(ctx context.Context, fn func(record.Tx) error) error {
	return s.store.Update(ctx, func(tx *Tx) error { return fn(recordTx{bookingTx{tx}}) })
}

type recordTx struct{ bookingTx }

// mailKinds are the kinds of e-mails about a booking.
var mailKinds = []string{booking.EmailConfirmation, booking.EmailReceipt, booking.EmailPaymentLost, booking.EmailCancelled, booking.EmailRefunded,
	booking.EmailVoucher, booking.EmailChanged, booking.EmailBalance, booking.EmailUnacknowledged, booking.EmailPaymentPending,
	booking.EmailPaymentDenied, booking.EmailReleased}

// jobWords are the states of an outbox job, of which a part of the office speaks as an e-mail.
var jobWords = map[string]string{"due": "waiting", "done": "sent", "given up": "failed"}

func (tx recordTx) Mails(ref string, keys []string) (all []record.Mail, err error) {
	kinds, args := placeholders(mailKinds)
	exact, exactArgs := placeholders(keys, args...)
	err = tx.queries([]statement{
		{query: "SELECT kind, job_key, state, created_ms FROM outbox WHERE kind IN (" + kinds + ") AND job_key IN (" + exact + ")", args: exactArgs},
		{query: fmt.Sprintf("SELECT kind, job_key, state, created_ms FROM outbox WHERE kind IN (%s) AND job_key >= $%d AND job_key < $%d", kinds, len(args)+1, len(args)+2),
			args: append(args[:len(args):len(args)], ref+"/", ref+"0")}, // 0 follows /
	}, func(_ int, scan func(into ...any) error) error {
		var m record.Mail
		var state string
		var at int64
		err := scan(&m.Kind, &m.Key, &state, &at)
		m.State, m.At = jobWords[state], instant(at)
		all = append(all, m)
		return err
	})
	return all, err
}

const noteColumns = "id, ref, kind, about, text, pinned, park_sees, person, by_whom, at_ms, request_key"

func (tx recordTx) Notes(ref string) ([]record.Note, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (n record.Note, err error) {
		var at int64
		err = scan(&n.ID, &n.Ref, &n.Kind, &n.About, &n.Text, &n.Pinned, &n.ParkSees, &n.Person, &n.By, &at, &n.Key)
		n.At = instant(at)
		return n, err
	}, "SELECT "+noteColumns+" FROM booking_note WHERE ref = $1 ORDER BY at_ms, id", ref)
}

func (tx recordTx) AddNote(n record.Note) (id string, added bool, err error) {
	made, err := uuid.NewV7()
	if err != nil {
		return "", false, fmt.Errorf("name a note: %w", err)
	}
	written, err := tx.Exec("INSERT INTO booking_note ("+noteColumns+") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) ON CONFLICT (ref, request_key) DO NOTHING",
		made.String(), n.Ref, string(n.Kind), n.About, n.Text, n.Pinned, n.ParkSees, n.Person, n.By, tx.NowMs(), n.Key)
	if err == nil && written == 0 {
		err = tx.QueryRow("SELECT id FROM booking_note WHERE ref = $1 AND request_key = $2", n.Ref, n.Key).Scan(&id)
		return id, false, err
	}
	return made.String(), true, err
}

func (tx recordTx) Checks(ref string) ([]staff.Event, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (e staff.Event, err error) {
		var at int64
		var fields string
		if err = scan(&at, &e.By, &fields); err != nil {
			return e, err
		}
		e.At = instant(at)
		return e, json.Unmarshal([]byte(fields), &e.Fields)
	}, "SELECT at_ms, by_whom, fields FROM office_event WHERE ref = $1 AND ref <> '' AND action = 'check caller' ORDER BY at_ms, id", ref)
}

func (tx recordTx) CheckOf(person, ref string) (matched []string, at time.Time, err error) {
	var words string
	var ms int64
	err = tx.QueryRow("SELECT matched, at_ms FROM caller_check WHERE person = $1 AND ref = $2", person, ref).Scan(&words, &ms)
	if errors.Is(err, ErrNotFound) {
		return nil, time.Time{}, nil
	}
	return strings.Fields(words), instant(ms), err
}

func (tx recordTx) SaveCheck(person, ref string, matched []string) error {
	_, err := tx.Exec(`INSERT INTO caller_check (person, ref, matched, at_ms) VALUES ($1,$2,$3,$4)
		ON CONFLICT (person, ref) DO UPDATE SET matched = excluded.matched, at_ms = excluded.at_ms`, person, ref, strings.Join(matched, " "), tx.NowMs())
	return err
}
