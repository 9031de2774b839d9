package web

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// pocketWorker answers the pages below /pocket/ from the phone where there is no connection.
//
//go:embed pocket/worker.js
var pocketWorker string

// pocketScript keeps and forgets a page, and says what has changed in it.
//
//go:embed pocket/page.js
var pocketScript string

const pocketStyle = `h2{margin:2rem 0 0;font-weight:700;font-size:1.25rem;line-height:1.3}dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.35rem 1rem;margin:.75rem 0 0}dt{font-weight:700}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.gate{font-size:1.75rem;font-weight:700;letter-spacing:.06em}.map{display:block;width:100%;height:auto;margin:1rem 0 0;border-radius:var(--radius-card,8px)}.logo{margin:0 0 1.5rem}
.changed{display:block;font-size:.875rem}.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0 0}[hidden]{display:none!important}
button.quiet{background:none;border:1px solid currentColor;color:inherit}@media print{.actions,.home,#state{display:none}main{max-width:none;padding:0}}`

var pocketPage = template.Must(template.New("").Funcs(template.FuncMap{"moment": date.Moment, "tel": telephone}).Parse(`<h1>{{.Stay.Title}}</h1>
<p id="state" role="status"></p>
{{if eq .Status "cancelled"}}<p role="alert"><strong>This booking is cancelled.</strong></p>{{end}}
<dl data-at="{{moment .At}}"><dt>Booking</dt><dd data-fact="booking">{{.Shown}}</dd>
<dt>Arrive</dt><dd data-fact="arrive">{{.Stay.Arrival.Long}}{{with .Times.CheckIn}}, from {{.}}{{end}}{{with .Stay.Rules.ArriveBy}}, by {{.}} at the latest{{end}}</dd>
<dt>Leave</dt><dd data-fact="leave">{{.Stay.Departure.Long}}{{with .Times.CheckOut}}, by {{.}}{{end}}</dd>
<dt>Party</dt><dd data-fact="party">{{.Party.Text}}</dd>
{{with .Guests.GateCode}}<dt>Gate code</dt><dd class="gate" data-fact="gate code">{{.}}</dd>{{end}}</dl>
<h2>Getting there</h2><dl><dt>Address</dt><dd data-fact="address">{{.Stay.ParkName}}{{range .Address}}
{{.}}{{end}}</dd>
{{with .Guests.Directions}}<dt>Directions</dt><dd data-fact="directions">{{.}}</dd>{{end}}
{{with .Position}}<dt>Position</dt><dd data-fact="position"><a href="{{$.DirectionsLink}}">{{.}}</a></dd>{{end}}</dl>
{{with .MapPicture}}<img class="map" src="{{.}}" alt="Map of where {{$.Stay.ParkName}} is" width="656" height="360">{{end}}
{{with .Weather}}<p><a href="{{.}}">Weather there</a></p>{{end}}
{{if or .Guests.Phone .Guests.OutOfHours .Guests.Email}}<h2>The park</h2><dl>
{{with .Guests.Phone}}<dt>Telephone</dt><dd data-fact="telephone"><a href="{{tel .}}">{{.}}</a></dd>{{end}}
{{with .Guests.OutOfHours}}<dt>Out of hours</dt><dd data-fact="out of hours"><a href="{{tel .}}">{{.}}</a></dd>{{end}}
{{with .Guests.Email}}<dt>Email</dt><dd data-fact="email"><a href="mailto:{{.}}">{{.}}</a></dd>{{end}}</dl>{{end}}
<h2>Your booking</h2><dl><dt>Bought</dt><dd data-fact="bought">{{range .Bought}}{{.}}
{{end}}</dd>{{with .Left}}<dt>Left to pay</dt><dd data-fact="left to pay">{{.}}</dd>{{end}}
{{with .Before}}<dt>Please note</dt><dd data-fact="please note">{{range .}}{{.}}
{{end}}</dd>{{end}}</dl>
<p>Questions about the booking? {{.Contact}}</p><p><small>As of {{moment .At}}.</small></p>
<div class="actions"><button id="keep" type="button" hidden>Keep on this phone</button><button id="forget" type="button" class="quiet" hidden>Forget on this phone</button><button id="print" type="button" class="quiet" hidden>Print</button></div>`))

// telephone returns the link that dials a number.
func telephone(number string) template.URL {
	return template.URL("tel:" + url.PathEscape(strings.ReplaceAll(number, " ", ""))) //nolint:gosec // the scheme is ours, and the rest is escaped
}

// PocketPage answers the page of a booking that guests keep on their phones.
func (w *Web) PocketPage(rw http.ResponseWriter, r *http.Request, p myholidays.Pocket) {
	var body bytes.Buffer
	err := pocketPage.Execute(&body, struct {
		myholidays.Pocket
		Contact template.HTML
	}{p, template.HTML(w.contact())}) //nolint:gosec // of the brand
	if err != nil {
		w.unavailable(rw, r, "pocket page", err)
		return
	}
	nonce := httpx.Nonce(r.Context())
	rw.Header().Set("X-Robots-Tag", "noindex")
	w.sendBareUnder(w.barePolicy(nonce, []string{"'nonce-" + nonce + "'"}), rw, r, http.StatusOK, p.Stay.ParkName,
		`<style nonce="`+nonce+`">`+pocketStyle+`</style><main>`+w.logoLink()+body.String()+strings.Replace(w.homeLink(), "<p", `<p class="home"`, 1)+
			`</main><script nonce="`+nonce+`">`+pocketScript+`</script>`)
}

// PocketWorker answers the service worker of the pages that guests keep. Browsers ask for it at
// an address below /pocket/, so that it reaches no other page.
func (*Web) PocketWorker(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'") // a worker asks under the policy of its own script
	rw.Header()["Content-Type"], rw.Header()["Cache-Control"] = []string{"text/javascript; charset=utf-8"}, []string{"no-cache"}
	_ = httpx.SendOnce(rw, r, http.StatusOK, []byte(pocketWorker), nil, nil) // small bodies always go
}
