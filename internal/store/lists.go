package store

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

const (
	// claimsKept is for how long it is stored who has taken a task.
	claimsKept = 30 * 24 * time.Hour
	// claimHolds is for how long a task that somebody has taken is theirs alone.
	claimHolds = 15 * time.Minute
)

func (s findStore) Claim(ctx context.Context, c find.Claim, later time.Duration, e staff.Event) error {
	return s.store.Update(ctx, func(tx *Tx) error {
		until := int64(0)
		if later > 0 {
			until = tx.NowMs() + later.Milliseconds()
		}
		written, err := tx.Exec(`INSERT INTO office_claim (task, person, by_whom, taken, until_ms, at_ms) VALUES ($1,$2,$3,$4,$5,$6)
			ON CONFLICT (task) DO UPDATE SET person = excluded.person, by_whom = excluded.by_whom, taken = excluded.taken,
			until_ms = excluded.until_ms, at_ms = excluded.at_ms WHERE NOT office_claim.taken OR office_claim.person = excluded.person OR office_claim.at_ms < $7`,
			c.Task, c.Person, c.By, c.Taken, until, tx.NowMs(), tx.NowMs()-claimHolds.Milliseconds())
		if err == nil && written == 0 {
			return staff.Refuse(staff.Conflict, "Somebody else has taken this meanwhile, and nothing was changed. Load the page again.")
		}
		if err == nil {
			_, err = tx.Exec("DELETE FROM office_claim WHERE at_ms < $1", tx.NowMs()-claimsKept.Milliseconds())
		}
		return errors.Join(err, tx.AddEvent(e))
	})
}

func (tx findTx) Claims() (map[string]find.Claim, error) {
	all := map[string]find.Claim{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var c find.Claim
		var until int64
		err := scan(&c.Task, &c.Person, &c.By, &c.Taken, &until)
		c.Until = instant(until)
		all[c.Task] = c
		return err
	}, "SELECT task, person, by_whom, taken, until_ms FROM office_claim")
	return all, err
}

func (tx findTx) Staying(park string, from, to date.Date) ([]find.Stay, error) {
	return Select(tx.Tx, func(scan func(into ...any) error) (s find.Stay, err error) {
		var arrival string
		if err = scan(&s.Ref, &arrival, &s.Nights); err == nil {
			s.Arrival, err = date.ParseISO(arrival)
		}
		return s, err
	}, `SELECT b.ref, b.arrival, b.nights FROM booking_term t JOIN booking b ON b.ref = t.ref
		WHERE t.kind = 'park' AND t.term = $1 AND t.arrival >= $2 AND t.arrival <= $3 AND b.state = 'confirmed'`, park, from.ISO(), to.ISO())
}

func (tx findTx) NotesForParks(refs []string) (map[string][]string, error) {
	names, args := placeholders(refs)
	all := map[string][]string{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var ref, text string
		err := scan(&ref, &text)
		all[ref] = append(all[ref], text)
		return err
	}, "SELECT ref, text FROM booking_note WHERE ref IN ("+names+") AND park_sees AND text <> '' ORDER BY at_ms, id", args...)
	return all, err
}

func (tx findTx) ReservationsOfAll(refs []string) ([]reservation.Row, error) {
	names, args := placeholders(refs)
	return Select(tx.Tx, readReservation, "SELECT "+reservationColumns+" FROM reservation WHERE ref IN ("+names+") ORDER BY ref, partner", args...)
}

// ofParks is the condition that a booking, whose reference is given, is of one of some parks;
// "" where parks is nil.
func ofParks(ref string, parks []string, before ...any) (string, []any) {
	if parks == nil {
		return "", before
	}
	if len(parks) == 0 {
		return " AND FALSE", before
	}
	names, args := placeholders(parks, before...)
	return " AND EXISTS (SELECT 1 FROM booking_term o WHERE o.ref = " + ref + " AND o.kind = 'park' AND o.term IN (" + names + "))", args
}

func (tx findTx) OverdueRefs(parks []string, limit int) ([]string, error) {
	today := tx.Today().ISO()
	condition, args := ofParks("t.ref", parks, today, limit)
	return Select(tx.Tx, readText, "SELECT t.ref FROM booking_term t WHERE t.kind = 'due' AND t.term <= $1 AND t.arrival >= $1"+condition+
		" ORDER BY t.arrival, t.ref LIMIT $2", args...)
}

func (tx findTx) UnansweredRows(parks []string, limit int) ([]reservation.Row, error) {
	condition, args := ofParks("reservation.ref", parks, tx.Today().ISO(), limit)
	return Select(tx.Tx, readReservation, "SELECT "+reservationColumns+stillToCome+condition+" ORDER BY waiting_ms, reservation.ref, partner LIMIT $2", args...)
}

func (tx findTx) PaymentsToSee(limit int) ([]payment.Attempt, error) {
	return tx.Unsettled(true, limit)
}

func (tx findTx) DeedsNotDone(since time.Time, limit int) ([]payment.Deed, error) {
	return Select(tx.Tx, readDeed, "SELECT "+deedColumns+` FROM deed WHERE state = 'refused' AND due_ms > 0 AND ended_ms >= $1
		AND NOT EXISTS (SELECT 1 FROM deed again WHERE again.ref = deed.ref AND again.kind = deed.kind AND again.at_ms > deed.at_ms)
		ORDER BY ended_ms, id LIMIT $2`, millis(since), limit)
}

func (tx findTx) FailedMails(limit int) ([]find.Task, error) {
	kinds, args := placeholders(mailKinds, limit, booking.EmailUnacknowledged) // that one is for staff and the park
	all, err := Select(tx.Tx, func(scan func(into ...any) error) (t find.Task, err error) {
		var at int64
		err = scan(&t.Ref, &at)
		t.Ref, _, _ = strings.Cut(strings.TrimPrefix(t.Ref, string(ledger.Refund)+"/"), "/")
		t.Since = instant(at)
		return t, err
	}, "SELECT job_key, created_ms FROM outbox WHERE kind IN ("+kinds+") AND kind <> $2 AND state <> 'done' AND state = 'given up' ORDER BY created_ms DESC, job_key LIMIT $1", args...)
	if err != nil || len(all) == 0 {
		return all, err
	}
	// The keys of e-mails about refunds and released amounts name the payment in place of the booking.
	ids := make([]string, len(all))
	for i, t := range all {
		ids[i] = t.Ref
	}
	names, payments := placeholders(ids)
	refs := map[string]string{}
	err = tx.Query(func(scan func(into ...any) error) error {
		var id, ref string
		err := scan(&id, &ref)
		refs[id] = ref
		return err
	}, "SELECT id, ref FROM payment_attempt WHERE id IN ("+names+")", payments...)
	for i, t := range all {
		all[i].Ref = cmp.Or(refs[t.Ref], t.Ref)
	}
	return all, err
}

func (tx findTx) Arriving(day date.Date, parks []string) (bookings, places int, err error) {
	condition, args := ofParks("b.ref", parks, day.ISO())
	err = tx.QueryRow(`SELECT COUNT(*), COUNT(DISTINCT t.term) FROM booking b JOIN booking_term t ON t.ref = b.ref AND t.kind = 'park'
		WHERE b.confirmed_ms > 0 AND b.erased_ms = 0 AND b.arrival = $1 AND b.state = 'confirmed'`+condition, args...).Scan(&bookings, &places)
	return bookings, places, err
}
