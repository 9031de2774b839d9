package web

import (
	"html"
	"net/http"
	"strings"

	"holidaymaker/internal/httpx"
)

// policy says what a document may do.
type policy struct {
	// scripts and styles are hashes or nonces of inline elements.
	scripts, styles []string
	// payment is set for payment pages.
	payment bool
	// tagNonce is the nonce of scripts of the tag manager; empty: they may not
	// run.
	tagNonce string
}

// secure sets the content security policy of a document. Scripts and styles run
// from our own origin, or inline when their hash or nonce is listed. Payment
// pages may reach only our origin and the card provider. Other pages may show
// frames of any site over https, because posts of the CMS embed them; the front
// end loads them only after the visitor has agreed.
func (w *Web) secure(header http.Header, p policy) {
	connect, frame, images := strings.Join(append([]string{"'self'"}, w.ConnectSources...), " "), "'self' https:", strings.TrimSpace("'self' data: https: "+w.ImageSource)
	scripts := append([]string{"script-src 'self'"}, p.scripts...)
	if p.payment {
		header.Set("Referrer-Policy", "no-referrer") // pages after a payment page do not learn its address
		images = "'self' data:"
		connect = strings.Join(append([]string{"'self'"}, w.PaymentSources...), " ")
		frame = strings.Join(append([]string{"'self'"}, w.FrameSources...), " ")
	}
	if p.tagNonce != "" {
		tags := " " + strings.Join(append(tagOrigins, w.TagSources...), " ")
		scripts = append(scripts, "'nonce-"+p.tagNonce+"'"+tags)
		connect += tags
		images += tags
	}
	formAction := "'self'"
	if p.payment { // forms are sent to the card provider's frame, which then has its own policy
		formAction = connect
	}
	header.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'",
		strings.Join(scripts, " "),
		strings.Join(append([]string{"style-src 'self'"}, p.styles...), " "),
		"img-src " + images,
		"font-src 'self'",
		"media-src 'self'",
		"connect-src " + connect,
		"frame-src " + frame,
		"worker-src 'self' blob:",
		"manifest-src 'self'",
		"form-action " + formAction,
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
	}, "; "))
}

// ErrorPage answers status 500 with the specified texts and the request's id.
// It needs no script.
func (w *Web) ErrorPage(rw http.ResponseWriter, r *http.Request) {
	text := `<h1>We are sorry but we have encountered an error.</h1>
<p><a href="` + html.EscapeString(r.URL.Path) + `">Try again</a></p>
<p>If the problem persists, please contact us: ` + w.contact() + `</p>
<p><small>Request ` + html.EscapeString(httpx.RequestID(r.Context())) + `</small></p>`
	w.barePage(rw, r, http.StatusInternalServerError, "Error", text)
}

func (w *Web) plainPage(rw http.ResponseWriter, r *http.Request, status int, text string) {
	w.barePage(rw, r, status, text, "<h1>"+html.EscapeString(text)+`</h1><p><a href="/">Home</a></p>`)
}

// BusyPage answers status 503 to a visitor when the server has too much to do.
func (w *Web) BusyPage(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Retry-After", "2")
	w.plainPage(rw, r, http.StatusServiceUnavailable, "We are very busy at the moment. Please try again in a few seconds.")
}

// maintenanceStyle lays the text of the maintenance page over a landscape that fills
// the window.
const maintenanceStyle = `body{margin:0;max-width:none;padding:0}main{box-sizing:border-box;min-height:100vh;display:flex;flex-direction:column;align-items:flex-start;padding:clamp(1.25rem,4vw,2.75rem)}main>*{margin:0 0 .75rem;max-width:30rem}h1{font-size:clamp(1.5rem,3vw,2.3rem);letter-spacing:-.02em;line-height:1.08}.scene{position:fixed;inset:0;width:100%;height:100%;object-fit:cover;object-position:right bottom;z-index:-1}.card{margin:auto 0 0;padding:1.25rem 1.6rem;border-radius:.6rem;background:#fff}.card a{display:inline-block;margin-left:.75rem;padding:.5rem 0}`

// maintenancePage is what all visitors get during maintenance (specification,
// 'Maintenance page').
func (w *Web) maintenancePage(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Retry-After", "3600")
	w.barePage(rw, r, http.StatusServiceUnavailable, w.Site.Global.BrandName,
		`<style nonce="`+httpx.Nonce(r.Context())+`">`+maintenanceStyle+`</style>
<picture><source media="(max-width:991px)" srcset="/images/hero/coast-small.svg"><img class="scene" src="/images/hero/coast-large.svg" alt=""></picture>
<p><img src="/`+w.Site.SiteCode+`/logo-dark.svg" height="32" alt="`+html.EscapeString(w.Site.Global.BrandName)+`"></p>
<h1>We are currently making exciting changes to further improve your site experience!</h1>
<p>Don't worry, we will be back shortly.</p><p>Thank you for your patience!</p>
<p class="card">Contact Us: `+w.contact()+`</p>`)
}

// contact returns links to the brand's telephone and e-mail.
func (w *Web) contact() string {
	phone, email := w.Site.SocialMedia.Telephone, w.Site.Global.Email
	return `<a href="tel:` + strings.ReplaceAll(phone, " ", "") + `">` + phone + `</a> <a href="mailto:` + email + `">` + email + `</a>`
}

func (w *Web) barePage(rw http.ResponseWriter, r *http.Request, status int, title, body string) {
	nonce := httpx.Nonce(r.Context())
	header := rw.Header()
	w.secure(header, policy{styles: []string{"'nonce-" + nonce + "'"}, payment: true})
	header["Content-Type"], header["Cache-Control"] = httpx.HTML, httpx.NoStore
	page, _ := placeBanner([]byte(`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>`+
		html.EscapeString(title)+`</title><style nonce="`+nonce+`">body{font:1.0625rem/1.55 system-ui,sans-serif;max-width:38rem;margin:12vh auto 0;padding:0 1.25rem;color:#14233b}h1{font-size:1.6rem;line-height:1.25}a{color:inherit}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.25rem;background:#14233b;color:#fff;cursor:pointer}</style></head><body><main>`+body+`</main></body></html>`), w.Banner, nonce) // it has a body
	_ = httpx.SendOnce(rw, r, status, page, httpx.OnRequest, nil) // the error can be ignored: the page is small
}
