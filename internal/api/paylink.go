package api

import (
	"strconv"

	"holidaymaker/internal/booking"
)

// payLink is a link as the owner of its booking sees it.
func (a *API) payLink(b booking.Existing, l booking.PayLink) PayLink {
	state := l.State(b.Booking, b.Now)
	answer := PayLink{ID: l.ID, Name: l.Name, State: string(state), Amount: l.Due(b.Booking), Whole: l.Amount == 0, Until: l.LastDay().String()}
	switch {
	case !l.PaidAt.IsZero():
		answer.Amount, answer.PaidOn = l.Paid, londonDate(l.PaidAt)
	case state == booking.LinkOpen:
		answer.Token = a.Payments.LinkToken(l.ID)
	case l.Amount > 0:
		answer.Amount = l.Amount
	}
	return answer
}

func (a *API) makePayLinks(r *Request, in PayLinksForm) (ExistingBooking, error) {
	var shares []booking.Share
	for n := 1; ; n++ {
		name, named := in.Shares["name"+strconv.Itoa(n)]
		amount, given := in.Shares["amount"+strconv.Itoa(n)]
		if !named && !given {
			break
		}
		shares = append(shares, booking.Share{Name: name, Amount: amount})
	}
	if err := a.Payments.MakeLinks(r.Context(), r.visitor(), in.BookingID, shares, in.Key); err != nil {
		return ExistingBooking{}, err
	}
	return a.own(r, in.BookingID)
}

func (a *API) endPayLink(r *Request, in EndPayLinkForm) (ExistingBooking, error) {
	if err := a.Payments.EndLink(r.Context(), r.visitor(), in.BookingID, in.ID); err != nil {
		return ExistingBooking{}, err
	}
	return a.own(r, in.BookingID)
}

// openPayLink answers what somebody who pays by a link sees. Only this session can then read
// what becomes of its payment.
func (a *API) openPayLink(r *Request, in LinkForm) (LinkedStay, error) {
	shared, err := a.Payments.OpenLink(r.Context(), in.Token)
	if err != nil {
		return LinkedStay{}, err
	}
	if r.visitor().Token == "" {
		r.SetToken(booking.NewToken())
	}
	return LinkedStay{ParkName: shared.Park, ArrivalDate: shared.Arrival.String(), Duration: shared.Nights, Amount: shared.Amount, Until: shared.LastDay.String()}, nil
}
