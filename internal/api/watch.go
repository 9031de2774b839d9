package api

import (
	"net/http"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
)

// The pages on which prices are watched. They are forms that browsers send themselves, so no
// page needs a script for them.
const (
	WatchPath        = "/watch"
	WatchBookingPath = "/watch/booking"
	WatchSentPath    = "/watch/sent"
)

// WatchQuery names a stay to watch.
type WatchQuery struct {
	Park    string     `in:"park,required" code:"PARK" doc:"Park id."`
	Unit    string     `in:"unit" code:"UNIT" doc:"A unit type of the park; absent: any."`
	Channel string     `in:"channel,required" code:"CHANNEL" doc:"Channel code."`
	Date    *date.Date `in:"date,required" code:"DATE" doc:"Arrival, dd/mm/yyyy."`
	Nights  int        `in:"nights,required" code:"NIGHTS" doc:"Duration."`
	PartyQuery
}

// WatchForm asks to watch a stay.
type WatchForm struct {
	WatchQuery
	Email string `in:"email" doc:"Where to write."`
}

// watchRoutes registers the pages on which prices are watched.
func (a *API) watchRoutes(handle func(pattern string, handler http.Handler)) {
	sent := func(*http.Request) string { return WatchSentPath }
	handle("GET "+WatchPath, answeredForm(a, "price watch page", limitPage, pageBefore, a.watchPage))
	handle("POST "+WatchPath, plainForm(a, "price watch", limitWatch, sent, a.watch))
	handle("POST "+WatchBookingPath, plainForm(a, "price watch of a booking", limitWatch, sent, a.watchBooking))
}

// stay returns the stay that a query names.
func (q WatchQuery) stay() (watch.Stay, error) {
	if err := checkChannel(q.Channel); err != nil {
		return watch.Stay{}, err
	}
	_, dogs, err := q.people(q.Channel)
	if err == nil && !nightsAllowed(q.Channel, q.Nights) {
		err = errNights
	}
	party := q.party()
	party.Dogs = dogs
	return watch.Stay{Channel: q.Channel, Park: q.Park, Unit: q.Unit, Arrival: *q.Date, Nights: q.Nights, Party: party}, err
}

// watchPage answers the page that asks where to write when the price of a stay falls.
func (a *API) watchPage(_ *Request, in WatchQuery) (http.HandlerFunc, error) {
	stay, err := in.stay()
	if err == nil {
		err = a.Watches.Check(stay)
	}
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) { a.WatchPage(w, r, a.Watches.Describe(stay)) }, nil
}

// watch asks an address whether it wants to watch a stay. The answer does not show whether
// the address is known.
func (a *API) watch(r *Request, in WatchForm) (Nothing, error) {
	stay, err := in.stay()
	if err != nil {
		return Nothing{}, err
	}
	in.Email = booking.TypedEmail(in.Email)
	wrong := problems{}
	wrong.when(!isEmail(in.Email), Validation, "email", "Please enter a valid email address")
	if err := wrong.failure(); err != nil {
		return Nothing{}, err
	}
	return Nothing{}, a.Watches.Ask(r.Context(), in.Email, stay)
}

// watchBooking asks the address of a booking whether it wants to know when the stay costs
// less.
func (a *API) watchBooking(r *Request, in OwnBooking) (Nothing, error) {
	found, err := a.Bookings.ReadOwn(r.Context(), r.visitor(), in.BookingID)
	if err != nil {
		return Nothing{}, err
	}
	return Nothing{}, a.Watches.AskForBooking(r.Context(), found.Booking)
}
