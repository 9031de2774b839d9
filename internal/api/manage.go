package api

import (
	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
)

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
	return a.existing(found), nil
}

func (a *API) existing(b booking.Existing) ExistingBooking {
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
		answer.Payments = append(answer.Payments, Payment{Date: londonDate(paid.Taken), Amount: paid.Amount, Method: paid.Method, By: paid.By})
	}
	for _, r := range b.Refunds {
		answer.Refunds = append(answer.Refunds, RefundDue(r))
	}
	for _, line := range b.PriceLines() {
		answer.Lines = append(answer.Lines, PriceLine(line))
	}
	answer.Cancellation, answer.Cancellable = b.Cancellation, b.Cancellable
	if len(b.Changes) > 0 {
		answer.Changes = &Changes{Texts: b.Changes, Units: a.unitChoices(b.Stay)}
	}
	answer.Shareable = b.Shareable && a.Payments.LinkDays > 0
	for _, l := range b.Links {
		answer.PayLinks = append(answer.PayLinks, a.payLink(b, l))
	}
	answer.Correctable, answer.LeadTravels = b.Correctable, b.Correctable && !b.OnlyBooking
	if b.Settled != nil {
		settled := settledOf(*b.Settled)
		answer.Settled = &settled
	}
	return answer
}

func settledOf(s booking.Settled) Settled {
	return Settled{Rule: s.Rule, Back: s.Money + s.Voucher, Kept: s.MoneyKept + s.VoucherKept}
}

func (a *API) planCancel(r *Request, in OwnBooking) (CancelPlan, error) {
	p, err := a.Payments.PlanCancel(r.Context(), r.visitor(), in.BookingID)
	if err != nil {
		return CancelPlan{}, err
	}
	answer := CancelPlan{BookingID: p.Shown, Settled: settledOf(*p.Settled), Until: p.Settlement.Until.String(), Parts: partsBack(p), Plan: p.Hash()}
	for _, v := range p.Vouchers {
		answer.Parts = append(answer.Parts, PartBack{Amount: v.Taken, Method: "voucher", Code: v.Code, Until: v.Until, Over: v.Over})
	}
	return answer, nil
}

// partsBack says where the money of a plan goes back.
func partsBack(p payment.Plan) []PartBack {
	parts := []PartBack{}
	for _, part := range p.Parts {
		if part.Back > 0 {
			to := PartBack{Amount: part.Back, Method: partMethods[part.Method], Ending: part.LastFour}
			if part.ByLink {
				to.Method, to.Ending = "link", ""
			}
			parts = append(parts, to)
		}
	}
	return parts
}

// partMethods are the API's words for where money goes back.
var partMethods = map[payment.Method]string{payment.Card: "card", payment.Wallet: "wallet"}

func (a *API) cancelBooking(r *Request, in CancelForm) (ExistingBooking, error) {
	if err := a.Payments.CancelOwn(r.Context(), r.visitor(), in.BookingID, in.Plan, in.Key); err != nil {
		return ExistingBooking{}, err
	}
	return a.own(r, in.BookingID)
}

// own answers a booking of the visitor as it is now.
func (a *API) own(r *Request, bookingID string) (ExistingBooking, error) {
	found, err := a.Bookings.ReadOwn(r.Context(), r.visitor(), bookingID)
	if err != nil {
		return ExistingBooking{}, err
	}
	return a.existing(found), nil
}

func (a *API) correctDetails(r *Request, in DetailsForm) (ExistingBooking, error) {
	err := a.Payments.Correct(r.Context(), r.visitor(), in.BookingID, booking.Details{
		Contact: booking.Contact{Title: in.Title, Forename: in.Forename, Surname: in.Surname, Telephone: in.Telephone,
			Address1: in.Address1, Address2: in.Address2, Town: in.Town, County: in.County, Postcode: in.Postcode, Country: in.Country},
		Members: numbered(in.Members),
	})
	if err != nil {
		return ExistingBooking{}, err
	}
	return a.own(r, in.BookingID)
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
		answer.Bookings = append(answer.Bookings, a.existing(b))
	}
	return answer, nil
}

func (a *API) forgetBooking(r *Request, in ForgetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.Forget(r.Context(), r.visitor(), in.BookingID)
}

func (a *API) resetBooking(r *Request, in ResetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.SendReferences(r.Context(), in.Email)
}
