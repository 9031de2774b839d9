package api

import (
	"cmp"
	"strconv"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// book starts a booking, or loads one that is in progress.
func (a *API) book(r *Request, in BookQuery) (BookAnswer, error) {
	if in.BookID != "" {
		return a.loadBooking(r, in.BookID)
	}
	if strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		return BookAnswer{}, Refuse(Forbidden, "A booking is not started ahead of time.")
	}
	if err := in.checkSum(); err != nil {
		return BookAnswer{}, err
	}
	start := booking.StartRequest{OfferID: in.UnitID, Party: in.party(), PercentOff: a.Promotion.Current().PercentOff, Click: a.click(r)}
	if in.Promo != nil && *in.Promo {
		start.Promo = a.readerOf(r.Request).mayBook
	}
	var err error
	if start.PromoPrice, err = in.promoPrice(); err != nil {
		return BookAnswer{}, err
	}
	token := cmp.Or(r.Token(), booking.NewToken())
	view, err := a.Bookings.Start(r.Context(), r.visitorWith(token), start)
	if err != nil {
		return BookAnswer{}, err
	}
	r.SetToken(token)
	a.Settle(r.Context())
	return bookingOf(view), nil
}

// loadBooking returns a booking in progress.
func (a *API) loadBooking(r *Request, id string) (BookAnswer, error) {
	view, err := a.Bookings.Load(r.Context(), r.visitor(), id)
	if refusedAs(err, booking.NoSession) {
		err = Refuse(NotFound, "We could not find this booking.")
	}
	if err != nil {
		return BookAnswer{}, err
	}
	return bookingWithEntries(view), nil
}

// promoPrice returns the price under the promotion that the visitor was shown; 0 where
// the query has none.
func (q BookQuery) promoPrice() (money.Pence, error) {
	if q.PromoPrice == "" {
		return 0, nil
	}
	price, err := money.Parse(q.PromoPrice)
	if err != nil {
		return 0, Refuse(InvalidPrice, "This price cannot be read.")
	}
	return price, nil
}

func refusedAs(err error, code booking.Code) bool {
	refused, ok := booking.FailureOf(err)
	return ok && refused.Code == code
}

func stayOf(b booking.Booking) Stay {
	stay := b.Stay
	return Stay{
		ChannelID: stay.Channel, ParkID: stay.ParkID, UnitID: b.OfferID, UnitTypeID: stay.UnitTypeID, UnitDesc: stay.UnitDesc,
		ArrivalDate: stay.Arrival.String(), Duration: stay.Nights, OperatorName: stay.OperatorName,
		StayTimes: StayTimes(b.Times()), Rules: stay.Rules.Texts(b.Party.Dogs),
	}
}

// bookingOf returns a booking without what the visitor has entered.
func bookingOf(view booking.View) BookAnswer {
	answer := BookAnswer{Quote: quoteOf(view.Quote), Booking: Booking{
		Stay: stayOf(view.Booking), BookID: view.Shown, BookingFee: view.Stay.BookingFee, UnitPrice: view.Stay.Price, PriceNotes: view.Stay.PriceNotes(),
		Party: Party{Adults: view.Party.Adults, Children: view.Party.Children, Under5s: view.Party.Under5s,
			PartySize: view.Party.Size(), PetFriendly: yesOrNo(view.Party.Dogs), Dogs: view.Party.DogCount},
		PartyAge: "age", Promo: view.Promo,
		ExpiresAt: view.ExpiresAt.UnixMilli(), ServerTime: view.Now.UnixMilli(),
	}}
	answer.Booking.MaxDogs = view.MostDogs()
	answer.Booking.Cancellation = view.Stay.CancellationTexts(date.In(view.Now), view.Quote.Compulsory)
	rules := view.Stay.Rules
	if rules.LeadAge > 0 {
		answer.Booking.LeadGuest = &LeadGuest{Age: rules.LeadAge, Rule: rules.LeadText()}
	}
	if view.AsksDatesOfBirth() {
		answer.Booking.PartyAge = "dob"
	}
	return answer
}

// bookingWithEntries returns a booking with what the visitor has entered so far.
func bookingWithEntries(view booking.View) BookAnswer {
	answer := bookingOf(view)
	answer.Booking.Extras = map[string]int{}
	for _, extra := range view.Extras {
		answer.Booking.Extras[extra.Code] = extra.Quantity
	}
	if view.Contact != (booking.Contact{}) {
		answer.Booking.UserDetails = detailsOf(view.Contact)
	}
	if len(view.Members) > 0 {
		answer.Booking.PartyDetails = membersOf(view.Members)
		answer.Booking.PartyDetails["onlyBooking"] = yesOrNo(view.OnlyBooking)
	}
	answer.Booking.StepsCompleted = view.Steps
	return answer
}

// holds lists this visitor's live holds.
func (a *API) holds(r *Request, _ NoQuery) (Holds, error) {
	found, err := a.Bookings.Holds(r.Context(), r.visitor())
	if err != nil {
		return Holds{}, err
	}
	answer := Holds{Holds: []Booking{}}
	for _, view := range found {
		answer.Holds = append(answer.Holds, bookingOf(view).Booking)
	}
	return answer, nil
}

// releaseHold ends a hold because the visitor does not want it any more.
func (a *API) releaseHold(r *Request, in BookingQuery) (Nothing, error) {
	if err := a.Payments.Release(r.Context(), r.visitor(), in.BookID); err != nil {
		return Nothing{}, err
	}
	a.Settle(r.Context())
	return Nothing{}, nil
}

func quoteOf(q booking.Quote) Quote {
	return Quote{
		Currency: q.Currency, Accommodation: q.Accommodation, Discount: q.Discount, DiscountType: string(q.DiscountType),
		Extras: q.Extras, ExtrasDeposit: q.ExtrasDeposit, Total: q.Total,
		PayNowFull: q.PayNowFull, PayNowDeposit: q.PayNowDeposit,
		OutstandingFull: q.OutstandingFull, OutstandingDeposit: q.OutstandingDeposit,
		PaidWithFullVoucher: q.PaidWithFullVoucher, DueDate: q.DueDate, Hash: q.Hash,
	}
}

func (a *API) getExtras(r *Request, in BookingQuery) (Extras, error) {
	found, err := a.Bookings.GetExtras(r.Context(), r.visitor(), in.BookID)
	if err != nil {
		return Extras{}, err
	}
	answer := Extras{Extras: []Extra{}, ShowDiscountBox: strconv.FormatBool(found.ShowDiscountBox), DogsPriced: found.DogsPriced, StayTimes: StayTimes(found.Times)}
	for _, extra := range found.Offered {
		answer.Extras = append(answer.Extras, Extra{
			Code: extra.Code, Name: extra.Name, Desc: extra.Desc, Basis: extra.Basis(), Cost: extra.Cost, DepCost: extra.DepCost,
			Price: extra.Cost, Max: extra.Max, Value: found.Chosen[extra.Code],
			StayTimes: StayTimes{CheckIn: extra.CheckIn, CheckOut: extra.CheckOut},
		})
	}
	return answer, nil
}

func (a *API) setExtras(r *Request, in SetExtrasForm) (ChosenExtras, error) {
	view, err := a.Bookings.SetExtras(r.Context(), r.visitor(), in.BookID, booking.Choice{Quantities: in.Extras, Dogs: in.Dogs})
	if err != nil {
		return ChosenExtras{}, err
	}
	answer := ChosenExtras{Extras: []ChosenExtra{}, Dogs: view.Party.DogCount, UnitPrice: view.Stay.Price, PriceNotes: view.Stay.PriceNotes(),
		StayTimes: StayTimes(view.Times()), Quote: quoteOf(view.Quote)}
	for _, extra := range view.Extras {
		answer.Extras = append(answer.Extras, ChosenExtra{
			Code: extra.Code, Name: extra.Name, Basis: extra.Basis(), Cost: extra.Cost, Value: extra.Quantity,
			TotalCost: extra.TotalCost(), TotalDepcost: extra.TotalDepCost(),
		})
	}
	return answer, nil
}

func (a *API) setUserDetails(r *Request, in UserDetailsForm) (UserDetails, error) {
	view, err := a.Bookings.SetUserDetails(r.Context(), r.visitor(), in.BookID, booking.Contact{
		Title: in.Title, Forename: in.Forename, Surname: in.Surname, DOB: in.DOB, Email: in.Email, Telephone: in.Telephone,
		Address1: in.Address1, Address2: in.Address2, Town: in.Town, County: in.County, Postcode: in.Postcode, Country: in.Country,
		EmailOpt: in.EmailOpt != nil && *in.EmailOpt, SmsOpt: in.SMSOpt != nil && *in.SMSOpt, ThirdOpt: in.ThirdOpt != nil && *in.ThirdOpt,
		OptWording: optWording, OptAt: a.Now().UnixMilli(),
	})
	if err != nil {
		return UserDetails{}, err
	}
	return UserDetails{UserID: view.Shown, Details: detailsOf(view.Contact)}, nil
}

// optWording is the version of the contact-preference texts in package site. It
// is stored with a visitor's choice.
const optWording = "v1"

func detailsOf(c booking.Contact) map[string]string {
	return map[string]string{
		"title": c.Title, "forename": c.Forename, "surname": c.Surname, "dob": c.DOB, "email": c.Email, "telephone": c.Telephone,
		"address1": c.Address1, "address2": c.Address2, "town": c.Town, "county": c.County, "postcode": c.Postcode, "country": c.Country,
		"emailOpt": yesOrNo(c.EmailOpt), "smsOpt": yesOrNo(c.SmsOpt), "thirdOpt": yesOrNo(c.ThirdOpt),
	}
}

func (a *API) setPartyDetails(r *Request, in PartyDetailsForm) (PartyDetails, error) {
	view, err := a.Bookings.SetPartyDetails(r.Context(), r.visitor(), in.BookID, numbered(in.Members), in.OnlyBooking != nil && *in.OnlyBooking)
	if err != nil {
		return PartyDetails{}, err
	}
	answer := PartyDetails{Party: []PartyMember{}}
	for _, m := range view.Members {
		answer.Party = append(answer.Party, PartyMember{Type: string(m.Type), Title: m.Title, Initial: m.Initial, LastName: m.LastName, Age: m.Age, DOB: m.DOB})
	}
	return answer, nil
}

// memberFields are the fields of a member of the party, by their names without the
// member's number.
var memberFields = []struct {
	name string
	of   func(*booking.Member) *string
}{
	{"type", func(m *booking.Member) *string { return (*string)(&m.Type) }},
	{"title", func(m *booking.Member) *string { return &m.Title }},
	{"initial", func(m *booking.Member) *string { return &m.Initial }},
	{"lastName", func(m *booking.Member) *string { return &m.LastName }},
	{"age", func(m *booking.Member) *string { return &m.Age }},
	{"dob", func(m *booking.Member) *string { return &m.DOB }},
}

// numbered collects the members of a party from the fields type1, title1, …,
// type2, ….
func numbered(values map[string]string) []booking.Member {
	var members []booking.Member
	for n := 1; n <= catalogue.MaxParty; n++ {
		var m booking.Member
		given := false
		for _, field := range memberFields {
			if text, ok := values[field.name+strconv.Itoa(n)]; ok {
				*field.of(&m), given = text, true
			}
		}
		if !given {
			break
		}
		members = append(members, m)
	}
	return members
}

// membersOf is the inverse of numbered.
func membersOf(members []booking.Member) map[string]string {
	values := map[string]string{}
	for i := range members {
		for _, field := range memberFields {
			if text := *field.of(&members[i]); text != "" {
				values[field.name+strconv.Itoa(i+1)] = text
			}
		}
	}
	return values
}
