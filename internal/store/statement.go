package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/payment/ledger"
)

// Statements is the store as package accounts wants it.
func (s *Store) Statements() accounts.Store { return statements{s} }

type statements struct{ store *Store }

func (r statements) BookedAfter(ctx context.Context, ref string, limit int) (all []accounts.Booked, err error) {
	err = r.store.View(ctx, func(tx *Tx) error {
		read, err := Select(tx, readExported, selectConfirmed, ref, limit)
		if err != nil || len(read) == 0 {
			return err
		}
		movements, err := Select(tx, readMovement, "SELECT "+movementColumns+", voucher FROM "+movementRows+" WHERE ref >= $1 AND ref <= $2",
			read[0].Ref, read[len(read)-1].Ref)
		of := map[string][]ledger.Movement{}
		for _, m := range movements {
			of[m.Ref] = append(of[m.Ref], m)
		}
		all = booked(read, of)
		return err
	})
	return all, err
}

func booked(read []export.Booking, movements map[string][]ledger.Movement) (all []accounts.Booked) {
	for _, b := range read {
		all = append(all, accounts.Booked{Booking: b.Booking, Movements: movements[b.Ref], Unreadable: b.Unreadable})
	}
	return all
}

func (r statements) Stated(ctx context.Context, operator string) (map[string]accounts.Line, error) {
	stated := map[string]accounts.Line{}
	err := r.store.View(ctx, func(tx *Tx) error {
		all, err := Select(tx, readLine, `SELECT ref, max(shown), max(arrival), max(nights), max(park_id), max(park), max(unit), max(included), `+
			`CAST(sum(gross) AS BIGINT), CAST(sum(levies) AS BIGINT), CAST(sum(paid) AS BIGINT), CAST(sum(refunded) AS BIGINT), CAST(sum(ours) AS BIGINT), CAST(sum(vouchers) AS BIGINT), `+
			`CAST(sum(guest) AS BIGINT), CAST(sum(fee) AS BIGINT), CAST(sum(fee_vat) AS BIGINT), CAST(sum(commission) AS BIGINT), CAST(sum(vat) AS BIGINT), CAST(sum(due) AS BIGINT) `+
			`FROM statement_line WHERE operator = $1 GROUP BY ref`, operator)
		for _, l := range all {
			stated[l.Ref] = l
		}
		return err
	})
	return stated, err
}

const lineColumns = "ref, shown, arrival, nights, park_id, park, unit, included, gross, levies, paid, refunded, ours, vouchers, guest, fee, fee_vat, commission, vat, due"

func readLine(scan func(into ...any) error) (l accounts.Line, err error) {
	var arrival string
	err = scan(&l.Ref, &l.Shown, &arrival, &l.Nights, &l.ParkID, &l.Park, &l.Unit, &l.Included,
		&l.Gross, &l.Levies, &l.Paid, &l.Refunded, &l.Ours, &l.Vouchers, &l.Guest, &l.Fee, &l.FeeVAT, &l.Commission, &l.VAT, &l.Due)
	if err == nil {
		l.Arrival, err = date.ParseISO(arrival)
	}
	return l, err
}

func readStatement(scan func(into ...any) error) (s accounts.Statement, err error) {
	var number int64
	var body string
	if err := scan(&number, &body); err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		return s, fmt.Errorf("read statement %d: %w", number, err)
	}
	s.Number = number
	return s, nil
}

func (r statements) Statements(ctx context.Context, operator string) (all []accounts.Statement, err error) {
	err = r.store.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, readStatement, "SELECT number, body FROM statement WHERE operator = $1 OR $1 = '' ORDER BY number", operator)
		return err
	})
	return all, err
}

func (r statements) Statement(ctx context.Context, number int64) (one accounts.Statement, err error) {
	err = r.store.View(ctx, func(tx *Tx) error {
		one, err = readStatement(tx.QueryRow("SELECT number, body FROM statement WHERE number = $1", number).Scan)
		if err != nil {
			return err
		}
		one.Lines, err = Select(tx, readLine, "SELECT "+lineColumns+" FROM statement_line WHERE statement = $1 ORDER BY ref", number)
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return one, accounts.ErrNone
	}
	return one, err
}

func (r statements) Remittances(ctx context.Context, operator string) (all []accounts.Remittance, err error) {
	err = r.store.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, func(scan func(into ...any) error) (m accounts.Remittance, err error) {
			var day string
			var at int64
			if err := scan(&m.ID, &m.OperatorID, &m.Amount, &day, &m.Reference, &m.By, &at); err != nil {
				return m, err
			}
			m.At = instant(at)
			m.Day, err = date.ParseISO(day)
			return m, err
		}, "SELECT id, operator, amount, bank_day, reference, by_whom, at_ms FROM remittance WHERE operator = $1 OR $1 = '' ORDER BY at_ms, id", operator)
		return err
	})
	return all, err
}

func (r statements) Issue(ctx context.Context, all []accounts.Statement, by, why string) error {
	if len(all) == 0 {
		return nil
	}
	err := r.store.Update(ctx, func(tx *Tx) error {
		var number int64
		if err := tx.QueryRow("SELECT coalesce(max(number), 0) FROM statement").Scan(&number); err != nil {
			return err
		}
		for _, s := range all {
			number++
			s.By = by
			if err := tx.issue(s, number); err != nil {
				return err
			}
		}
		return tx.AddAction(payment.Action{By: by, Why: why, Command: "statement issue",
			Done: fmt.Sprintf("issued the statements %d to %d", number-int64(len(all))+1, number)})
	})
	if errors.Is(err, ErrExists) {
		return accounts.ErrIssued
	}
	return err
}

func (tx *Tx) issue(s accounts.Statement, number int64) error {
	s.Number = number
	body, err := json.Marshal(s)
	if err == nil {
		_, err = tx.Exec("INSERT INTO statement (number, operator, seq, body) VALUES ($1, $2, $3, $4)", number, s.OperatorID, s.Seq, string(body))
	}
	if err != nil {
		return fmt.Errorf("write the statement of %s: %w", s.OperatorID, err)
	}
	for part := range slices.Chunk(s.Lines, linesAtOnce) {
		var v values
		for _, l := range part {
			v.add(number, s.OperatorID, l.Ref, l.Shown, l.Arrival.ISO(), l.Nights, l.ParkID, l.Park, l.Unit, l.Included,
				int64(l.Gross), int64(l.Levies), int64(l.Paid), int64(l.Refunded), int64(l.Ours), int64(l.Vouchers), int64(l.Guest), int64(l.Fee), int64(l.FeeVAT), int64(l.Commission), int64(l.VAT), int64(l.Due))
		}
		if err := v.exec(tx, "INSERT INTO statement_line (statement, operator, "+lineColumns+") VALUES ", ""); err != nil {
			return fmt.Errorf("write the lines of the statement of %s: %w", s.OperatorID, err)
		}
	}
	return nil
}

// linesAtOnce is how many lines of a statement one SQL statement writes.
const linesAtOnce = 200

func (r statements) Remit(ctx context.Context, m accounts.Remittance, why string) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	err = r.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO remittance (id, operator, amount, bank_day, reference, by_whom, at_ms) VALUES ($1,$2,$3,$4,$5,$6,$7)",
			id.String(), m.OperatorID, int64(m.Amount), m.Day.ISO(), m.Reference, m.By, tx.NowMs())
		if err != nil {
			return err
		}
		return tx.AddAction(payment.Action{By: m.By, Why: why, Command: "statement remit", Done: fmt.Sprintf("£%s to operator %s on %s", m.Amount, m.OperatorID, m.Day.ISO())})
	})
	if errors.Is(err, ErrExists) {
		return fmt.Errorf("a remittance to %s on %s with the reference %q is recorded already", m.OperatorID, m.Day.ISO(), m.Reference)
	}
	return err
}
