package accounts

import (
	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// Amounts are the amounts of a booking as an operator's statement has them. What we have
// received is what is due to the operator and what is ours:
//
//	Paid − Refunded + Ours = Guest + Fee + Commission + VAT + Due
type Amounts struct {
	// Gross is the operator's price for what was booked, without our booking fee. Of a
	// booking that was cancelled it is what was kept.
	Gross money.Pence `json:"gross"`
	// Levies is the part of Gross that the operator owes councils for the stay; no commission
	// is taken of it.
	Levies money.Pence `json:"levies"`
	// Paid is what the guest paid here, Refunded what went back.
	Paid     money.Pence `json:"paid"`
	Refunded money.Pence `json:"refunded"`
	// Ours is what we pay for the guest: a discount code of ours, a voucher, or goodwill that
	// we bear. Vouchers is the part of it that was spent of vouchers.
	Ours     money.Pence `json:"ours"`
	Vouchers money.Pence `json:"vouchers"`
	// Guest is the guest's: a refund that is not done yet, or what was paid too much.
	Guest money.Pence `json:"guest"`
	// Fee is our booking fee, VAT included, which FeeVAT is. It is part of what the guest pays.
	Fee    money.Pence `json:"fee"`
	FeeVAT money.Pence `json:"feeVAT"`
	// Commission is without VAT, and VAT that on it.
	Commission money.Pence `json:"commission"`
	VAT        money.Pence `json:"vat"`
	// Due is what the operator gets; negative where it owes us.
	Due money.Pence `json:"due"`
}

// Minus returns the differences to other amounts.
func (a Amounts) Minus(b Amounts) Amounts {
	return Amounts{a.Gross - b.Gross, a.Levies - b.Levies, a.Paid - b.Paid, a.Refunded - b.Refunded, a.Ours - b.Ours, a.Vouchers - b.Vouchers,
		a.Guest - b.Guest, a.Fee - b.Fee, a.FeeVAT - b.FeeVAT, a.Commission - b.Commission, a.VAT - b.VAT, a.Due - b.Due}
}

// Plus adds amounts.
func (a Amounts) Plus(b Amounts) Amounts { return a.Minus(Amounts{}.Minus(b)) }

// Account returns the amounts of a booking as they are now, by its movements of money and
// what its operator had agreed when it was confirmed.
func (a Settings) Account(b booking.Booking, movements []ledger.Movement, c Commission) Amounts {
	return account(b, movements, c, a.vatOn(c.day(b)))
}

func account(b booking.Booking, movements []ledger.Movement, c Commission, vat money.Percent) Amounts {
	sums := ledger.Sum(movements)
	a := Amounts{Levies: b.Levied(), Paid: sums.Captured, Refunded: sums.Refunded, Vouchers: sums.Voucher} // what was paid before an import was paid to others
	full := b.Stay.Price - (b.Goodwill - b.OurGoodwill)
	base := full
	for _, e := range b.Extras {
		full += e.TotalCost()
	}
	switch {
	case b.State == booking.Confirmed:
		if a.Fee = b.Stay.BookingFee; !b.Imported {
			a.Ours = b.Reduction()
		}
		a.Ours += b.OurGoodwill
		a.Gross, a.Guest = full-a.Fee, max(sums.Captured-sums.Refunded-owedHere(b, sums), 0)
		if base -= a.Fee; c.Base == Gross {
			base = a.Gross
		}
		base -= a.Levies
	default: // cancelled: the guest has back what the terms gave, or gets it yet, and the rest is kept
		if a.Ours = sums.Voucher; b.State == booking.Refunded {
			a.Guest = max(sums.Refundable(), 0)
		}
		if b.Settled != nil {
			a.Ours += b.Settled.Ours
		}
		kept := max(a.Paid-a.Refunded-a.Guest+a.Ours, 0)
		a.Fee = min(b.Stay.BookingFee, kept)
		a.Gross = kept - a.Fee
		base = a.Gross
	}
	if !b.Imported { // what was booked elsewhere has paid its commission there
		a.Commission, a.VAT = c.on(max(base, 0), b.Stay.Channel, vat)
	}
	a.FeeVAT = vat.Within(a.Fee)
	a.Due = a.Paid - a.Refunded + a.Ours - a.Guest - a.Fee - a.Commission - a.VAT
	return a
}

// on returns the commission on an amount without VAT, and its VAT.
func (c Commission) on(base money.Pence, channel string, vat money.Percent) (net, tax money.Pence) {
	amount := c.rate(channel).Of(base)
	if c.VAT == Included {
		tax = vat.Within(amount)
		return amount - tax, tax
	}
	return amount, vat.Of(amount)
}

// earned reports whether a booking comes into a statement whose last day is given.
func (c Commission) earned(b booking.Booking, last date.Date) bool {
	return c.day(b) <= last
}

// day is the day on which a booking is earned.
func (c Commission) day(b booking.Booking) date.Date {
	if c.Earned == Departure {
		return b.Stay.Departure()
	}
	return date.In(b.ConfirmedAt)
}

// owedHere is what the guest has to pay here in all: of an imported booking without what
// was paid elsewhere.
func owedHere(b booking.Booking, sums ledger.Sums) money.Pence { return b.Total - sums.Corrected }
