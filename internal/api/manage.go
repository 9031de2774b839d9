package api

import (
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/booking"
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
	return existing(found), nil
}

func existing(b booking.Existing) ExistingBooking {
	made := ExistingBooking{
		Stay: stayOf(b.Stay, b.OfferID), ParkName: b.Stay.ParkName, BookingID: b.Shown, Type: "existing", Status: b.Status(),
		Adults: b.Party.Adults, Children: b.Party.Children, Under5s: b.Party.Under5s,
		TotalCost: b.Total, AmountPaid: b.AmountPaid, Outstanding: b.Outstanding(), DueDate: b.BalanceDue,
		BalanceTo: balanceTo(b.BalanceToOperator()), Payments: []Payment{},
	}
	for _, paid := range b.Payments {
		made.Payments = append(made.Payments, Payment{Date: londonDate(paid.Taken), Amount: paid.Amount, Method: paid.Method})
	}
	return made
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
	made := MyBookings{Bookings: []ExistingBooking{}}
	for _, b := range found {
		made.Bookings = append(made.Bookings, existing(b))
	}
	return made, nil
}

func (a *API) forgetBooking(r *Request, in ForgetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.Forget(r.Context(), r.visitor(), in.BookingID)
}

func (a *API) resetBooking(r *Request, in ResetForm) (Nothing, error) {
	return Nothing{}, a.Bookings.SendReferences(r.Context(), in.Email)
}

// nameLongest is the largest number of characters in a first name.
const nameLongest = 100

func (a *API) newsletter(r *Request, in NewsletterForm) (Message, error) {
	if in.SiteCode != "" && in.SiteCode != a.Site.SiteCode {
		return Message{}, unsupportedSite(in.SiteCode)
	}
	failure := &Failure{}
	if in.FName == "" || utf8.RuneCountInString(in.FName) > nameLongest || !booking.Nameable(in.FName) {
		failure.Errors = append(failure.Errors, Problem{Message: "Please add your first name.", Code: NewsletterFName, Field: "fname"})
	}
	if in.Email == "" || !booking.ValidEmail(in.Email) {
		failure.Errors = append(failure.Errors, Problem{Message: "Please choose a valid email address.", Code: NewsletterEmail, Field: "email"})
	}
	if len(failure.Errors) > 0 {
		return Message{}, failure
	}
	if err := a.SignUp(r.Context(), strings.ToLower(in.Email), in.FName); err != nil {
		return Message{}, err
	}
	return Message{Message: "Thank you for signing up! Look out for our latest deals in your inbox."}, nil
}
