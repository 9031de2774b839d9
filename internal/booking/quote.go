package booking

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// ChosenExtra is an extra of a booking with its quantity. Its price is the one
// at the time of the choice.
type ChosenExtra struct {
	Code     string      `json:"code"`
	Name     string      `json:"name"`
	Cost     money.Pence `json:"cost"`    // of one, for the whole stay and party
	DepCost  money.Pence `json:"depcost"` // of one, due with a deposit
	Quantity int         `json:"value"`
	// Rate is what Cost comes from where it depends on nights, people or dogs; else zero.
	Rate money.Rate `json:"rate,omitzero"`
	// Stock is how many pieces the park has, as at the time of the choice.
	Stock catalogue.Stock `json:"stock,omitzero"`
	// CheckIn and CheckOut are the times that it brings; see catalogue.Extra.
	CheckIn  string `json:"checkIn,omitempty"`
	CheckOut string `json:"checkOut,omitempty"`
}

// TotalCost returns cost × quantity.
func (e ChosenExtra) TotalCost() money.Pence { return e.Cost * money.Pence(e.Quantity) }

// TotalDepCost returns depcost × quantity.
func (e ChosenExtra) TotalDepCost() money.Pence { return e.DepCost * money.Pence(e.Quantity) }

// DiscountKind says what reduces a price.
type DiscountKind string

// The kinds of discount.
const (
	NoDiscount      DiscountKind = "none"
	CodeDiscount    DiscountKind = "discount"
	VoucherDiscount DiscountKind = "voucher"
)

// Discount is what a code takes off a booking, before it is limited to the
// amount to pay.
type Discount struct {
	Code    string       `json:"code"`
	Kind    DiscountKind `json:"kind"`
	Amount  money.Pence  `json:"amount,omitempty"`  // fixed amount, or what the voucher holds
	Percent int64        `json:"percent,omitempty"` // of the accommodation price
}

// Label names the discount in a list of prices: 'Discount (SPRING20)'.
func (d Discount) Label() string {
	if d.Kind == VoucherDiscount {
		return "Voucher (" + d.Code + ")"
	}
	return "Discount (" + d.Code + ")"
}

// Basket is everything that decides what a booking costs.
type Basket struct {
	Price    money.Pence // of the stay for the party, every compulsory charge included
	Extras   []ChosenExtra
	Discount Discount
	Deposit  catalogue.Deposit
	Promo    bool // promotional stays are paid in full
	Arrival  date.Date
	Today    date.Date
}

// Quote is what a booking costs and what must be paid when. All amounts are in
// pence; in JSON they are the API's numeric strings.
type Quote struct {
	Currency      string       `json:"currency"`
	Accommodation money.Pence  `json:"accommodation"`
	Discount      money.Pence  `json:"discount"` // taken off, never negative
	DiscountType  DiscountKind `json:"discountType"`
	Extras        money.Pence  `json:"extras"`
	ExtrasDeposit money.Pence  `json:"extrasDeposit"`
	Total         money.Pence  `json:"total"`
	PayNowFull    money.Pence  `json:"payNowFull"`
	// PayNowDeposit and OutstandingDeposit are nil where no deposit is allowed.
	PayNowDeposit       *money.Pence `json:"payNowDeposit,omitempty"`
	OutstandingFull     money.Pence  `json:"outstandingFull"`
	OutstandingDeposit  *money.Pence `json:"outstandingDeposit,omitempty"`
	PaidWithFullVoucher bool         `json:"paidWithFullVoucher"`
	// DueDate is the day before which the rest must be paid, as dd/mm/yyyy: to us, or to
	// an operator whose rule names a day. It is "" where nothing is left to pay, and where
	// the operator names no day.
	DueDate string `json:"dueDate"`
	// Hash identifies these amounts. Pre-payment refuses any other hash.
	Hash string `json:"hash"`

	// Deposit is the deposit alone, without the extras' deposit costs; nil
	// where no deposit is allowed.
	Deposit *money.Pence `json:"-"`
	// Compulsory means that only the deposit can be paid here; the balance is
	// paid to the operator.
	Compulsory bool `json:"-"`
}

// PaymentOption is what a visitor chooses to pay now: everything, the deposit,
// or a top-up.
type PaymentOption string

// The payment options.
const (
	PayFull    PaymentOption = "full"
	PayDeposit PaymentOption = "deposit"
	PayTopUp   PaymentOption = "topup"
)

// PayNow returns what is due today for an option. Rules override the visitor's
// choice: there is no deposit where none is allowed, and nothing but the
// deposit where it is compulsory.
func (q Quote) PayNow(option PaymentOption) (effective PaymentOption, amount money.Pence) {
	if q.PayNowDeposit != nil && (option == PayDeposit || q.Compulsory) {
		return PayDeposit, *q.PayNowDeposit
	}
	return PayFull, q.PayNowFull
}

// DepositOf applies an operator's rule to the price of a stay: a fixed amount
// for each booking, or a percentage rounded half up to the penny; 0 where the
// operator takes no deposits. Search results and getdeposit both use this
// function.
func DepositOf(rule catalogue.Deposit, price money.Pence) money.Pence {
	switch rule.Kind {
	case catalogue.FixedDeposit:
		return rule.Amount
	case catalogue.PercentDeposit:
		return price.Percent(rule.Percent)
	default:
		return 0
	}
}

// DepositOffered returns the deposit that a result card shows ('£{x} deposit')
// for a stay without extras or discount. ok is false where none is allowed.
func DepositOffered(rule catalogue.Deposit, price money.Pence, arrival, today date.Date) (deposit money.Pence, ok bool) {
	deposit, ok = depositAllowed(Basket{Price: price, Deposit: rule, Arrival: arrival, Today: today}, 0, 0, 0)
	if !ok {
		return 0, false
	}
	return deposit, true
}

// DueDate returns the day before which the balance of a stay must be paid: from that day
// on it is overdue, and a new booking is paid in full.
func DueDate(rule catalogue.Deposit, arrival date.Date) date.Date {
	days := rule.BalanceDueDays
	if days == 0 {
		days = catalogue.DefaultBalanceDays
	}
	return arrival - date.Date(days)
}

// QuoteFor computes every amount of a booking (specification, 'Amounts'; open
// points AMT-1 to AMT-14). Nothing else in the product computes these amounts.
func QuoteFor(b Basket) Quote {
	q := Quote{Currency: "GBP", Accommodation: b.Price, DiscountType: NoDiscount}
	for _, e := range b.Extras {
		q.Extras += e.TotalCost()
		q.ExtrasDeposit += e.TotalDepCost()
	}
	full := q.Accommodation + q.Extras
	code := codeReduction(b.Discount, b.Price, full)
	deposit, allowed := depositAllowed(b, code, q.Extras, q.ExtrasDeposit)
	q.Compulsory = allowed && b.Deposit.Compulsory

	q.Discount = code
	base := full
	if b.Discount.Kind == VoucherDiscount {
		if q.Compulsory {
			base = deposit + q.ExtrasDeposit
		}
		q.Discount = clamp(b.Discount.Amount, base)
		q.PaidWithFullVoucher = q.Discount == base && base > 0
	}
	if q.Discount > 0 {
		q.DiscountType = b.Discount.Kind
	}
	q.Total = full - q.Discount
	q.PayNowFull = q.Total
	// A voucher reduces the balance of an optional deposit. Where that leaves
	// no balance, there is no deposit either.
	if allowed && !q.Compulsory && deposit+q.ExtrasDeposit >= q.Total {
		allowed = false
	}
	if allowed {
		payDeposit(&q, deposit)
		if !b.Deposit.NamesNoDay() {
			q.DueDate = DueDate(b.Deposit, b.Arrival).String()
		}
	}
	q.Hash = q.digest(b)
	return q
}

// payDeposit fills in the amounts of the deposit option.
func payDeposit(q *Quote, deposit money.Pence) {
	now := deposit + q.ExtrasDeposit
	if q.Compulsory && q.DiscountType == VoucherDiscount {
		now -= q.Discount // the operator does not accept our vouchers
	}
	later := q.Total - now
	q.Deposit, q.PayNowDeposit, q.OutstandingDeposit = &deposit, &now, &later
}

// codeReduction returns what a discount code takes off, at most the amount to pay.
func codeReduction(d Discount, price, full money.Pence) money.Pence {
	if d.Kind != CodeDiscount {
		return 0
	}
	return clamp(d.Amount+price.Percent(d.Percent), full)
}

// depositAllowed reports whether a deposit may be paid, before a voucher is
// applied, and how much it is (open points AMT-3 and AMT-3a).
func depositAllowed(b Basket, discount, extras, extrasDeposit money.Pence) (money.Pence, bool) {
	deposit := DepositOf(b.Deposit, max(0, b.Price-discount))
	total := b.Price + extras - discount
	until := DueDate(b.Deposit, b.Arrival)
	if b.Deposit.NamesNoDay() {
		until = b.Arrival
	}
	return deposit, !b.Promo && deposit > 0 && until > b.Today && deposit+extrasDeposit < total
}

func clamp(p, limit money.Pence) money.Pence { return max(0, min(p, limit)) }

// digest is a hash of the amounts and of what they are for. A change between
// quote and payment is noticed by it.
func (q Quote) digest(b Basket) string {
	var s strings.Builder
	fmt.Fprint(&s, q.Accommodation, q.Discount, q.DiscountType, b.Discount.Code, q.Extras, q.ExtrasDeposit, q.Total, q.Compulsory, q.DueDate)
	if q.PayNowDeposit != nil {
		fmt.Fprint(&s, *q.PayNowDeposit)
	}
	for _, e := range b.Extras {
		fmt.Fprint(&s, "|", e.Code, e.Quantity)
	}
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:8])
}
