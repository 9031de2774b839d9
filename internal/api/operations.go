package api

// Operations returns every call of the API, in the order of the documentation.
func (a *API) Operations() []Operation {
	var all []Operation
	all = append(all, a.catalogueOperations()...)
	all = append(all, a.searchOperations()...)
	all = append(all, a.bookingOperations()...)
	all = append(all, a.manageOperations()...)
	return all
}

const (
	groupCatalogue = "Catalogue"
	groupSearch    = "Prices and search"
	groupBooking   = "Booking"
	groupManage    = "Manage booking"
	groupVisitors  = "Visitors"
)

func (a *API) catalogueOperations() []Operation {
	return []Operation{
		encoded[SiteQuery, Init](get("initial", "/api/initial", groupCatalogue, "All that the first page needs",
			"The home page's layout, promotion, channels, filters, regions, operators, deposits and offers. The first document inlines this answer.",
			InvalidSiteCode).public(), a.initial),
		encoded[RegionsQuery, Regions](get("channelregions", "/api/channelregions", groupCatalogue, "Regions of a channel",
			"The regions in which a channel, or one operator on it, has parks, each with its cheapest stay. Region 15 never.",
			InvalidChannel, InvalidOperator, InvalidFlag).priced(), a.channelRegions),
		encoded[OperatorsQuery, Operators](get("operators", "/api/operators", groupCatalogue, "Operators of a channel",
			"The operators with parks on a channel, by name, each with its cheapest stay, and their rules for deposits.",
			InvalidChannel, InvalidRegion).priced(), a.operators),
		encoded[NoQuery, Filters](get("filters", "/api/filters", groupCatalogue, "Filters of the results",
			"The four filter fields of initial.").public(), a.allFilters),
		encoded[ParksQuery, Parks](get("parks", "/api/parks", groupCatalogue, "Parks of a region",
			"The parks of a region by name, with its towns, all or in pages; or with q at most 20 parks whose name has these letters.",
			InvalidRegion, InvalidChannel, InvalidOperator, InvalidFlag, InvalidFeatures, NotFound).priced(), a.parks),
		encoded[PlacesQuery, Places](get("places", "/api/places", groupCatalogue, "Places by name",
			"Regions, towns, operators and parks whose names have words that begin so; a typing error is forgiven where nothing else fits. A British postcode finds its surroundings.",
			InvalidChannel).public(), a.places),
		encoded[ParkQuery, ParkAnswer](get("parkdetails", "/api/parkdetails", groupCatalogue, "A park",
			"All that is known of a park. Its HTML is sanitised.",
			InvalidPark, NotFound).priced(), a.parkDetails),
		encoded[ParkQuery, Reviews](get("tripadvisor", "/api/tripadvisor", groupCatalogue, "Reviews of a park",
			"Visitors' opinions of a park as the travel-review service gives them; none: an empty list.",
			InvalidPark, NotFound), a.reviews),
		encoded[AccomQuery, []AccomImage](get("accomTypes", "/content/json/accom-types/{folder}/{file}", groupCatalogue, "Extra data of a park",
			"Pictures of a park's unit types: folder 'new', or the first letter of the park's id; the file is '{parkId}.json'.",
			NotFound).public().bare(), a.accomTypes),
		encoded[FileQuery, MegaMenu](get("megaMenu", "/json-files/{file}", groupCatalogue, "Mega menu",
			"The menu file of the configuration: per channel a title and columns of links.",
			NotFound).public().bare(), a.megaMenu),
	}
}

func (a *API) searchOperations() []Operation {
	return []Operation{
		encoded[AvailabilityQuery, CachedAvailability](get("cachedavailability", "/api/cachedavailability", groupSearch, "Cheapest prices by date",
			"The cheapest price of every arrival date by region, nights, pets and party size. With region and nights only that slice; with date and no region that day in every region.",
			InvalidChannel, InvalidRegion, InvalidNights, InvalidDate).priced(), a.cachedAvailability),
		encoded[FileQuery, CachedAvailability](get("availSummary", "/json-files/avail-summary/{file}", groupSearch, "Cheapest prices of a channel",
			"The same for a whole channel; the file is '{channel}_availSummaryV3.json'.",
			NotFound).priced().bare(), a.availSummary),
		encoded[SearchQuery, Search](get("search", "/api/search", groupSearch, "Search",
			"The parks with a stay that fits, exact date first, then days away, price, name.",
			InvalidChannel, InvalidRegion, InvalidPark, InvalidOperator, InvalidDate, InvalidNights, InvalidParty, InvalidFlex, InvalidFlag, InvalidFeatures, InvalidBox).limited(limitSearch), a.search),
		encoded[SearchIDQuery, Search](get("searchresults", "/api/searchresults", groupSearch, "Results of a search",
			"The answer to a search that was told to wait, or again to one that was not.",
			InvalidSearch, NotFound, SearchExpired).limited(limitSearch), a.searchResults),
		call(get("suggestions", "/api/suggestions", groupSearch, "Suggestions for a search that found little",
			"The nearest dates and regions in which the search finds something that passes the filters, and what it finds without one of its conditions.",
			InvalidChannel, InvalidRegion, InvalidPark, InvalidOperator, InvalidDate, InvalidNights, InvalidParty, InvalidFlex, InvalidFlag, InvalidFeatures, InvalidBox, InvalidPoint, InvalidPrice).limited(limitSuggest), a.suggestions),
		encoded[ParkCardsQuery, ParkCards](get("parkcards", "/api/parkcards", groupSearch, "Cards of parks",
			"What only a card shows of the parks that come into view.",
			InvalidPark).public(), a.parkCards),
		encoded[ParkResultsQuery, ParkResults](get("parkresults", "/api/parkresults", groupSearch, "Units of a park",
			"The units of a park on sale in a window of arrival dates; default the month of date (or of tomorrow) and its neighbours.",
			InvalidPark, InvalidChannel, InvalidDate, InvalidWindow, InvalidNights, InvalidParty, InvalidFlag, NotFound).limited(limitSearch), a.parkResults),
		encoded[CottageDatesQuery, CottageDates](get("getcottagedates", "/api/getcottagedates", groupSearch, "Arrival days of cottages",
			"Marks arrival days for ukcottages; disables none.",
			InvalidRegion, InvalidPark, InvalidNights, InvalidParty, InvalidFlag), a.cottageDates),
	}
}

// AccomQuery identifies a file of a park's extra data.
type AccomQuery struct {
	Folder string `in:"folder,required" doc:"'new', or the first letter of the park's id."`
	File   string `in:"file,required" doc:"{parkId}.json"`
}

// FileQuery names a static file.
type FileQuery struct {
	File string `in:"file,required" doc:"The file's name."`
}

func (a *API) bookingOperations() []Operation {
	return []Operation{
		call(get("book", "/api/book", groupBooking, "Start or load a booking",
			"With unitId it takes the hold and sets the booking cookie; a repeat answers the same booking. With bookId it loads a booking in progress.",
			InvalidUnit, InvalidParty, InvalidFlag, InvalidBooking, Forbidden, NotFound, UnitUnavailable, PriceChanged, PromoNotValid, BookingState, BookingExpired).ownOrigin().limited(limitBook), a.book),
		call(get("holds", "/api/holds", groupBooking, "Bookings in progress of this visitor",
			"The live holds of the booking cookie, newest first; none without the cookie. A unit that is held here is still this visitor's to book, though park results leave it out."),
			a.holds),
		call(post("releasehold", "/api/releasehold", groupBooking, "Leave a booking in progress",
			"Ends the hold and puts its nights back on sale; a hold that is over already is no error.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, PaymentInProgress), a.releaseHold),
		call(get("getextras", "/api/getextras", groupBooking, "Extras of a booking",
			"What can be booked along, with the quantities chosen so far.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, BookingExpired), a.getExtras),
		call(post("setextras", "/api/setextras", groupBooking, "Choose extras",
			"Sets the whole set of extras; absent means none.",
			NoBookingSession, InvalidBooking, InvalidExtras, NotFound, BookingExpired, BookingState), a.setExtras),
		call(post("setuserdetails", "/api/setuserdetails", groupBooking, "Say who books",
			"Contact, address and contact preferences. Wrong fields are all listed, in form order.",
			NoBookingSession, InvalidBooking, InvalidFlag, NotFound, Validation, BookingExpired, BookingState), a.setUserDetails),
		call(post("setpartydetails", "/api/setpartydetails", groupBooking, "Say who travels",
			"The members of the party in the order adults, children, infants, numbered from 1.",
			NoBookingSession, InvalidBooking, InvalidFlag, NotFound, Validation, BookingExpired, BookingState), a.setPartyDetails),
		call(get("getdeposit", "/api/getdeposit", groupBooking, "Deposit of a booking",
			"What may be paid now, when the rest is due, and what a code takes off.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, BookingExpired), a.getDeposit),
		call(post("setdiscount", "/api/setdiscount", groupBooking, "Apply a code",
			"Applies a discount or a voucher; an empty code removes it.",
			NoBookingSession, InvalidBooking, NotFound, DiscountInvalid, BookingExpired, BookingState).limited(limitDiscount), a.setDiscount),
		call(post("prepayment", "/api/prepayment", groupBooking, "Record a payment attempt",
			"Records the attempt and fixes the amount; makes no card call.",
			NoBookingSession, InvalidBooking, InvalidPayment, NotFound, PriceChanged, UnitUnavailable, PaymentInProgress, MethodUnavailable, BookingState, BookingExpired, TopUpAmount).limited(limitPrepay), a.prepayment),
		call(post("postpayment", "/api/postpayment", groupBooking, "Carry a payment on",
			"authorise makes the first provider call, confirm follows 3-D Secure, status answers where the attempt stands; recall does too, but first ends an attempt of which nothing was sent (402 PAYMENT_REFUSED).",
			NoBookingSession, InvalidBooking, InvalidPayment, InvalidAction, InvalidFlag, NotFound, PaymentRefused, ThreeDSFailed, MACInvalid, UnitUnavailable, PriceChanged, BookingState, BookingExpired, PaymentInProgress), a.postpayment),
	}
}

func (a *API) manageOperations() []Operation {
	return []Operation{
		call(post("getMyBooking", "/api/getMyBooking", groupManage, "Find a booking",
			"By reference, surname and postcode; grants this session the booking for 30 idle minutes.",
			Validation, BookingNotFound), a.getMyBooking),
		call(get("mybookings", "/api/mybookings", groupManage, "Bookings of this session",
			"The bookings that this session has found and not forgotten; none in a session without any."), a.myBookings),
		call(post("forgetBooking", "/api/mybookings", groupManage, "Forget a booking",
			"Drops this session's grant of a booking.",
			NoBookingSession, InvalidBooking, InvalidAction), a.forgetBooking),
		call(post("resetbooking", "/api/resetbooking", groupManage, "Mail the references",
			"Mails the references of the bookings under an e-mail address to it. The answer is the same whether there are any.",
			Validation).limited(limitReset), a.resetBooking),
		call(get("newsletter", "/api/newsletter", groupVisitors, "Sign up for the newsletter",
			"The answer is the same for an address that is known already. Its query is never logged.",
			NewsletterEmail, NewsletterFName, Forbidden).also("POST").ownOrigin().limited(limitNewsletter), a.newsletter),
	}
}
