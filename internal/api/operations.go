package api

import "net/http"

// Operations returns every call of the API, in the order of the documentation.
func (a *API) Operations() []Operation {
	var all []Operation
	all = append(all, a.catalogueOperations()...)
	all = append(all, a.searchOperations()...)
	all = append(all, a.bookingOperations()...)
	all = append(all, a.manageOperations()...)
	all = append(all, a.visitorOperations()...)
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
		encoded[SiteQuery, Init](get("initial", "/api/initial", groupCatalogue, "Data of the first page",
			"The home page's layout, promotion, channels, filters, regions, operators, deposits and offers. The server's HTML contains this answer.",
			InvalidSiteCode).priced().stale(), a.initial),
		encoded[RegionsQuery, Regions](get("channelregions", "/api/channelregions", groupCatalogue, "Regions of a channel",
			"The regions in which a channel, or one operator on it, has parks, each with its cheapest stay. Region 15 is never among them.",
			InvalidChannel, InvalidOperator, InvalidFlag).priced(), a.channelRegions),
		encoded[OperatorsQuery, Operators](get("operators", "/api/operators", groupCatalogue, "Operators of a channel",
			"The operators with parks on a channel, by name, each with its cheapest stay, and their rules for deposits.",
			InvalidChannel, InvalidRegion).priced(), a.operators),
		encoded[NoQuery, Filters](get("filters", "/api/filters", groupCatalogue, "Filters of the results",
			"The four filter fields of initial.").public(), a.allFilters),
		encoded[ParksQuery, Parks](get("parks", "/api/parks", groupCatalogue, "Parks of a region",
			"The parks of a region by name, with its towns: all, or one page of them. With q: at most 20 parks whose name contains q.",
			InvalidRegion, InvalidChannel, InvalidOperator, InvalidFlag, InvalidFeatures, NotFound).priced().forReaders(), a.parks),
		encoded[PlacesQuery, Places](get("places", "/api/places", groupCatalogue, "Places by name",
			"Regions, towns, operators and parks with a word of their name that begins with q. Without a match, names that differ by one typing error are found. A British postcode finds the places near it.",
			InvalidChannel).public(), a.places),
		encoded[ParkQuery, ParkAnswer](get("parkdetails", "/api/parkdetails", groupCatalogue, "A park",
			"Everything about a park except its prices. Its HTML is sanitised.",
			InvalidPark, NotFound).priced().forReaders(), a.parkDetails),
		encoded[ParkQuery, Reviews](get("tripadvisor", "/api/tripadvisor", groupCatalogue, "Reviews of a park",
			"Reviews of a park from the travel-review service; an empty list if there are none.",
			InvalidPark, NotFound).renderedToo(), a.reviews),
		call(get("sitereviews", "/api/sitereviews", groupCatalogue, "Reviews of the brand",
			"The rating of the brand and at most three reviews of it, from the customer-review service. Empty where there is none, and when it has not answered for a day."), a.siteReviews),
		encoded[AccomQuery, []AccomImage](get("accomTypes", "/content/json/accom-types/{folder}/{file}", groupCatalogue, "Pictures of a park's units",
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
			"The cheapest price of every arrival date by region, nights, pets and party size. With region and nights: only these. With date and without region: that day in every region.",
			InvalidChannel, InvalidRegion, InvalidNights, InvalidDate, InvalidNear).priced(), a.cachedAvailability),
		encoded[DealsQuery, Deals](get("deals", "/api/deals", groupSearch, "Deals",
			"Of each park of a channel the cheapest stay that begins within 28 days, or the reduced stay with the largest saving, for two adults, in pages of 24.",
			InvalidChannel, InvalidRegion, InvalidFlag, InvalidRequest).priced().forReaders(), a.deals),
		call(get("nearhome", "/api/nearhome", groupSearch, "Stays near home",
			"Of each park within a drive from a postcode the cheapest stay, of any holiday type, in pages of 24. Drives are measured where the server has a table of them, else estimated.",
			InvalidNear, InvalidNights, InvalidParty, InvalidFlag, InvalidWhen, InvalidRequest).limited(limitSearch), a.nearHome),
		call(get("pricemap", "/api/pricemap", groupSearch, "Britain by price",
			"Of each region of Britain the cheapest stay that begins in each week on sale, for the party and the nights, with a map of the regions.",
			InvalidChannel, InvalidNights, InvalidParty, InvalidFlag).limited(limitSearch), a.priceMap),
		encoded[DateChoicesQuery, DateChoices](get("datechoices", "/api/datechoices", groupSearch, "Choices of flexible dates",
			"The months, weekends and school holidays in which a channel has anything on sale; search takes one as when.",
			InvalidChannel).priced().forReaders(), a.dateChoices),
		encoded[FileQuery, CachedAvailability](get("availSummary", "/json-files/avail-summary/{file}", groupSearch, "Cheapest prices of a channel",
			"The answer of cachedavailability for a whole channel; the file is '{channel}_availSummaryV3.json'.",
			NotFound).priced().bare().ofWholeChannel(), a.availSummary),
		encoded[SearchQuery, Search](get("search", "/api/search", groupSearch, "Search",
			"The parks with a stay that fits: those on the exact date first, then by days away, price and name. While there is too much to do, only searchId, wait and count.",
			InvalidChannel, InvalidRegion, InvalidPark, InvalidOperator, InvalidDate, InvalidNights, InvalidParty, InvalidFlex, InvalidFlag, InvalidFeatures, InvalidBox, InvalidNear, InvalidWhen).limited(limitSearch), a.search, a.searchLater),
		encoded[SearchIDQuery, Search](get("searchresults", "/api/searchresults", groupSearch, "Results of a search",
			"The results of an earlier search by its id: of one that has to wait, or again of one that has ended. While there is too much to do, only searchId, wait and count.",
			InvalidSearch, NotFound, SearchExpired).limited(limitSearch), a.searchResults, a.resultsLater),
		encoded[MapMarksQuery, MapMarks](get("mapmarks", "/api/mapmarks", groupSearch, "Marks of a search on the map",
			"All parks that a search finds in a part of the map, also more than an answer of search has: each as a mark, or those close together as one mark with their count and cheapest price.",
			InvalidChannel, InvalidRegion, InvalidPark, InvalidOperator, InvalidDate, InvalidNights, InvalidParty, InvalidFlex, InvalidFlag, InvalidFeatures, InvalidBox, InvalidNear, InvalidWhen, InvalidRequest).limited(limitSearch), a.mapMarks),
		call(get("suggestions", "/api/suggestions", groupSearch, "Suggestions for a search that found little",
			"The nearest dates and regions in which the search finds something that passes the filters, and what it finds without one of its conditions.",
			InvalidChannel, InvalidRegion, InvalidPark, InvalidOperator, InvalidDate, InvalidNights, InvalidParty, InvalidFlex, InvalidFlag, InvalidFeatures, InvalidBox, InvalidNear, InvalidWhen, InvalidPrice).limited(limitSuggest), a.suggestions),
		call(get("together", "/api/together", groupSearch, "Units together",
			"What a park sells together for a stay that no unit of it fits: one unit after the other, or several for the same nights, with the whole price. Where the visitor says who sleeps where, these units. One booking takes all of it or nothing.",
			InvalidPark, InvalidChannel, InvalidDate, InvalidNights, InvalidParty, InvalidFlag, InvalidRequest, NotFound).limited(limitSuggest), a.together),
		call(get("phrase", "/api/phrase", groupSearch, "Search written as a sentence",
			"Reads a sentence such as 'lodge with hot tub near Whitby for 6 in half term under £800' by a closed vocabulary: what the catalogue names, dates, parties and prices. The answer is the address of the results, and every part of the sentence with its meaning. What is not understood is said, and never guessed. Nothing is stored. Only where the server shows the line of such searches.",
			NotFound).limited(limitSuggest), a.phrase),
		encoded[ParkCardsQuery, ParkCards](get("parkcards", "/api/parkcards", groupSearch, "Cards of parks",
			"The texts and pictures of parks that only their cards in the results show.",
			InvalidPark, InvalidChannel).public(), a.parkCards),
		encoded[ShortlistQuery, Shortlist](get("shortlist", "/api/shortlist", groupSearch, "Parks of a shortlist",
			"Parks by their ids, each with the price of one stay; parks that are no longer known are left out.",
			InvalidPark, InvalidChannel, InvalidDate, InvalidNights, InvalidParty, InvalidFlag).limited(limitSearch), a.shortlist),
		encoded[ParkResultsQuery, ParkResults](get("parkresults", "/api/parkresults", groupSearch, "Units of a park",
			"The units of a park that are on sale in a window of arrival dates. Default: the month of date (or of tomorrow), the one before and the one after.",
			InvalidPark, InvalidChannel, InvalidDate, InvalidWindow, InvalidNights, InvalidParty, InvalidFlag, NotFound).limited(limitSearch), a.parkResults),
		encoded[CottageDatesQuery, CottageDates](get("getcottagedates", "/api/getcottagedates", groupSearch, "Arrival days of cottages",
			"The arrival days on which cottages have prices. It disables no other day.",
			InvalidRegion, InvalidPark, InvalidNights, InvalidParty, InvalidFlag, InvalidNear).limited(limitSearch), a.cottageDates),
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
			"With unitId it places a hold and sets the booking cookie; a repeated call returns the same booking. With bookId it loads a booking in progress.",
			InvalidUnit, InvalidParty, InvalidFlag, InvalidPrice, InvalidBooking, Forbidden, NotFound, UnitUnavailable, PriceChanged, PromoNotValid, BookingState, BookingExpired).ownOrigin().limited(limitBook), a.book),
		call(get("holds", "/api/holds", groupBooking, "Bookings in progress of this visitor",
			"The live holds of the booking cookie, newest first; none without the cookie. The visitor can still book a held unit, although park results do not list it."),
			a.holds),
		call(post("releasehold", "/api/releasehold", groupBooking, "Release a hold",
			"Ends the hold and puts its nights back on sale. To release a hold that has ended is not an error.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, PaymentInProgress), a.releaseHold),
		call(get("getextras", "/api/getextras", groupBooking, "Extras of a booking",
			"The extras that can be booked with the stay, with the quantities chosen so far.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, BookingExpired), a.getExtras),
		call(post("setextras", "/api/setextras", groupBooking, "Choose extras",
			"Replaces all chosen extras. An extra that is absent is not booked.",
			NoBookingSession, InvalidBooking, InvalidExtras, NotFound, BookingExpired, BookingState), a.setExtras),
		call(post("setuserdetails", "/api/setuserdetails", groupBooking, "Set the contact details",
			"Contact, address and contact preferences of the person who books. An error lists all invalid fields, in the order of the form.",
			NoBookingSession, InvalidBooking, InvalidFlag, NotFound, Validation, BookingExpired, BookingState), a.setUserDetails),
		call(post("setpartydetails", "/api/setpartydetails", groupBooking, "Set the party",
			"The members of the party in the order adults, children, infants, numbered from 1.",
			NoBookingSession, InvalidBooking, InvalidFlag, NotFound, Validation, BookingExpired, BookingState), a.setPartyDetails),
		call(get("getdeposit", "/api/getdeposit", groupBooking, "Deposit of a booking",
			"The amounts that can be paid now, the due date of the rest, and the discount of a code.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, BookingExpired), a.getDeposit),
		call(post("setdiscount", "/api/setdiscount", groupBooking, "Apply a code",
			"Applies a discount or a voucher; an empty code removes it.",
			NoBookingSession, InvalidBooking, NotFound, DiscountInvalid, BookingExpired, BookingState).limited(limitDiscount), a.setDiscount),
		call(post("prepayment", "/api/prepayment", groupBooking, "Record a payment attempt",
			"Records the attempt and fixes its amount. It does not call the card provider; at the wallet it creates the order that the visitor approves at approveUrl.",
			NoBookingSession, InvalidBooking, InvalidPayment, NotFound, PriceChanged, UnitUnavailable, PaymentInProgress, MethodUnavailable, BookingState, BookingExpired, TopUpAmount).limited(limitPrepay).ofPayment(), a.prepayment),
		call(get("devicedata", "/api/devicedata", groupBooking, "Device data collection",
			"What the browser needs to begin the card provider's device data collection when a card number is typed, before the payment is prepared.",
			NoBookingSession, MethodUnavailable).limited(limitPrepay), a.deviceData),
		call(post("postpayment", "/api/postpayment", groupBooking, "Continue a payment attempt",
			"authorise makes the first call to the provider, confirm follows 3-D Secure, status returns the state of the attempt. recall returns it too, but first ends an attempt of which nothing was sent to the provider (402 PAYMENT_REFUSED).",
			NoBookingSession, InvalidBooking, InvalidPayment, InvalidAction, InvalidFlag, NotFound, PaymentRefused, ThreeDSFailed, MACInvalid, UnitUnavailable, PriceChanged, BookingState, BookingExpired, PaymentInProgress).ofPayment().inMaintenance(), a.postpayment),
	}
}

func (a *API) manageOperations() []Operation {
	return []Operation{
		call(post("getMyBooking", "/api/getMyBooking", groupManage, "Find a booking",
			"By reference, surname and postcode. Gives this session access to the booking until it has been idle for 30 minutes, and for 12 hours at most.",
			Validation, BookingNotFound), a.getMyBooking),
		call(get("mybookings", "/api/mybookings", groupManage, "Bookings of this session",
			"The bookings to which this session has access."), a.myBookings),
		call(post("forgetBooking", "/api/mybookings", groupManage, "Forget a booking",
			"Ends this session's access to a booking.",
			NoBookingSession, InvalidBooking, InvalidAction), a.forgetBooking),
		call(post("plancancel", "/api/plancancel", groupManage, "What a cancellation gives back",
			"What happens if the visitor cancels a booking now, by its terms. Changes nothing. A refusal says why.",
			NoBookingSession, InvalidBooking, NotFound, BookingState, PaymentInProgress), a.planCancel),
		call(post("cancelbooking", "/api/cancelbooking", groupManage, "Cancel a booking",
			"Cancels a booking as the plan says that the visitor has seen, and answers it as it is then. Refuses when the plan does not hold any more: ask for a new one.",
			NoBookingSession, InvalidBooking, InvalidRequest, NotFound, BookingState, PaymentInProgress, PriceChanged), a.cancelBooking),
		call(post("planchange", "/api/planchange", groupManage, "What a change of the stay costs",
			"What happens if the visitor changes the stay now, by the terms of the booking, at today's prices, and whether the new stay is free. Changes nothing. A refusal says why.",
			NoBookingSession, InvalidBooking, InvalidUnit, InvalidDate, InvalidNights, InvalidParty, InvalidRequest, NotFound, UnitUnavailable, Validation, BookingState, PaymentInProgress).limited(limitBook), a.planChange),
		call(post("changebooking", "/api/changebooking", groupManage, "Change the stay",
			"Changes the stay as the plan says that the visitor has seen, and answers the booking as it is then. Refuses when the plan does not hold any more: ask for a new one.",
			NoBookingSession, InvalidBooking, InvalidUnit, InvalidDate, InvalidNights, InvalidParty, InvalidRequest, NotFound, UnitUnavailable, Validation, BookingState, PaymentInProgress, PriceChanged).limited(limitBook), a.changeBooking),
		call(post("correctdetails", "/api/correctdetails", groupManage, "Correct names and contact details",
			"Replaces what is given of the lead guest's name, telephone number and address and of the names of the party, and answers the booking. The details themselves are in no answer. The guest is told by e-mail. An error lists all invalid fields, in the order of the form.",
			NoBookingSession, InvalidBooking, NotFound, Validation, BookingState).limited(limitReset), a.correctDetails),
		call(post("makepaylinks", "/api/makepaylinks", groupManage, "Make links by which others pay",
			"Makes a link for each share of what is left to pay, and answers the booking. Whoever has a link can pay by it once, and sees park, dates and sum alone. Where the server offers no links, it refuses.",
			NoBookingSession, InvalidBooking, InvalidRequest, NotFound, Validation, BookingState).limited(limitReset), a.makePayLinks),
		call(post("endpaylink", "/api/endpaylink", groupManage, "Take back a link by which others pay",
			"Nothing more can be paid by it. The answer is the booking.",
			NoBookingSession, InvalidBooking, InvalidRequest, NotFound), a.endPayLink),
		call(post("openpaylink", "/api/openpaylink", groupBooking, "What is paid by a link",
			"Park, dates and sum of a link by which somebody else pays. The token then takes the place of the booking reference in prepayment, with paymentOption topup, and postpayment.",
			InvalidRequest, NotFound, BookingState).limited(limitPrepay), a.openPayLink),
		call(post("resetbooking", "/api/resetbooking", groupManage, "E-mail the booking references",
			"Sends the references of the bookings under an e-mail address to that address. The answer does not show whether there are any.",
			Validation).limited(limitReset), a.resetBooking),
	}
}

func (a *API) visitorOperations() []Operation {
	return []Operation{
		call(get("newsletter", "/api/newsletter", groupVisitors, "Sign up for the newsletter",
			"Sends an e-mail that asks to confirm the address; nothing else is sent to it before. The answer does not show whether the address was signed up already. The query is never logged.",
			NewsletterEmail, NewsletterFName, Forbidden).also(http.MethodPost).ownOrigin().limited(limitNewsletter), a.newsletter),
		call(post("contact", "/api/contact", groupVisitors, "Send a message",
			"Stores a message of the contact form and e-mails it to the brand. An equal message within an hour is the same one. An error lists all invalid fields, in the order of the form.",
			ContactName, ContactEmail, ContactMessage).limited(limitContact), a.contact),
		call(post("validatecodewords", "/api/validatecodewords", groupVisitors, "Pass the promotion gate",
			"Checks the code words and takes newspaper and e-mail address, where the promotion asks for them. Sets the cookie promoPass. An error lists all invalid fields, in the order of the form.",
			PromoCodeWords, PromoNewspaper, PromoEmail).limited(limitCodeWords), a.validateCodeWords),
		call(get("getpromodata", "/api/getpromodata", groupVisitors, "Arrival dates of the promotion",
			"The arrival dates that the promotion offers. They are only sent to visitors who have passed the gate, where the promotion asks for code words.",
			InvalidSiteCode, InvalidPromo), a.getPromoData),
		call(get("awin", "/api/awin", groupVisitors, "Keep an affiliate click",
			"Keeps the affiliate network's id of the click that brought the visitor, in a cookie for 30 days; only with consent. A request with acceptSiteCookies=false has that cookie removed.",
			InvalidRequest, Forbidden).ownOrigin(), a.awin),
	}
}
