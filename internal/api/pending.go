package api

func pending[In, Out any](*Request, In) (out Out, err error) {
	return out, Refuse(Maintenance, "This call is not open yet.")
}

func (a *API) initial(r *Request, in SiteQuery) (Encoded, error) {
	return pending[SiteQuery, Encoded](r, in)
}
func (a *API) channelRegions(r *Request, in RegionsQuery) (Encoded, error) {
	return pending[RegionsQuery, Encoded](r, in)
}
func (a *API) operators(r *Request, in OperatorsQuery) (Encoded, error) {
	return pending[OperatorsQuery, Encoded](r, in)
}
func (a *API) filters(r *Request, in NoQuery) (Encoded, error) {
	return pending[NoQuery, Encoded](r, in)
}
func (a *API) parks(r *Request, in ParksQuery) (Encoded, error) {
	return pending[ParksQuery, Encoded](r, in)
}
func (a *API) parkDetails(r *Request, in ParkQuery) (Encoded, error) {
	return pending[ParkQuery, Encoded](r, in)
}
func (a *API) reviews(r *Request, in ParkQuery) (Encoded, error) {
	return pending[ParkQuery, Encoded](r, in)
}
func (a *API) accomTypes(r *Request, in AccomQuery) (Encoded, error) {
	return pending[AccomQuery, Encoded](r, in)
}
func (a *API) megaMenu(r *Request, in FileQuery) (Encoded, error) {
	return pending[FileQuery, Encoded](r, in)
}
func (a *API) cachedAvailability(r *Request, in AvailabilityQuery) (Encoded, error) {
	return pending[AvailabilityQuery, Encoded](r, in)
}
func (a *API) availSummary(r *Request, in FileQuery) (Encoded, error) {
	return pending[FileQuery, Encoded](r, in)
}
func (a *API) search(r *Request, in SearchQuery) (Encoded, error) {
	return pending[SearchQuery, Encoded](r, in)
}
func (a *API) searchResults(r *Request, in SearchIDQuery) (Encoded, error) {
	return pending[SearchIDQuery, Encoded](r, in)
}
func (a *API) parkCards(r *Request, in ParkCardsQuery) (Encoded, error) {
	return pending[ParkCardsQuery, Encoded](r, in)
}
func (a *API) parkResults(r *Request, in ParkResultsQuery) (Encoded, error) {
	return pending[ParkResultsQuery, Encoded](r, in)
}
func (a *API) cottageDates(r *Request, in CottageDatesQuery) (Encoded, error) {
	return pending[CottageDatesQuery, Encoded](r, in)
}
func (a *API) book(r *Request, in BookQuery) (BookAnswer, error) {
	return pending[BookQuery, BookAnswer](r, in)
}
func (a *API) getExtras(r *Request, in BookingQuery) (Extras, error) {
	return pending[BookingQuery, Extras](r, in)
}
func (a *API) setExtras(r *Request, in SetExtrasForm) (ChosenExtras, error) {
	return pending[SetExtrasForm, ChosenExtras](r, in)
}
func (a *API) setUserDetails(r *Request, in UserDetailsForm) (UserDetails, error) {
	return pending[UserDetailsForm, UserDetails](r, in)
}
func (a *API) setPartyDetails(r *Request, in PartyDetailsForm) (PartyDetails, error) {
	return pending[PartyDetailsForm, PartyDetails](r, in)
}
func (a *API) getDeposit(r *Request, in BookingQuery) (Deposit, error) {
	return pending[BookingQuery, Deposit](r, in)
}
func (a *API) setDiscount(r *Request, in DiscountForm) (Deposit, error) {
	return pending[DiscountForm, Deposit](r, in)
}
func (a *API) prepayment(r *Request, in PrepaymentForm) (Prepayment, error) {
	return pending[PrepaymentForm, Prepayment](r, in)
}
func (a *API) postpayment(r *Request, in PostpaymentForm) (Postpayment, error) {
	return pending[PostpaymentForm, Postpayment](r, in)
}
func (a *API) getMyBooking(r *Request, in LookupForm) (ExistingBooking, error) {
	return pending[LookupForm, ExistingBooking](r, in)
}
func (a *API) myBookings(r *Request, in NoQuery) (MyBookings, error) {
	return pending[NoQuery, MyBookings](r, in)
}
func (a *API) forgetBooking(r *Request, in ForgetForm) (Nothing, error) {
	return pending[ForgetForm, Nothing](r, in)
}
func (a *API) resetBooking(r *Request, in ResetForm) (Nothing, error) {
	return pending[ResetForm, Nothing](r, in)
}
func (a *API) newsletter(r *Request, in NewsletterForm) (Message, error) {
	return pending[NewsletterForm, Message](r, in)
}
