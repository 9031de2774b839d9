package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/money"
)

const voucherLineColumns = "id, code, kind, amount, ref, cause, by_whom, at_ms"

func readVoucherLine(scan func(into ...any) error) (l ledger.VoucherLine, err error) {
	var at int64
	err = scan(&l.ID, &l.Code, &l.Kind, &l.Amount, &l.Ref, &l.Cause, &l.By, &at)
	l.At = instant(at)
	return l, err
}

func (tx bookingTx) AddVoucherLine(l ledger.VoucherLine) error {
	id, err := uuid.NewV7()
	if err == nil {
		_, err = tx.Exec("INSERT INTO voucher_line ("+voucherLineColumns+") VALUES ($1,$2,$3,$4,$5,$6,$7,$8)",
			id.String(), l.Code, string(l.Kind), int64(l.Amount), l.Ref, l.Cause, l.By, tx.NowMs())
	}
	if err != nil {
		return fmt.Errorf("write that £%s of a voucher is %s: %w", l.Amount, l.Kind, err)
	}
	return nil
}

func (tx bookingTx) VoucherLinesOf(ref string) ([]ledger.VoucherLine, error) {
	return Select(tx.Tx, readVoucherLine, "SELECT "+voucherLineColumns+" FROM voucher_line WHERE ref = $1 ORDER BY at_ms, id", ref)
}

func (tx bookingTx) Voucher(code string) (ledger.Voucher, error) { return tx.oneVoucher(code, "") }

func (tx bookingTx) LockVoucher(code string) (ledger.Voucher, error) {
	// A hold that ends writes a line without this lock, and must not wait for a
	// visitor who has it: its transaction keeps everyone's nights locked.
	return tx.oneVoucher(code, tx.ForNoKeyUpdate())
}

func (tx bookingTx) oneVoucher(code, lock string) (v ledger.Voucher, err error) {
	err = tx.QueryRow("SELECT code, from_catalogue, until, purpose FROM voucher WHERE code = $1"+lock, code).Scan(&v.Code, &v.FromCatalogue, &v.Until, &v.Purpose)
	if err != nil {
		return v, noRow(err)
	}
	v.Lines, err = Select(tx.Tx, readVoucherLine, "SELECT "+voucherLineColumns+" FROM voucher_line WHERE code = $1 ORDER BY at_ms, id", code)
	return v, err
}

func (tx bookingTx) InsertVoucher(v ledger.Voucher) error {
	_, err := tx.Exec("INSERT INTO voucher (code, from_catalogue, until, purpose) VALUES ($1,$2,$3,$4)", v.Code, v.FromCatalogue, v.Until, v.Purpose)
	return err
}

func (tx bookingTx) LockCode(code string) (catalogue.Code, error) {
	v, err := tx.LockVoucher(code)
	if err == nil && !v.FromCatalogue {
		if v.Voided() {
			return catalogue.Code{}, booking.ErrNoRow
		}
		return catalogue.Code{Code: v.Code, Kind: catalogue.VoucherCode, Amount: issued(v), Until: v.Until}, nil
	}
	if err != nil && !errors.Is(err, booking.ErrNoRow) {
		return catalogue.Code{}, fmt.Errorf("lock a voucher: %w", err)
	}
	var c catalogue.Code
	body, err := tx.Entity(catalogue.KindCode, code)
	if err != nil {
		return c, noRow(err)
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return c, fmt.Errorf("read a discount code: %w", err)
	}
	if c.Kind != catalogue.VoucherCode {
		return c, nil // nothing to use up
	}
	return c, tx.followCatalogue(c)
}

// issued is the amount for which a voucher was issued.
func issued(v ledger.Voucher) (sum money.Pence) {
	for _, l := range v.Lines {
		if l.Kind == ledger.VoucherIssued || l.Kind == ledger.VoucherCorrected {
			sum += l.Amount
		}
	}
	return sum
}

// followCatalogue locks a voucher of the catalogue and enters in its history what
// the catalogue has changed since it was last used. It returns booking.ErrNoRow
// for one that an operator has ended.
func (tx bookingTx) followCatalogue(c catalogue.Code) error {
	// This write creates the row or locks it, so other transactions that count
	// the voucher wait.
	if _, err := tx.Exec("INSERT INTO voucher (code, until) VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET until = excluded.until", c.Code, c.Until); err != nil {
		return fmt.Errorf("lock a voucher: %w", err)
	}
	v, err := tx.Voucher(c.Code)
	if err != nil {
		return err
	}
	if v.Voided() {
		return booking.ErrNoRow
	}
	var expired money.Pence
	for _, l := range v.Lines {
		if l.Kind == ledger.VoucherExpired {
			expired -= l.Amount
		}
	}
	if expired != 0 && (c.Until == "" || c.Until >= date.In(tx.Now()).ISO()) {
		line := ledger.VoucherLine{Code: c.Code, Kind: ledger.VoucherExpired, Amount: expired, Cause: "the catalogue has prolonged it"}
		if err := tx.AddVoucherLine(line); err != nil {
			return err
		}
		v.Lines = append(v.Lines, line)
	}
	line := ledger.VoucherLine{Code: c.Code, Kind: ledger.VoucherCorrected, Cause: "the catalogue has another amount"}
	if len(v.Lines) == 0 {
		line.Kind, line.Cause = ledger.VoucherIssued, "it is in the catalogue"
	}
	// A smaller amount takes what is left, also of what has just been given back.
	line.Amount = max(c.Amount-issued(v), -v.Left())
	if line.Amount == 0 {
		return nil
	}
	return tx.AddVoucherLine(line)
}

func (tx bookingTx) VoucherLeft(code, exceptRef string) (sum money.Pence, err error) {
	return sum, tx.QueryRow("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM voucher_line WHERE code = $1 AND ref <> $2", code, exceptRef).Scan(&sum)
}

func (tx bookingTx) ReserveVoucher(ref, code string, amount money.Pence) error {
	lines, err := tx.VoucherLinesOf(ref)
	if err != nil {
		return err
	}
	uses := ledger.VoucherUses(lines)
	if uses[code] == (ledger.VoucherUse{Reserved: amount}) && ledger.VoucherBalance(lines) == -amount {
		return nil // as it is
	}
	if err := tx.ReleaseVoucher(ref); err != nil || amount == 0 {
		return err
	}
	return tx.AddVoucherLine(ledger.VoucherLine{Code: code, Kind: ledger.VoucherReserved, Amount: -amount, Ref: ref, Cause: "a booking in progress"})
}

func (tx bookingTx) RedeemVoucher(ref string) error {
	return tx.eachUse(ref, func(code string, use ledger.VoucherUse) []ledger.VoucherLine {
		return []ledger.VoucherLine{
			{Code: code, Kind: ledger.VoucherReleased, Amount: use.Reserved, Ref: ref, Cause: "the booking was made"},
			{Code: code, Kind: ledger.VoucherSpent, Amount: -use.Reserved, Ref: ref, Cause: "the booking was made"},
		}
	})
}

func (tx bookingTx) ReleaseVoucher(ref string) error {
	return tx.eachUse(ref, func(code string, use ledger.VoucherUse) []ledger.VoucherLine {
		return []ledger.VoucherLine{
			{Code: code, Kind: ledger.VoucherReleased, Amount: use.Reserved, Ref: ref, Cause: "the booking gave it back"},
			{Code: code, Kind: ledger.VoucherBack, Amount: use.Taken, Ref: ref, Cause: "the booking gave it back"},
		}
	})
}

// eachUse writes lines for what a booking has of each voucher, except those
// without an amount.
func (tx bookingTx) eachUse(ref string, lines func(code string, use ledger.VoucherUse) []ledger.VoucherLine) error {
	before, err := tx.VoucherLinesOf(ref)
	if err != nil {
		return err
	}
	for code, use := range ledger.VoucherUses(before) {
		for _, l := range lines(code, use) {
			if l.Amount == 0 {
				continue
			}
			if err := tx.AddVoucherLine(l); err != nil {
				return err
			}
		}
	}
	return nil
}

func (tx bookingTx) OverVouchers(today date.Date, limit int) ([]string, error) {
	return Select(tx.Tx, readText, `SELECT code FROM voucher v
		WHERE (until <> '' AND until < $1 OR EXISTS (SELECT 1 FROM voucher_line l WHERE l.code = v.code AND l.kind = 'voided'))
		AND (SELECT SUM(amount) FROM voucher_line l WHERE l.code = v.code) > 0 ORDER BY code LIMIT $2`, today.ISO(), limit)
}

// VoucherStatus is what an operator wants to know about vouchers.
type VoucherStatus struct {
	Open int         // how many have something left
	Left money.Pence // on all of them
	// Wrong are the codes of vouchers of which too much was spent, or of which a
	// booking that has ended still reserves an amount. The database refuses both.
	Wrong []string
}

// Vouchers counts vouchers and compares them with their bookings.
func (s *Store) Vouchers(ctx context.Context) (v VoucherStatus, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		err = tx.QueryRow(`SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM
			(SELECT SUM(amount) AS amount FROM voucher_line GROUP BY code HAVING SUM(amount) > 0) AS voucher`).Scan(&v.Open, &v.Left)
		if err != nil {
			return err
		}
		v.Wrong, err = Select(tx, readText, `SELECT code FROM voucher_line GROUP BY code HAVING SUM(amount) < 0
			UNION SELECT l.code FROM voucher_line l JOIN booking b ON b.ref = l.ref
			WHERE l.kind IN ('reserved', 'released') AND b.state NOT IN ('held', 'paying') GROUP BY l.code, l.ref HAVING SUM(l.amount) <> 0 ORDER BY 1`)
		return err
	})
	if err != nil {
		return v, fmt.Errorf("count vouchers: %w", err)
	}
	return v, nil
}
