package api

import "holidaymaker/internal/booking"

func (a *API) getMyBooking(r *Request, in LookupForm) (ExistingBooking, error) {
	visitor, err := a.Bookings.ForLookup(r.Context(), r.visitor())
	if err != nil {
		return ExistingBooking{}, err
	}
	found, err := a.Bookings.GetMyBooking(r.Context(), visitor,
		booking.Lookup{BookingID: in.BookingID, Surname: in.Surname, Postcode: in.Postcode})
	if err != nil {
		return ExistingBooking{}, err
	}
	r.SetToken(visitor.Token)
	return existing(found), nil
}

func existing(b booking.Existing) ExistingBooking {
	answer := ExistingBooking{
		Stay: stayOf(b.Booking), ParkName: b.Stay.ParkName, BookingID: b.Shown, Type: "existing", Status: b.Status(),
		Adults: b.Party.Adults, Children: b.Party.Children, Under5s: b.Party.Under5s, PetFriendly: yesOrNo(b.Party.Dogs), Dogs: b.Party.DogCount,
		TotalCost: b.Total, AmountPaid: b.AmountPaid, Outstanding: b.Outstanding(), DueDate: b.BalanceDue,
		BalanceTo: balanceTo(b.BalanceToOperator()), DepositDue: b.DepositDue, Payments: []Payment{}, PaymentPending: b.Sent,
	}
	if b.BalanceToOperator() {
		answer.BalanceMsg = b.Stay.Deposit.Message
	}
	for _, paid := range b.Payments {
		answer.Payments = append(answer.Payments, Payment{Date: londonDate(paid.Taken), Amount: paid.Amount, Method: paid.Method})
	}
	for _, r := range b.Refunds {
		answer.Refunds = append(answer.Refunds, RefundDue(r))
	}
	for _, line := range b.PriceLines() {
		answer.Lines = append(answer.Lines, PriceLine(line))
	}
	return answer
}

// balanceTo says who receives the balance of a booking: operator or us.
func balanceTo(operator bool) string {
	if operator {
		return "operator"
	}
	return "us"
}

func (a *API) myBookings(r *Request, _ NoQuery) (MyBookings, error) {
	found, err := a.Bookings.MyBookings(r.Context(), r.visitor())
	if err != nil {
		return MyBookings{}, err
	}
	answer := MyBookings{Bookings: []ExistingBooking{}}
	for _, b := range found {
		answer.Bookings = append(answer.Bookings, existing(b))
	}
	return answer, nil
}

func (a *API) forgetBooking(r *Request, in ForgetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.Forget(r.Context(), r.visitor(), in.BookingID)
}

func (a *API) resetBooking(r *Request, in ResetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.SendReferences(r.Context(), in.Email)
}
