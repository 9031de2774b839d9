package web

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"strconv"

	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/web/httpx"
)

// Watches has the watches of those who follow a link in their e-mails.
type Watches interface {
	// Watcher returns the watcher of a link; ok is false where it is not valid.
	Watcher(ctx context.Context, token string) (w watch.Watcher, watched []watch.Watched, ok bool, err error)
	// Confirm confirms all watches of a watcher; ok is false where there is none.
	Confirm(ctx context.Context, token string) (ok bool, err error)
	// End ends a watch, or all of a watcher where id is ""; ok is false where there is no watcher.
	End(ctx context.Context, token, id string) (ok bool, err error)
}

// watchStyle lays the pages of price watches out.
const watchStyle = formStyle + `article{margin:1.75rem 0 0;padding:1.1rem 0 0;border-top:1px solid var(--line,#ccc)}h2{margin:0;font-size:1.2rem;line-height:1.3}article p{margin:.35rem 0 0}article form{margin:.75rem 0 0}`

var watchPages = template.Must(template.New("").Parse(`{{define "ask"}}<h1>Watch this price</h1>
<article><h2>{{.Title}}</h2><p>{{.Stay.Text}}</p><p>{{if .Price}}<strong>{{.PriceText}}</strong> today{{else}}<strong>Sold out</strong> today{{end}}</p></article>
<p>{{if .Price}}We email you when the price falls{{else}}We email you when it is on sale again{{end}}, at most once a day, until the day before the stay begins. Watching does not hold the stay: others can book it.</p>
<form method="post" action="/watch">{{range .Fields}}<input type="hidden" name="{{index . 0}}" value="{{index . 1}}">{{end}}
<label for="email">Your email address</label><input id="email" type="email" name="email" autocomplete="email" required maxlength="254">
<p><button>Watch this price</button></p></form>
<p>First we send you an email with a link to confirm. We use your address for this alone. <a href="/privacy-policy">Privacy policy</a></p><p><a href="{{.Path}}">Back to the stay</a></p>{{end}}

{{define "mine"}}<h1>{{if .Pending}}Watch this price?{{else}}What you watch{{end}}</h1>
{{if .Done}}<p role="status">{{.Done}}</p>{{end}}
{{if .Pending}}<p>Press the button, and we email you news of the stays below: at most once a day, until the day before they begin.</p>
<form method="post"><input type="hidden" name="do" value="confirm"><p><button>Yes, email me</button></p></form>{{end}}
{{if not .Watched}}<p>You watch no prices.</p>{{end}}
{{range .Watched}}<article><h2>{{if .Title}}{{.Title}}{{else}}A stay that we do not sell any more{{end}}</h2><p>{{.Stay.Text}}</p>
{{if .Title}}<p>{{if .Price}}<a href="{{.Path}}">{{.PriceText}}</a> today{{else}}Sold out today{{end}}{{if .Ref}}, for your booking{{end}}</p>{{end}}
<form method="post"><input type="hidden" name="do" value="end"><input type="hidden" name="id" value="{{.ID}}"><button class="quiet" aria-label="End: {{.Title}}, {{.Stay.Text}}">End</button></form></article>
{{end}}{{if .Watched}}<article><form method="post"><button class="quiet">End everything</button></form></article>{{end}}{{end}}`))

// watchBody puts a page of price watches together.
func watchBody(r *http.Request, name string, view any) (string, error) {
	var body bytes.Buffer
	body.WriteString(`<style nonce="` + httpx.Nonce(r.Context()) + `">` + watchStyle + `</style>`)
	err := watchPages.ExecuteTemplate(&body, name, view)
	return body.String(), err
}

// fieldsOf returns the fields of the form that name a stay, as api.WatchQuery reads them.
func fieldsOf(s watch.Stay) [][2]string {
	fields := [][2]string{{"park", s.Park}, {"unit", s.Unit}, {"channel", s.Channel}, {"date", s.Arrival.String()}, {"nights", strconv.Itoa(s.Nights)},
		{"adults", strconv.Itoa(s.Party.Adults)}, {"children", strconv.Itoa(s.Party.Children)}, {"infants", strconv.Itoa(s.Party.Under5s)}}
	if s.Party.Dogs {
		fields = append(fields, [2]string{"dogs", "y"})
	}
	return fields
}

// WatchPage answers the page that asks where to write about the price of a stay.
func (w *Web) WatchPage(rw http.ResponseWriter, r *http.Request, stay watch.Watched) {
	body, err := watchBody(r, "ask", struct {
		watch.Watched
		Fields [][2]string
	}{stay, fieldsOf(stay.Stay)})
	if err != nil {
		w.unavailable(rw, r, "price watch page", err)
		return
	}
	p := w.barePolicy(httpx.Nonce(r.Context()), nil)
	p.hidden = false // else browsers send the form without its origin, and it is refused
	w.sendBareUnder(p, rw, r, http.StatusOK, "Watch this price", "<main>"+w.logoLink()+body+"</main>")
}

// WatchSentPage follows the form of WatchPage. It is the same for all addresses.
func (w *Web) WatchSentPage(rw http.ResponseWriter, r *http.Request) {
	w.barePage(rw, r, http.StatusOK, "Check your email", `<h1>Check your email</h1><p role="status">We have sent you an email with a link. Please press the button on its page: only then do we watch the price for you.</p>
<p>No email? A stay that you watch already needs none. An address that has not answered our last one gets no other within 24 hours: the link in that one shows this stay, too. An address can watch 20 stays.</p>`+w.homeLink())
}

// WatchesPage answers the link in e-mails about watched prices: it lists what an address
// watches, with buttons to confirm and to end. A GET changes nothing, because mail servers
// open links to examine them. A mail program may post to it by itself to end everything
// (RFC 8058).
func (w *Web) WatchesPage(rw http.ResponseWriter, r *http.Request) {
	token, done, ok, err := r.URL.Query().Get("t"), "", true, error(nil)
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(rw, r.Body, largestButton)
		if err := r.ParseForm(); err != nil {
			w.plainPage(rw, r, http.StatusBadRequest, "Your browser has sent something that we do not understand. Please open the page again.")
			return
		}
		done, ok, err = w.changeWatches(r, token)
	}
	var view struct {
		watch.Watcher
		Watched []watch.Watched
		Done    string
	}
	view.Done = done
	if err == nil && ok {
		view.Watcher, view.Watched, ok, err = w.Watches.Watcher(r.Context(), token)
	}
	body := ""
	if err == nil && ok {
		body, err = watchBody(r, "mine", view)
	}
	switch {
	case err != nil:
		w.unavailable(rw, r, "price watches", err)
	case !ok:
		w.barePage(rw, r, http.StatusNotFound, "Watched prices", "<h1>Watched prices</h1><p>This link is not valid any more: nothing is watched by it.</p>"+w.homeLink())
	default:
		w.barePage(rw, r, http.StatusOK, "Watched prices", body+w.homeLink())
	}
}

// changeWatches does what a button says, and returns what was done.
func (w *Web) changeWatches(r *http.Request, token string) (done string, ok bool, err error) {
	switch id := r.PostForm.Get("id"); {
	case r.PostForm.Get("do") == "confirm":
		ok, err = w.Watches.Confirm(r.Context(), token)
		return "Thank you. We watch these prices for you.", ok, err
	case id != "":
		ok, err = w.Watches.End(r.Context(), token, id)
		return "We do not watch that stay for you any more.", ok, err
	default:
		ok, err = w.Watches.End(r.Context(), token, "")
		return "We watch nothing for you any more, and write no more of these emails.", ok, err
	}
}
