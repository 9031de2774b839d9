package api

import "holidaymaker/internal/booking"

func (a *API) getDeposit(r *Request, in BookingQuery) (Deposit, error) {
	found, err := a.Bookings.GetDeposit(r.Context(), r.visitor(), in.BookID)
	if err != nil {
		return Deposit{}, err
	}
	return depositOf(found), nil
}

func (a *API) setDiscount(r *Request, in DiscountForm) (Deposit, error) {
	found, err := a.Bookings.SetDiscount(r.Context(), r.visitor(), in.BookID, in.DiscountCode)
	if err != nil {
		return Deposit{}, err
	}
	answer := depositOf(found)
	switch found.Discount.Kind {
	case booking.VoucherDiscount:
		amount, remaining := found.Quote.Discount, found.VoucherRemaining
		answer.Type, answer.VoucherAmount, answer.VoucherRemaining = "voucher", &amount, &remaining
	case booking.CodeDiscount:
		answer.Type = "discount"
	case booking.NoDiscount:
	}
	return answer, nil
}

func depositOf(found booking.Deposit) Deposit {
	answer := Deposit{
		DepositMsg: found.Message, DueDate: found.Quote.DueDate,
		DiscountCode: found.Discount.Code, DiscountValue: pounds(found.DiscountValue), Quote: quoteOf(found.Quote),
	}
	if found.Deposit != nil {
		answer.Deposit, answer.CompulsoryDeposit = found.Deposit.String(), new(int)
		if found.Quote.Compulsory {
			*answer.CompulsoryDeposit = 1
		}
	}
	return answer
}
