package booking

import (
	"errors"
	"fmt"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// cancellation returns the terms of a stay in the unit: the park's own, or its operator's.
func (u Unit) cancellation() catalogue.Cancellation {
	if !u.Park.Cancellation.IsZero() {
		return u.Park.Cancellation
	}
	return u.Operator.Cancellation
}

// changes returns the terms of changes, likewise.
func (u Unit) changes() catalogue.Changes {
	if !u.Park.Changes.IsZero() {
		return u.Park.Changes
	}
	return u.Operator.Changes
}

// termsArrival is the day from which the terms of a cancellation count: a later arrival that
// the guest has chosen since does not bring back what could not be got back any more.
func (s Stay) termsArrival() date.Date {
	if s.TermsFrom == 0 {
		return s.Arrival
	}
	return min(s.TermsFrom, s.Arrival)
}

// Settled is what became of the money of a booking that was cancelled for good. The sums
// of a part that is still on its way count as gone back.
type Settled struct {
	// Rule is that of the Settlement; "" where staff said the sums.
	Rule string `json:"rule,omitempty"`
	// Money goes back the way it was paid, Voucher to the voucher. The others are kept.
	Money       money.Pence `json:"money"`
	Voucher     money.Pence `json:"voucher,omitempty"`
	MoneyKept   money.Pence `json:"moneyKept"`
	VoucherKept money.Pence `json:"voucherKept,omitempty"`
	// Ours is what we pay the operator of what went back beyond the terms, because we bear it.
	Ours money.Pence `json:"ours,omitempty"`
}

// VoucherKept is what a booking that was cancelled for good keeps of a voucher.
func (b Booking) VoucherKept() money.Pence {
	if b.Settled == nil {
		return 0
	}
	return b.Settled.VoucherKept
}

// Settlement is what the terms give back of a booking that is cancelled on a day. Back and
// Kept add up to what was paid, by money and by a voucher.
type Settlement struct {
	Rule string // why so much is kept: the step that counts, deposit and fee, in sentences
	// Price is that of which Percent comes back. Deposit is kept at least, and Fee beside
	// what the step keeps.
	Price        money.Pence
	Percent      int64
	Deposit, Fee money.Pence
	Back, Kept   money.Pence
	// Until is the last day on which the step counts.
	Until date.Date
}

// SettlementOn works out what the terms give back of a confirmed booking that is cancelled
// on a day before its arrival. voucher is what it has taken of vouchers: a guest has paid
// with it too. Nothing else in the product works this out.
func (b Booking) SettlementOn(today date.Date, voucher money.Pence) Settlement {
	terms := b.Stay.Cancellation
	s := Settlement{Fee: terms.Fee, Price: b.Total + voucher, Until: b.Stay.Arrival - 1, Rule: "Nothing comes back."}
	for _, step := range terms.Steps {
		if last := b.Stay.termsArrival() - date.Date(step.Days); step.Percent > 0 && today <= last {
			s.Percent, s.Until = step.Percent, last
			s.Rule = stepText(step, b.Stay.termsArrival())
			break
		}
	}
	if terms.KeepDeposit {
		s.Deposit = DepositOf(b.Stay.Deposit, max(0, b.Stay.Price-codeReduction(b.Discount, b.Stay.Price, b.Stay.Price)))
	}
	paid := b.AmountPaid + voucher
	byStep := s.Price - s.Price.Percent(s.Percent)
	keeps := max(byStep, s.Deposit) + s.Fee
	s.Kept = min(paid, keeps)
	s.Back = paid - s.Kept
	if s.Percent > 0 && s.Deposit > byStep {
		s.Rule += " The deposit of " + s.Deposit.Text() + " does not come back."
	}
	if s.Percent > 0 && s.Fee > 0 {
		s.Rule += " " + feeText(s.Fee)
	}
	if s.Percent > 0 && s.Back == 0 && paid > 0 {
		s.Rule += " By these terms we keep " + keeps.Text() + ". You have paid " + paid.Text() + ", so nothing comes back."
	}
	if b.BalanceToOperator() {
		s.Rule += " " + operatorText
	}
	return s
}

// operatorText says what the terms do not cover where the park operator receives the balance.
const operatorText = "What is paid to the park operator is not part of this: please ask the operator."

// feeText says that a fee is kept.
func feeText(fee money.Pence) string { return "We keep a cancellation fee of " + fee.Text() + "." }

// stepText says what comes back until the last day of a step.
func stepText(step catalogue.CancellationStep, arrival date.Date) string {
	back := fmt.Sprintf("%d%% of the price comes back", step.Percent)
	if step.Percent == 100 {
		back = "the whole price comes back"
	}
	return "If you cancel by " + (arrival - date.Date(step.Days)).Short() + ", " + back + "."
}

// CancellationTexts says in sentences what comes back of a stay that is cancelled on a day
// or later. It is empty where there are no terms. toOperator says that the balance is paid
// to the park operator: we receive only the deposit.
func (s Stay) CancellationTexts(today date.Date, toOperator bool) (texts []string) {
	terms := s.Cancellation
	for _, step := range terms.Steps {
		if step.Percent > 0 && today <= s.termsArrival()-date.Date(step.Days) {
			texts = append(texts, stepText(step, s.termsArrival()))
		}
	}
	switch {
	case len(terms.Steps) == 0:
		return nil
	case len(texts) == 0:
		texts = []string{"If you cancel, nothing comes back."}
	default:
		texts = append(texts, s.keptTexts(toOperator)...)
	}
	if toOperator {
		texts = append(texts, operatorText)
	}
	return texts
}

// keptTexts says what the terms keep, where something can still come back.
func (s Stay) keptTexts(toOperator bool) []string {
	texts := []string{"After that, nothing comes back."}
	if s.Cancellation.KeepDeposit && DepositOf(s.Deposit, s.Price) > 0 {
		texts = append(texts, "The deposit does not come back.")
	}
	if s.Cancellation.Fee > 0 {
		texts = append(texts, feeText(s.Cancellation.Fee))
	}
	if toOperator {
		texts = append(texts, "What does not come back is kept from the deposit that you pay us.")
	}
	return texts
}

// CheckCancel returns why a booking cannot be cancelled by its terms on a day, as a
// *Failure whose text is for the guest, or nil.
func (b Booking) CheckCancel(today date.Date) error {
	switch {
	case b.State == Cancelled || b.State == Refunded:
		return Refuse(WrongState, "This booking has been cancelled already.")
	case b.State != Confirmed:
		return Refuse(WrongState, "This booking is not confirmed, so there is nothing to cancel.")
	case len(b.Stay.Cancellation.Steps) == 0:
		return Refuse(WrongState, "This booking cannot be cancelled online. Please call us.")
	case b.Stay.Arrival <= today:
		return Refuse(WrongState, "The stay has begun, so it cannot be cancelled online any more. Please call us.")
	}
	return nil
}

// Settle cancels a booking for good: settled is what becomes of its money. It is Withdraw
// with RefundMade, except that a part of a voucher may be kept.
func (s *Service) Settle(tx Tx, b *Booking, settled Settled) error {
	b.Settled = &settled
	return s.apply(tx, b, RefundMade)
}

// returnVoucher gives back what a booking has of vouchers, except what is kept.
func returnVoucher(tx Tx, b Booking) error {
	if b.VoucherKept() == 0 {
		return tx.ReleaseVoucher(b.Ref)
	}
	lines, err := tx.VoucherLinesOf(b.Ref)
	if err != nil || b.Settled.Voucher == 0 {
		return err
	}
	for code, use := range ledger.VoucherUses(lines) {
		if use.Taken != b.Settled.Voucher+b.Settled.VoucherKept {
			return fmt.Errorf("return a part of a voucher: £%s was taken of %s", use.Taken, ledger.VoucherDigest(code))
		}
		return tx.AddVoucherLine(ledger.VoucherLine{Code: code, Kind: ledger.LineReturned, Amount: b.Settled.Voucher, Ref: b.Ref, Cause: "a part of it, by the terms of the booking"})
	}
	return nil
}

// PayAgain notes that a part of what was paid for a booking is refunded and must be paid
// again, before a day.
func (s *Service) PayAgain(tx Tx, b *Booking, before date.Date) error {
	b.BalanceDue, b.ChangedAt = before.String(), tx.Now()
	return errors.Join(tx.SaveBooking(*b), s.tellPark(tx, *b, false))
}
