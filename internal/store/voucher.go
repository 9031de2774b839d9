package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
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

const insertVoucher = "INSERT INTO voucher (code, from_catalogue, until, purpose) VALUES ($1,$2,$3,$4)"

func (tx bookingTx) InsertVoucher(v ledger.Voucher) error {
	_, err := tx.Exec(insertVoucher, v.Code, v.FromCatalogue, v.Until, v.Purpose)
	return err
}

func (tx bookingTx) LockCode(code string) (catalogue.Code, error) {
	v, err := tx.LockVoucher(code)
	hasHistory := err == nil
	if err != nil && !errors.Is(err, booking.ErrNoRow) {
		return catalogue.Code{}, fmt.Errorf("lock a voucher: %w", err)
	}
	if hasHistory && !v.FromCatalogue {
		c := catalogue.Code{Code: v.Code, Kind: catalogue.VoucherCode, Amount: v.Sums().Worth, Until: v.Until}
		return c, notVoided(v)
	}
	c, err := tx.codeOfCatalogue(code)
	if err != nil || c.Kind != catalogue.VoucherCode {
		return c, err // another code has nothing to use up
	}
	if !hasHistory {
		if _, err := tx.Exec(insertVoucher+" ON CONFLICT (code) DO NOTHING", code, true, "", ""); err != nil {
			return c, fmt.Errorf("begin the history of a voucher: %w", err)
		}
		if v, err = tx.LockVoucher(code); err != nil { // another transaction may have inserted it
			return c, fmt.Errorf("lock a voucher: %w", err)
		}
	}
	if err := notVoided(v); err != nil {
		return c, err
	}
	if line, due := v.Sums().Correction(code, c.Amount, inCatalogue); due {
		return c, tx.AddVoucherLine(line)
	}
	return c, nil
}

// inCatalogue is the cause of a voucher's correction.
const inCatalogue = "its amount in the catalogue"

// notVoided returns booking.ErrNoRow for a voucher that a member of staff has ended.
func notVoided(v ledger.Voucher) error {
	if v.Voided() {
		return booking.ErrNoRow
	}
	return nil
}

// codeOfCatalogue reads a code of the catalogue.
func (tx bookingTx) codeOfCatalogue(code string) (c catalogue.Code, err error) {
	body, err := tx.Entity(catalogue.KindCode, code)
	if err != nil {
		return c, noRow(err)
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return c, fmt.Errorf("read a discount code: %w", err)
	}
	return c, nil
}

func (tx bookingTx) VoucherUsed(code, exceptRef string) (sum money.Pence, err error) {
	err = tx.QueryRow("SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM voucher_line WHERE code = $1 AND ref <> '' AND ref <> $2", code, exceptRef).Scan(&sum)
	return sum, err
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
	return tx.AddVoucherLine(ledger.VoucherLine{Code: code, Kind: ledger.LineReserved, Amount: -amount, Ref: ref, Cause: "a booking in progress"})
}

func (tx bookingTx) RedeemVoucher(ref string) error {
	lines, err := tx.VoucherLinesOf(ref)
	if err != nil {
		return err
	}
	for code, use := range ledger.VoucherUses(lines) {
		if use.Reserved == 0 {
			continue
		}
		line := ledger.VoucherLine{Code: code, Kind: ledger.LineReleased, Amount: use.Reserved, Ref: ref, Cause: "the booking was made"}
		if err := tx.AddVoucherLine(line); err != nil {
			return err
		}
		line.Kind, line.Amount = ledger.LineTaken, -use.Reserved
		if err := tx.AddVoucherLine(line); err != nil {
			return err
		}
	}
	return nil
}

// ReleaseVoucher is one statement whose result need not be awaited: most bookings have
// nothing of a voucher.
func (tx bookingTx) ReleaseVoucher(ref string) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("name the lines of a voucher: %w", err)
	}
	return tx.later(statement{query: releaseVoucher, args: []any{id.String(), ref, tx.NowMs()},
		failed: func(err error) error { return fmt.Errorf("release the voucher of the booking %s: %w", ref, err) }})
}

const releaseVoucher = "INSERT INTO voucher_line (" + voucherLineColumns + `)
	SELECT CAST($1 AS TEXT) || '/' || kind || '/' || code, code, kind, -SUM(amount), CAST($2 AS TEXT), 'the booking gave it back', '', CAST($3 AS BIGINT)
	FROM (SELECT code, CASE WHEN kind IN ('reserved', 'released') THEN 'released' ELSE 'returned' END AS kind, amount
		FROM voucher_line WHERE ref = $2) AS had GROUP BY code, kind HAVING SUM(amount) <> 0`

func (tx bookingTx) VouchersToEnd(today date.Date, after string, limit int) ([]string, error) {
	return Select(tx.Tx, readText, `SELECT code FROM voucher v WHERE code > $1
		AND (NOT from_catalogue AND until <> '' AND until < $2 OR EXISTS (SELECT 1 FROM voucher_line l WHERE l.code = v.code AND l.kind = 'voided'))
		AND (SELECT SUM(amount) FROM voucher_line l WHERE l.code = v.code) > 0 ORDER BY code LIMIT $3`, after, today.ISO(), limit)
}
