package api

import (
	"mime"
	"net/http"
	"net/url"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/web/httpx"
)

// The pages of My Holidays. They are forms that browsers send themselves, so that they need no
// script.
const (
	HolidaysPath        = "/my-holidays"
	HolidaysSentPath    = "/my-holidays/sent"
	HolidaysOpenPath    = myholidays.OpenPath
	HolidaysBookingPath = "/my-holidays/booking"
	HolidaysEndPath     = "/my-holidays/end"

	HolidaysDocumentPath = "/my-holidays/document"
	HolidaysDataPath     = "/my-holidays/data"
	HolidaysErasePath    = "/my-holidays/erase"
	HolidaysBrandPath    = "/my-holidays/brand"
)

// HolidayPages answers the pages of My Holidays.
type HolidayPages interface {
	// HolidaysAskPage asks for an address. late means that a link was opened that is not valid
	// any more, or that the access has ended.
	HolidaysAskPage(w http.ResponseWriter, r *http.Request, late bool)
	HolidaysSentPage(w http.ResponseWriter, r *http.Request)
	// HolidaysLinkPage has the button that opens a link.
	HolidaysLinkPage(w http.ResponseWriter, r *http.Request, link string)
	HolidaysPage(w http.ResponseWriter, r *http.Request, o myholidays.Overview)
	// PocketPage is the page of a booking that a guest keeps, PocketWorker its service worker.
	PocketPage(w http.ResponseWriter, r *http.Request, p myholidays.Pocket)
	PocketWorker(w http.ResponseWriter, r *http.Request)
}

// HolidaysQuery is how the page of My Holidays was reached.
type HolidaysQuery struct {
	Late string `in:"late" doc:"'y' after a link that is not valid any more."`
}

// HolidaysForm asks for a link.
type HolidaysForm struct {
	Email string `in:"email" doc:"Where to send it."`
}

// HolidaysLink is a link in an e-mail.
type HolidaysLink struct {
	Token string `in:"t" doc:"The token of the link."`
}

func toHolidays(*http.Request) string { return HolidaysPath }

// holidayRoutes registers the pages of My Holidays.
func (a *API) holidayRoutes(handle func(pattern string, handler http.Handler)) {
	handle("GET "+HolidaysPath, answeredForm(a, "my holidays", limitPage, toHolidays, a.holidays))
	handle("POST "+HolidaysPath, plainForm(a, "link to my holidays", limitHolidays, func(*http.Request) string { return HolidaysSentPath }, a.askForHolidays))
	handle("GET "+HolidaysSentPath, answeredForm(a, "link to my holidays sent", limitPage, toHolidays, func(*Request, NoQuery) (http.HandlerFunc, error) {
		return a.HolidayPages.HolidaysSentPage, nil
	}))
	handle("GET "+HolidaysOpenPath, answeredForm(a, "link of my holidays", limitPage, toHolidays, a.holidaysLink))
	handle("POST "+HolidaysOpenPath, answeredForm(a, "open my holidays", limitReset, toHolidays, a.openHolidays))
	handle("POST "+HolidaysBookingPath, answeredForm(a, "enter a booking", limitPage, toHolidays, a.enterBooking))
	handle("POST "+HolidaysDocumentPath, answeredForm(a, "document of a booking", limitReset, toHolidays, a.holidaysDocument))
	handle("POST "+HolidaysDataPath, answeredForm(a, "data of a person", limitReset, toHolidays, a.holidaysData))
	handle("POST "+HolidaysErasePath, plainForm(a, "ask for erasure", limitReset, func(*http.Request) string { return HolidaysPath + "#erasure" }, a.askErasure))
	handle("GET "+HolidaysBrandPath, answeredForm(a, "my holidays at another brand", limitReset, toHolidays, a.holidaysAt))
	handle("POST "+myholidays.CompanyPath, a.Bounded(a.companyQuestion))
	if a.MyHolidays.HasPocket() {
		a.pocketRoutes(handle)
	}
	handle("POST "+HolidaysEndPath, plainForm(a, "end my holidays", limitPage, toHolidays, a.endHolidays))
}

// holidays answers the page of My Holidays: what is held, or the form that asks for an address.
func (a *API) holidays(r *Request, in HolidaysQuery) (http.HandlerFunc, error) {
	token := r.HolidaysToken()
	if token == "" {
		return func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.HolidaysAskPage(w, r, in.Late != "") }, nil
	}
	found, err := a.MyHolidays.Overview(r.Context(), token)
	if myholidays.Ended(err) {
		return func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.HolidaysAskPage(w, r, true) }, nil
	}
	return func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.HolidaysPage(w, r, found) }, err
}

// askForHolidays has a link sent. The answer does not show whether the address is known.
func (a *API) askForHolidays(r *Request, in HolidaysForm) (Nothing, error) {
	return Nothing{}, a.MyHolidays.Ask(r.Context(), in.Email)
}

// holidaysLink answers a link in an e-mail with a button. It changes nothing, because mail
// servers open links to examine them.
func (a *API) holidaysLink(_ *Request, in HolidaysLink) (http.HandlerFunc, error) {
	return func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.HolidaysLinkPage(w, r, in.Token) }, nil
}

// openHolidays uses a link up. A link that was used before leads to the page too: who has pressed
// the button twice has access there.
func (a *API) openHolidays(r *Request, in HolidaysLink) (http.HandlerFunc, error) {
	token, ok, err := a.MyHolidays.Open(r.Context(), in.Token)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return seeOther(HolidaysPath + "?late=y"), nil
	}
	r.SetHolidaysToken(token)
	return seeOther(HolidaysPath), nil
}

// EnterForm opens a booking.
type EnterForm struct {
	OwnBooking
	Pocket string `in:"pocket" doc:"'y' for the page to keep."`
}

// enterBooking gives the visitor access to a booking, and leads to My Booking. The reference
// stands in the fragment, which browsers do not send.
func (a *API) enterBooking(r *Request, in EnterForm) (http.HandlerFunc, error) {
	visitor, err := a.Bookings.ForLookup(r.Context(), r.visitor())
	if err != nil {
		return nil, err
	}
	if err := a.MyHolidays.Enter(r.Context(), r.HolidaysToken(), visitor, in.BookingID); err != nil {
		return nil, err
	}
	r.SetToken(visitor.Token)
	if in.Pocket != "" && a.MyHolidays.HasPocket() {
		return seeOther(PocketPath + url.PathEscape(in.BookingID)), nil
	}
	return seeOther("/my-booking#" + url.Values{"booking": {in.BookingID}}.Encode()), nil
}

// DocumentForm asks for a document of a booking.
type DocumentForm struct {
	OwnBooking
	Kind string `in:"kind" doc:"invoice or receipt."`
}

// holidaysDocument answers a document of a booking, as a file.
func (a *API) holidaysDocument(r *Request, in DocumentForm) (http.HandlerFunc, error) {
	pdf, name, err := a.MyHolidays.Document(r.Context(), r.HolidaysToken(), in.BookingID, in.Kind)
	return sendFile("application/pdf", name, pdf), err
}

// holidaysData answers what is held under the address, as a file.
func (a *API) holidaysData(r *Request, _ NoQuery) (http.HandlerFunc, error) {
	data, err := a.MyHolidays.Data(r.Context(), r.HolidaysToken())
	return sendFile("application/json", "my-data.json", data), err
}

func (a *API) askErasure(r *Request, _ NoQuery) (Nothing, error) {
	err := a.MyHolidays.AskErasure(r.Context(), r.HolidaysToken())
	a.Wake()
	return Nothing{}, err
}

// BrandQuery names another brand of the company.
type BrandQuery struct {
	Number int `in:"n" doc:"Its number on the page."`
}

// holidaysAt leads to My Holidays at another brand of the company.
func (a *API) holidaysAt(r *Request, in BrandQuery) (http.HandlerFunc, error) {
	link, err := a.MyHolidays.LinkAt(r.Context(), r.HolidaysToken(), in.Number)
	return seeOther(link), err
}

// companyQuestion answers another brand of the company.
func (a *API) companyQuestion(w http.ResponseWriter, r *http.Request) {
	answer, err := a.MyHolidays.Answer(r.Context(), r)
	if err != nil {
		a.fail(w, r, "question of another brand", err)
		return
	}
	w.Header()["Content-Type"], w.Header()["Cache-Control"] = httpx.JSON, httpx.NoStore
	_ = httpx.SendOnce(w, r, http.StatusOK, answer, nil, nil) // the brand asks again
}

// sendFile sends a file that the browser saves.
func sendFile(kind, name string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = []string{kind}
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		_ = httpx.SendOnce(w, r, http.StatusOK, body, nil, nil) // the visitor asks again
	}
}

// PocketPath begins the addresses of the pages that guests keep on their phones, a booking each.
// It is the scope of their service worker; src/app/start.ts of the front end knows it.
const PocketPath = "/pocket/"

// pocketRoutes registers the pages that guests keep.
func (a *API) pocketRoutes(handle func(pattern string, handler http.Handler)) {
	handle("GET "+PocketPath+"{ref}", answeredForm(a, "pocket page", limitPage, func(*http.Request) string { return "/login" }, a.pocket))
	handle("GET "+PocketPath+"worker.js", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.PocketWorker(w, r) }))
}

// pocket answers the page of a booking to which the visitor has access.
func (a *API) pocket(r *Request, _ NoQuery) (http.HandlerFunc, error) {
	found, err := a.Bookings.ReadOwn(r.Context(), r.visitor(), r.PathValue("ref"))
	if err != nil {
		return nil, err
	}
	park, known := a.View().catalogue.Park(found.Stay.ParkID)
	var at catalogue.Park
	if known {
		at = park.Park
	}
	page := a.MyHolidays.Pocket(found, at, known)
	return func(w http.ResponseWriter, r *http.Request) { a.HolidayPages.PocketPage(w, r, page) }, nil
}

func (a *API) endHolidays(r *Request, _ NoQuery) (Nothing, error) {
	err := a.MyHolidays.End(r.Context(), r.HolidaysToken())
	r.SetHolidaysToken("")
	return Nothing{}, err
}
