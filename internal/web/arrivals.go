package web

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"strconv"

	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// Arrivals has the bookings that the office of a park sees behind a link in its e-mails.
type Arrivals interface {
	// Arrivals returns the page of a link; ok is false where it is not valid.
	Arrivals(ctx context.Context, token string) (page reservation.Arrivals, ok bool, err error)
	// Receive notes that the office has a version of a booking; ok is false where the link
	// is not valid or the booking is not on its page.
	Receive(ctx context.Context, token, ref string, version int) (ok bool, err error)
}

// arrivalsStyle lays the bookings of the page of arrivals out.
const arrivalsStyle = `article{margin:1.75rem 0 0;padding:1.1rem 0 0;border-top:1px solid var(--line,#ccc)}h2{margin:0;font-size:1.2rem;line-height:1.3}
dl{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:.2rem 1rem;margin:.6rem 0 0}dt{font-weight:700}dd{margin:0;overflow-wrap:anywhere}
.gone h2,.gone dd{text-decoration:line-through}@media print{form,.logo{display:none}}`

var arrivalsPage = template.Must(template.New("").Funcs(template.FuncMap{"moment": date.Moment}).Parse(`<h1>Arrivals</h1><p>{{.Park}}</p>
{{range .Unreadable}}<p role="alert"><strong>We cannot show booking {{.}} at the moment.</strong> Please ring us about it: {{$.Contact}}</p>
{{end}}{{if not (or .List .Unreadable)}}<p>There are no bookings whose guests are still to come or to leave.</p>{{end}}
{{range .List}}{{$cancelled := eq .Booking.Status "cancelled"}}<article{{if $cancelled}} class="gone"{{end}}><h2>{{.Booking.ArrivalDay}} – {{.Booking.DepartureDay}}</h2>
{{if $cancelled}}<p><strong>This booking is cancelled or moved: please take it out of your books.</strong></p>{{end}}
<dl><dt>Booking</dt><dd>{{.Booking.Reference}}</dd><dt>Unit</dt><dd>{{.Booking.UnitName}}, {{.Booking.ParkName}}</dd>
{{if not $cancelled}}{{with .Booking.Guest}}{{if .Surname}}<dt>Guest</dt><dd>{{.Title}} {{.Forename}} {{.Surname}}</dd><dt>Telephone</dt><dd>{{.Telephone}}</dd>{{end}}{{end}}
<dt>Party</dt><dd>{{.Booking.Party.Text}}</dd>{{range .Booking.Extras}}<dt>Extra</dt><dd>{{.Text}}</dd>{{end}}{{range .Booking.Included}}<dt>In the price</dt><dd>{{.Text}}</dd>{{end}}
{{if .Booking.CheckIn}}<dt>Check-in</dt><dd>from {{.Booking.CheckIn}}</dd>{{end}}{{if .Booking.CheckOut}}<dt>Check-out</dt><dd>by {{.Booking.CheckOut}}</dd>{{end}}
<dt>To collect</dt><dd>{{.Booking.Collect}}</dd>{{end}}</dl>
{{if .Received.IsZero}}{{if not .Before.IsZero}}<p>Changed since you received it on {{moment .Before}}.</p>{{end}}
<form method="post"><input type="hidden" name="ref" value="{{.Ref}}"><input type="hidden" name="version" value="{{.Version}}"><p><button aria-label="Received: booking {{.Booking.Reference}}">Received</button></p></form>
{{else}}<p role="status">Received on {{moment .Received}}.</p>{{end}}</article>
{{end}}`))

// largestButton limits what the button of a booking sends, in bytes.
const largestButton = 4 << 10

// ArrivalsPage answers the link in an e-mail to the office of a park. Opening it changes
// nothing, because mail servers open links to examine them: the office presses a button.
func (w *Web) ArrivalsPage(rw http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	rw.Header().Set("X-Robots-Tag", "noindex")
	if r.Method == http.MethodPost {
		w.received(rw, r, token)
		return
	}
	page, ok, err := w.Arrivals.Arrivals(r.Context(), token)
	var body bytes.Buffer
	if err == nil && ok {
		err = arrivalsPage.Execute(&body, struct {
			reservation.Arrivals
			Contact template.HTML
		}{page, template.HTML(w.contact())}) //nolint:gosec // of the brand
	}
	if err != nil || !ok {
		w.noArrivals(rw, r, err)
		return
	}
	w.barePage(rw, r, http.StatusOK, "Arrivals", `<style nonce="`+httpx.Nonce(r.Context())+`">`+arrivalsStyle+`</style>`+body.String())
}

// received answers the button 'Received' of a booking.
func (w *Web) received(rw http.ResponseWriter, r *http.Request, token string) {
	r.Body = http.MaxBytesReader(rw, r.Body, largestButton)
	if err := r.ParseForm(); err != nil {
		w.plainPage(rw, r, http.StatusBadRequest, "Your browser has sent something that we do not understand. Please open the page again.")
		return
	}
	version, _ := strconv.Atoi(r.PostForm.Get("version")) // 0 is no version
	ok, err := w.Arrivals.Receive(r.Context(), token, r.PostForm.Get("ref"), version)
	if err != nil || !ok {
		w.noArrivals(rw, r, err)
		return
	}
	rw.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(rw, r, r.URL.Path, http.StatusSeeOther)
}

// noArrivals answers a link that is not valid, or a failure.
func (w *Web) noArrivals(rw http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		w.unavailable(rw, r, "arrivals", err)
		return
	}
	w.barePage(rw, r, http.StatusNotFound, "Arrivals", `<h1>This link is not valid any more</h1><p>Please use the link in our newest email to you, or contact us: `+w.contact()+`</p>`)
}
