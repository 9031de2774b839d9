package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
)

// Books is what Verify has found in a database.
type Books struct {
	Bookings int         `json:"bookings"`
	Payments int         `json:"payments"`
	Paid     money.Pence `json:"paid"` // what counts as paid of all bookings
	// Nights is how many nights of units are held or booked from a year ago on.
	Nights int `json:"nights"`
	// Wrong lists what contradicts.
	Wrong []Contradiction `json:"wrong,omitempty"`
}

// Contradiction is a fault in the books. Its text has no personal data.
type Contradiction struct {
	// About is "file", "booking", "nights", "oversold", "voucher" or "payment".
	About string `json:"about"`
	Text  string `json:"text"`
}

func (b *Books) add(about, format string, values ...any) {
	b.Wrong = append(b.Wrong, Contradiction{about, fmt.Sprintf(format, values...)})
}

// auditedAtOnce is how many bookings one transaction of Verify reads.
const auditedAtOnce = 200

// wrongListed is how many contradictions of a kind Verify looks for at most where the
// database counts them.
const wrongListed = 1000

// Verify checks the file of SQLite and the books: each booking against its payments, its
// movements of money and its vouchers, the booked nights against the bookings and the
// allotments, vouchers, and the jobs of payments. It changes nothing, and others may go on
// to sell.
func (s *Store) Verify(ctx context.Context) (b Books, err error) {
	for _, check := range []func(context.Context, *Books) error{s.verifyFile, s.verifyBookings, s.verifyNights, s.verifyVouchers, s.verifyJobs} {
		if err := check(ctx, &b); err != nil {
			return b, fmt.Errorf("verify the books: %w", err)
		}
	}
	return b, nil
}

// CheckFile has SQLite check its file, and returns what it finds.
func (s *Store) CheckFile(ctx context.Context) (wrong []string, err error) {
	if s.pool != nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, BulkDeadline)
	defer cancel()
	err = s.View(ctx, func(tx *Tx) error {
		wrong, err = Select(tx, readText, "PRAGMA integrity_check")
		if err == nil && len(wrong) == 1 && wrong[0] == "ok" {
			wrong = nil
		}
		if err != nil {
			return err
		}
		return tx.Query(func(scan func(into ...any) error) error {
			var table, parent string
			var row, key any
			err := scan(&table, &row, &parent, &key)
			wrong = append(wrong, fmt.Sprintf("row %v of %s names a row of %s that does not exist", row, table, parent))
			return err
		}, "PRAGMA foreign_key_check")
	})
	if err != nil {
		return nil, fmt.Errorf("check the database file: %w", err)
	}
	return wrong, nil
}

func (s *Store) verifyFile(ctx context.Context, b *Books) error {
	wrong, err := s.CheckFile(ctx)
	for _, text := range wrong {
		b.add("file", "%s", text)
	}
	return err
}

// verifyBookings audits all bookings in pages, each in one state of the database.
func (s *Store) verifyBookings(ctx context.Context, b *Books) error {
	for after, more := "", true; more; {
		err := s.View(ctx, func(tx *Tx) error {
			refs, err := Select(tx, readText, "SELECT ref FROM booking WHERE ref > $1 ORDER BY ref LIMIT $2", after, auditedAtOnce)
			if more = len(refs) == auditedAtOnce; len(refs) > 0 {
				after = refs[len(refs)-1]
			}
			for _, ref := range refs {
				if err := tx.auditInto(b, ref); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.View(ctx, func(tx *Tx) error {
		everyRef := "money_movement.ref" // which makes it the sum of all bookings
		return tx.QueryRow("SELECT (SELECT count(*) FROM booking), (SELECT count(*) FROM payment_attempt), ("+paidSum(everyRef)+")").Scan(&b.Bookings, &b.Payments, &b.Paid)
	})
}

// auditInto audits a booking. One that cannot be read is a contradiction, too.
func (tx *Tx) auditInto(b *Books, ref string) error {
	wrong, err := payment.AuditBooking(bookingTx{tx}, ref)
	switch {
	case err != nil && (tx.failed || tx.ctx.Err() != nil):
		return err
	case err != nil:
		b.add("booking", "booking %s cannot be read: %v", ref, err)
	case wrong != nil:
		b.add("booking", "%s", strings.ReplaceAll(wrong.Error(), "\n", "; "))
	}
	return nil
}

// counted names what is counted by night: a unit type, or an extra, whose id has a blank.
func counted(id string) string {
	if park, code, isExtra := strings.Cut(id, " "); isExtra {
		return "extra " + code + " of park " + park
	}
	return "unit type " + id
}

// unitNight is a night of a unit type, or of an extra.
type unitNight struct {
	unit  string
	night date.Date
}

// verifyNights compares the booked nights with those of the bookings that hold them, and
// the closed ones with the closures, from the first one on that a booking can still give
// back, and the booked ones with the allotment, or the pieces of an extra, from today on.
func (s *Store) verifyNights(ctx context.Context, b *Books) error {
	ctx, cancel := context.WithTimeout(ctx, BulkDeadline)
	defer cancel()
	return s.View(ctx, func(tx *Tx) error {
		today := date.In(tx.now)
		first := today - booking.NightsKept
		held, pieces, err := tx.heldNights(first)
		if err != nil {
			return err
		}
		closed, err := tx.closedNights(first, "TRUE")
		if err != nil {
			return err
		}
		booked := map[string][]availability.BookedNight{}
		err = tx.stockNights(first, func(n stockNight) {
			if !strings.Contains(n.unitType, " ") { // else pieces of an extra
				b.Nights += n.taken
			}
			key := unitNight{n.unitType, n.night}
			if of := held[key]; of != n.taken {
				b.add("nights", "%s on %s: %d are taken, bookings have %d", counted(n.unitType), n.night.ISO(), n.taken, of)
			}
			if of := closed[key]; of != n.closed {
				b.add("nights", "%s on %s: %d are closed, the closures say %d", counted(n.unitType), n.night.ISO(), n.closed, of)
			}
			if of, limited := pieces[key]; limited && n.taken > of && n.night >= today {
				b.add("oversold", "%s on %s: %d are taken of %d: it was sold twice", counted(n.unitType), n.night.ISO(), n.taken, of)
			}
			delete(held, key)
			delete(closed, key)
			if n.taken > 0 && n.night >= today {
				booked[n.unitType] = append(booked[n.unitType], availability.BookedNight{Night: n.night, Units: n.taken})
			}
		}, func(id string, err error) { b.add("nights", "%s: %v", counted(id), err) })
		if err != nil {
			return err
		}
		for n, of := range held {
			b.add("nights", "%s on %s: 0 are taken, bookings have %d", counted(n.unit), n.night.ISO(), of)
		}
		for n, of := range closed {
			if of != 0 {
				b.add("nights", "%s on %s: 0 are closed, the closures say %d", counted(n.unit), n.night.ISO(), of)
			}
		}
		return tx.verifyAllotments(b, booked)
	})
}

// heldNights counts the nights that bookings hold. An imported one holds none: the feed's
// allotment leaves them out. pieces is how many pieces of an extra there are: the most that
// one of the bookings has noted, as a later import may have lowered it.
func (tx *Tx) heldNights(first date.Date) (held, pieces map[unitNight]int, err error) {
	held, pieces = map[unitNight]int{}, map[unitNight]int{}
	err = tx.Query(func(scan func(into ...any) error) error {
		var unit, arrival, terms string
		var nights int
		if err := scan(&unit, &arrival, &nights, &terms); err != nil {
			return err
		}
		var t bookingTerms
		day, err := date.ParseISO(arrival)
		if err = errors.Join(err, json.Unmarshal([]byte(terms), &t)); err != nil || t.Imported {
			return nil // one that cannot be read is listed with the bookings
		}
		units := []booking.Stay{{UnitTypeID: unit, Arrival: day, Nights: nights}} // the columns: they decide by which nights it is found
		if len(t.Stay.Parts) > 0 {
			units = t.Stay.Units()
		}
		for _, u := range units {
			for night := max(u.Arrival, first); night < u.Arrival+date.Date(u.Nights); night++ {
				held[unitNight{u.UnitTypeID, night}]++
			}
		}
		for _, p := range (booking.Booking{Stay: t.Stay, Party: t.Party, Extras: t.Extras}).Pieces() {
			for night := max(p.First, first); night < p.First+date.Date(p.Nights); night++ {
				key := unitNight{p.Item, night}
				held[key] += p.Count
				pieces[key] = max(pieces[key], p.Of)
			}
		}
		return nil
	}, "SELECT unit_type, arrival, nights, terms FROM booking WHERE state IN ('held', 'paying', 'confirmed')")
	if err != nil {
		return nil, nil, fmt.Errorf("count the nights of bookings: %w", err)
	}
	return held, pieces, nil
}

// verifyAllotments looks for nights of which more units are taken than there are. What staff
// have closed may be more than a later feed has. A unit type that is not on sale any more
// has no allotment, and is left out.
func (tx *Tx) verifyAllotments(b *Books, taken map[string][]availability.BookedNight) error {
	return tx.Prices(slices.Sorted(maps.Keys(taken)), func(unit string, table, bytes []byte) error {
		there, err := availability.DecodeAllotment(bytes)
		if err != nil || len(table) == 0 {
			return nil // 'holidaymaker doctor' lists one that cannot be read
		}
		for _, n := range taken[unit] {
			if n.Units > there.At(n.Night) {
				b.add("oversold", "unit type %s on %s: %d are taken of %d: an import has lowered the allotment, or it was sold twice", unit, n.Night.ISO(), n.Units, there.At(n.Night))
			}
		}
		return nil
	})
}

func (s *Store) verifyVouchers(ctx context.Context, b *Books) error {
	v, err := s.Vouchers(ctx)
	for _, digest := range v.Wrong {
		b.add("voucher", "the voucher with the digest %s contradicts its bookings", digest)
	}
	return err
}

func (s *Store) verifyJobs(ctx context.Context, b *Books) error {
	return s.View(ctx, func(tx *Tx) error {
		ids, err := bookingTx{tx}.WithoutJob(wrongListed)
		for _, id := range ids {
			b.add("payment", "payment %s waits for a job that does not exist", id)
		}
		return err
	})
}
