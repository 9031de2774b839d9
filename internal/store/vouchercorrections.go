package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// The history of a catalogue's voucher follows the catalogue when the voucher is
// used. The functions of this file compute the correction that is due until then, for
// people who ask what is left. They write nothing.

// correctionOf returns the correction of a voucher of the catalogue on a day; c is
// nil where the catalogue does not have it any more. A voucher that cannot be used is
// worth nothing. The history never says so, because the catalogue may prolong the
// voucher or bring it back.
func correctionOf(sums ledger.VoucherSums, code string, c *catalogue.Code, today date.Date) (line ledger.VoucherLine, due bool) {
	switch {
	case c == nil:
		return sums.Correction(code, 0, "the catalogue does not have it any more")
	case c.Until != "" && c.Until < today.ISO():
		return sums.Correction(code, 0, "its last day was "+c.Until)
	}
	return sums.Correction(code, c.Amount, inCatalogue)
}

func (tx bookingTx) VoucherToday(code string) (ledger.Voucher, error) {
	v, err := tx.Voucher(code)
	used := err == nil
	if used && (!v.FromCatalogue || v.Voided()) || err != nil && !errors.Is(err, booking.ErrNoRow) {
		return v, err
	}
	var listed *catalogue.Code
	c, err := tx.codeOfCatalogue(code)
	switch {
	case err == nil && c.Kind == catalogue.VoucherCode:
		listed, v.Until = &c, c.Until
	case err != nil && !errors.Is(err, booking.ErrNoRow):
		return v, err
	case !used:
		return v, booking.ErrNoRow
	}
	v.Code, v.FromCatalogue = code, true
	if line, due := correctionOf(v.Sums(), code, listed, date.In(tx.Now())); due {
		v.Lines = append(v.Lines, line)
	}
	return v, nil
}

// dueCorrection is a correction of a voucher that has an amount left.
type dueCorrection struct {
	line ledger.VoucherLine
	left money.Pence // without the correction
}

// dueCorrections lists, by code, the corrections of all vouchers of the catalogue. One
// that the catalogue has in a form that cannot be read is not corrected: the doctor
// lists it as a bad record.
func (tx *Tx) dueCorrections() (all []dueCorrection, err error) {
	listed, unreadable := map[string]*catalogue.Code{}, map[string]bool{}
	err = tx.EntitiesOf(catalogue.KindCode, func(id string, body []byte) error {
		var c catalogue.Code
		if json.Unmarshal(body, &c) != nil {
			unreadable[id] = true
		} else if c.Kind == catalogue.VoucherCode {
			listed[id] = &c
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	today := date.In(tx.Now())
	correct := func(code string, sums ledger.VoucherSums) {
		if line, due := correctionOf(sums, code, listed[code], today); due {
			all = append(all, dueCorrection{line, sums.Left()})
		}
	}
	err = tx.Query(func(scan func(into ...any) error) error {
		var code string
		var sums ledger.VoucherSums
		var voided bool
		if err := scan(&code, &sums.Worth, &sums.Used, &voided); err != nil {
			return err
		}
		if !voided && !unreadable[code] {
			correct(code, sums)
		}
		delete(listed, code)
		return nil
	}, `SELECT v.code, CAST(SUM(CASE WHEN l.ref = '' THEN l.amount ELSE 0 END) AS BIGINT), CAST(SUM(CASE WHEN l.ref <> '' THEN -l.amount ELSE 0 END) AS BIGINT),
		MAX(CASE WHEN l.kind = 'voided' THEN 1 ELSE 0 END) = 1
		FROM voucher v LEFT JOIN voucher_line l ON l.code = v.code WHERE v.from_catalogue GROUP BY v.code`)
	if err != nil {
		return nil, fmt.Errorf("add up vouchers: %w", err)
	}
	for code := range listed { // those that nobody has used
		correct(code, ledger.VoucherSums{})
	}
	slices.SortFunc(all, func(a, b dueCorrection) int { return cmp.Compare(a.line.Code, b.line.Code) })
	return all, nil
}

// VoucherStatus is what a member of staff wants to know about vouchers.
type VoucherStatus struct {
	Open int         // how many have something left
	Left money.Pence // on all of them
	// Wrong are the digests of vouchers of which too much was spent, or of which a
	// booking that has ended still reserves an amount. The database refuses both.
	Wrong []string
}

// Vouchers counts vouchers and compares them with their bookings.
func (s *Store) Vouchers(ctx context.Context) (v VoucherStatus, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		err := tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM
			(SELECT SUM(amount) AS amount FROM voucher_line GROUP BY code HAVING SUM(amount) > 0) AS voucher`).Scan(&v.Open, &v.Left)
		if err != nil {
			return err
		}
		due, err := tx.dueCorrections()
		if err != nil {
			return err
		}
		for _, c := range due {
			v.Left += c.line.Amount
			switch {
			case c.left == 0:
				v.Open++
			case c.left+c.line.Amount == 0:
				v.Open--
			}
		}
		wrong, err := Select(tx, readText, `SELECT code FROM voucher_line GROUP BY code HAVING SUM(amount) < 0
			UNION SELECT l.code FROM voucher_line l JOIN booking b ON b.ref = l.ref
			WHERE l.kind IN ('reserved', 'released') AND b.state NOT IN ('held', 'paying') GROUP BY l.code, l.ref HAVING SUM(l.amount) <> 0 ORDER BY 1`)
		v.Wrong = nil
		for _, code := range wrong {
			v.Wrong = append(v.Wrong, ledger.VoucherDigest(code))
		}
		return err
	})
	if err != nil {
		return v, fmt.Errorf("count vouchers: %w", err)
	}
	return v, nil
}
