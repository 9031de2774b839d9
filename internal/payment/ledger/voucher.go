package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// LineKind says what happened to a voucher.
type LineKind string

// What happens to vouchers. A booking reserves an amount and releases it, or,
// when it is made, takes it; a refunded booking returns what it took.
const (
	LineIssued   LineKind = "issued"
	LineReserved LineKind = "reserved"
	LineReleased LineKind = "released"
	LineTaken    LineKind = "taken"
	LineReturned LineKind = "returned"
	// LineExpired takes what is left of a voucher that staff issued, after its last day.
	LineExpired LineKind = "expired"
	// LineVoided: a member of staff has ended the voucher.
	LineVoided LineKind = "voided"
	// LineCorrected: the catalogue has changed the amount.
	LineCorrected LineKind = "corrected"
)

// VoucherLine is one row of a voucher's history. It is written once.
type VoucherLine struct {
	ID, Code string
	Kind     LineKind
	Amount   money.Pence // what it does to the balance
	Ref      string      // the booking, or ""
	Cause    string      // the reason, in a few words
	By       string      // the member of staff, or ""
	At       time.Time
}

// Voucher is a voucher with its history, oldest first.
type Voucher struct {
	Code          string
	FromCatalogue bool   // false: issued by a member of staff
	Until         string // the last day, ISO; "" without end, or in the catalogue
	Purpose       string // what a member of staff has issued it for
	Lines         []VoucherLine
}

// Left is the balance.
func (v Voucher) Left() money.Pence { return VoucherBalance(v.Lines) }

// Voided reports whether a member of staff has ended the voucher.
func (v Voucher) Voided() bool {
	for _, l := range v.Lines {
		if l.Kind == LineVoided {
			return true
		}
	}
	return false
}

// Over reports whether the voucher, as booking.Tx reads it for today, cannot be used any
// more: a member of staff has ended it, its last day is over, or its next use would find
// that the catalogue has nothing left on it.
func (v Voucher) Over(today date.Date) bool {
	if v.Voided() || v.Until != "" && v.Until < today.ISO() {
		return true
	}
	last := len(v.Lines) - 1
	return last >= 0 && v.Lines[last].At.IsZero() && v.Left() == 0
}

// Sums adds up the lines of the voucher.
func (v Voucher) Sums() (s VoucherSums) {
	for _, l := range v.Lines {
		if l.Ref == "" {
			s.Worth += l.Amount
		} else {
			s.Used -= l.Amount
		}
	}
	return s
}

// VoucherSums are sums of a voucher's lines.
type VoucherSums struct {
	Worth money.Pence // what it was issued for, as it was corrected and ended since
	Used  money.Pence // what bookings reserve or have taken
}

// Left is the balance.
func (s VoucherSums) Left() money.Pence { return s.Worth - s.Used }

// Correction returns the line that makes a voucher worth another amount, because the
// catalogue has changed. It takes at most what is left. due is false where there is
// nothing to correct.
func (s VoucherSums) Correction(code string, worth money.Pence, cause string) (l VoucherLine, due bool) {
	l = VoucherLine{Code: code, Kind: LineCorrected, Amount: max(worth-s.Worth, -s.Left()), Cause: cause}
	if s.Worth == 0 {
		l.Kind = LineIssued
	}
	return l, l.Amount != 0
}

// VoucherDigest stands for the code of a voucher where people who must not spend it
// can read it: rows of one voucher have the same.
func VoucherDigest(code string) string {
	sum := sha256.Sum256([]byte("voucher|" + code))
	return hex.EncodeToString(sum[:6])
}

// VoucherBalance adds up lines.
func VoucherBalance(lines []VoucherLine) (sum money.Pence) {
	for _, l := range lines {
		sum += l.Amount
	}
	return sum
}

// VoucherUse is what a booking has of a voucher.
type VoucherUse struct{ Reserved, Taken money.Pence }

// VoucherUses adds up what a booking has of each voucher.
func VoucherUses(lines []VoucherLine) map[string]VoucherUse {
	uses := map[string]VoucherUse{}
	for _, l := range lines {
		use := uses[l.Code]
		switch l.Kind {
		case LineReserved, LineReleased:
			use.Reserved -= l.Amount
		case LineTaken, LineReturned:
			use.Taken -= l.Amount
		default:
			continue
		}
		uses[l.Code] = use
	}
	return uses
}

// Check returns an error if the lines of a voucher contradict each other.
func (v Voucher) Check() error {
	var wrong []error
	if left := v.Left(); left < 0 {
		wrong = append(wrong, fmt.Errorf("voucher %s: %s more was spent than issued", v.Code, -left))
	}
	of := map[string][]VoucherLine{}
	for _, l := range v.Lines {
		if l.Ref != "" {
			of[l.Ref] = append(of[l.Ref], l)
		}
	}
	for ref, lines := range of {
		if use := VoucherUses(lines)[v.Code]; use.Reserved < 0 || use.Taken < 0 {
			wrong = append(wrong, fmt.Errorf("voucher %s: booking %s has given back more than it had", v.Code, ref))
		}
	}
	return errors.Join(wrong...)
}
