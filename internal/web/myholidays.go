package web

import (
	"bytes"
	"html/template"
	"net/http"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// holidaysStyle lays the pages of My Holidays out.
const holidaysStyle = formStyle + `h2,h3{font-weight:700}h2{margin:2.5rem 0 0;font-size:1.35rem;line-height:1.25}article{margin:1rem 0 0;padding:1.1rem 1.25rem 1.25rem;border:1px solid var(--line,#ccc);border-radius:var(--radius-card,8px)}
article h3{margin:0;font-size:1.15rem;line-height:1.3}article p{margin:.3rem 0 0}.due{font-weight:700}summary{margin:1rem 0 0;padding:.4rem 0;cursor:pointer;text-decoration:underline;text-underline-offset:3px}.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0 0}`

// holidaysFuncs are what the templates of My Holidays call.
var holidaysFuncs = template.FuncMap{
	"left": myholidays.LeftText, "moment": date.Moment, "invoice": myholidays.HasInvoice, "receipts": myholidays.HasReceipts,
	"listed": func(o myholidays.Overview, b booking.Existing) any {
		return struct {
			Documents, Pocket bool
			Booking           booking.Existing
		}{o.Documents, o.Pocket, b}
	},
	"document": func(shown, kind, name string) any { return struct{ Shown, Kind, Name string }{shown, kind, name} },
}

var holidayPages = template.Must(template.New("").Funcs(holidaysFuncs).Parse(`{{define "ask"}}<h1>My Holidays</h1>
{{if .Late}}<p role="status"><strong>This link was used before, or is too old, or your access has ended.</strong> Ask for a new one: it takes a minute.</p>{{end}}
<p>See all your bookings without a password. We email you a link, which you can open once within 30 minutes.</p>
<form method="post" action="/my-holidays"><label for="email">Your email address</label><input id="email" type="email" name="email" autocomplete="email" required maxlength="254">
<p><button>Email me a link</button></p></form>
<p>Enter the address with which you have booked. <a href="/login">Find one booking by its reference instead</a></p>{{end}}

{{define "sent"}}<h1>Check your email</h1>
<p role="status">If we hold anything under your address, you get an email with a link in a minute. You can open it once within 30 minutes.</p>
<p>No email? Look into the folder for unwanted mail, or try the other address with which you may have booked. An address gets three links an hour at most.</p>
<p><a href="/my-holidays">Enter another address</a></p>{{end}}

{{define "link"}}<h1>Open My Holidays</h1>
<p>The button shows your bookings in this browser. The link works once.</p>
<form method="post" action="/my-holidays/open"><input type="hidden" name="t" value="{{.}}"><p><button>Open My Holidays</button></p></form>{{end}}

{{define "booking"}}{{with .Booking}}<article><h3>{{.Stay.Title}}</h3><p>{{.Stay.Arrival.Long}}, {{.Stay.Nights}} {{if eq .Stay.Nights 1}}night{{else}}nights{{end}}, {{.Party.Text}}</p>
<p>Booking {{.Shown}}{{if eq .Status "cancelled"}}, <strong>cancelled</strong>{{else if eq .Status "pending"}}, <strong>payment being checked</strong>{{end}}</p>
{{with left .}}<p class="due">{{.}}</p>{{end}}
<div class="actions"><form method="post" action="/my-holidays/booking"><input type="hidden" name="bookingId" value="{{.Shown}}"><button aria-label="Open this booking: {{.Shown}}">Open this booking</button></form>
{{if and $.Pocket (eq .Status "confirmed")}}<form method="post" action="/my-holidays/booking"><input type="hidden" name="bookingId" value="{{.Shown}}"><input type="hidden" name="pocket" value="y"><button class="quiet" aria-label="Take it with you: booking {{.Shown}}">Take it with you</button></form>{{end}}
{{if $.Documents}}{{if invoice .}}{{template "document" (document .Shown "invoice" "Invoice")}}{{end}}{{if receipts .}}{{template "document" (document .Shown "receipt" "Receipt")}}{{end}}{{end}}</div></article>{{end}}{{end}}

{{define "document"}}<form method="post" action="/my-holidays/document"><input type="hidden" name="bookingId" value="{{.Shown}}"><input type="hidden" name="kind" value="{{.Kind}}"><button class="quiet" aria-label="{{.Name}} (PDF) of booking {{.Shown}}">{{.Name}} (PDF)</button></form>{{end}}

{{define "holidays"}}<h1>My Holidays</h1><p>What we hold under {{.Email}}.</p>
{{if .Coming}}<h2>Coming up</h2>{{range .Coming}}{{template "booking" (listed $.Overview .)}}{{end}}{{end}}
{{if .Past}}<h2>Past and cancelled</h2>{{range .Past}}{{template "booking" (listed $.Overview .)}}{{end}}{{end}}
{{if not (or .Coming .Past)}}<p>There are no bookings under this address with {{.Brand}}.</p>{{end}}
{{range .Elsewhere}}{{if .Failed}}<h2>{{.Name}}</h2><p role="status">We cannot show your bookings with {{.Name}} at the moment.</p>
{{else if .Held}}<h2>{{.Name}}</h2>{{range .Holidays}}<article><h3>{{.Title}}</h3><p>{{.Stay}}</p><p>Booking {{.Shown}}{{if .Cancelled}}, <strong>cancelled</strong>{{end}}</p>{{with .Left}}<p class="due">{{.}}</p>{{end}}</article>{{end}}
<p><a href="/my-holidays/brand?n={{.Number}}">Open My Holidays at {{.Name}}</a></p>{{end}}{{end}}
<h2>Your data</h2><p>Your bookings, newsletters, messages and price watches with {{.Brand}}, as a file for programs (JSON). If you want a copy of anything else that we hold about you, please ask us.</p>
<form method="post" action="/my-holidays/data"><p><button class="quiet">Download my data</button></p></form>
<div id="erasure">{{if .Erasure.AskedAt.IsZero}}<details><summary>Have my data erased</summary>
<p>A member of staff erases what we hold under this address within {{.ErasureDays}} days, and you cannot get it back. We confirm your request by email. Details of a booking go once its stay is over or it is cancelled. Its reference, dates and sums stay, which tax law requires.</p>
<form method="post" action="/my-holidays/erase"><p><button class="quiet">Ask for erasure</button></p></form></details>
{{else}}<p role="status">You asked for erasure on {{moment .Erasure.AskedAt}}. A member of staff does it by {{moment .Erasure.Due}}.</p>{{end}}</div>
<h2>Done?</h2><p>Your access ends by itself after 30 minutes without use. On a shared computer, end it now.</p>
<form method="post" action="/my-holidays/end"><p><button class="quiet">End my access</button></p></form>{{end}}`))

// holidaysPage answers a page of My Holidays.
func (w *Web) holidaysPage(rw http.ResponseWriter, r *http.Request, title, name string, view any) {
	var body bytes.Buffer
	if err := holidayPages.ExecuteTemplate(&body, name, view); err != nil {
		w.unavailable(rw, r, "my holidays", err)
		return
	}
	nonce := httpx.Nonce(r.Context())
	p := w.barePolicy(nonce, nil)
	p.hidden = false // else browsers send the forms without their origin, and they are refused
	w.sendBareUnder(p, rw, r, http.StatusOK, title, `<style nonce="`+nonce+`">`+holidaysStyle+`</style><main>`+w.logoLink()+body.String()+w.homeLink()+"</main>")
}

// HolidaysAskPage asks for the address of who wants to see My Holidays. late means that a link
// was not valid any more, or the access has ended.
func (w *Web) HolidaysAskPage(rw http.ResponseWriter, r *http.Request, late bool) {
	w.holidaysPage(rw, r, "My Holidays", "ask", struct{ Late bool }{late})
}

// HolidaysSentPage follows the form of HolidaysAskPage. It is the same for all addresses.
func (w *Web) HolidaysSentPage(rw http.ResponseWriter, r *http.Request) {
	w.holidaysPage(rw, r, "Check your email", "sent", nil)
}

// HolidaysLinkPage has the button that opens a link.
func (w *Web) HolidaysLinkPage(rw http.ResponseWriter, r *http.Request, link string) {
	w.holidaysPage(rw, r, "Open My Holidays", "link", link)
}

// HolidaysPage shows what is held under an address.
func (w *Web) HolidaysPage(rw http.ResponseWriter, r *http.Request, o myholidays.Overview) {
	w.holidaysPage(rw, r, "My Holidays", "holidays", struct {
		myholidays.Overview
		Brand       string
		ErasureDays int
	}{o, w.Site.Global.BrandName, myholidays.ErasureDays})
}
