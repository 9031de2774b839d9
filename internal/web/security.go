package web

import (
	"html"
	"maps"
	"net/http"
	"strings"

	"holidaymaker/internal/api"
)

// Baseline sets the headers that every answer carries. Answers share their
// values, so those may be replaced but not changed in place.
func (w *Web) Baseline(header http.Header) { maps.Copy(header, w.baseline) }

func baseline(secure bool) http.Header {
	header := http.Header{}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
	if secure {
		header.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
	return header
}

// secure sets the content security policy of a document. Scripts run from our
// own origin or with the answer's nonce; on the payment pages nothing else is
// reached but the card provider.
func (w *Web) secure(header http.Header, nonce string, payment bool) {
	connect, frame, images := "'self'", "'self'", "'self' data: https:"
	if payment {
		images = "'self' data:"
		connect = strings.Join(append([]string{connect}, w.ConnectSources...), " ")
		frame = strings.Join(append([]string{frame}, w.FrameSources...), " ")
	}
	formAction := "'self'"
	if payment && len(w.FrameSources) > 0 {
		formAction += " " + strings.Join(w.FrameSources, " ")
	}
	header.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'",
		"script-src 'self' 'nonce-" + nonce + "'",
		"style-src 'self' 'nonce-" + nonce + "'",
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

// ErrorPage answers a fault of ours with the specified texts and the request's
// id, without any script.
func (w *Web) ErrorPage(rw http.ResponseWriter, r *http.Request) {
	text := `<h1>We are sorry but we have encountered an error.</h1>
<p><a href="` + html.EscapeString(r.URL.Path) + `">Try again</a></p>
<p>If the problem persists, please contact us: ` + w.contact() + `</p>
<p><small>Request ` + html.EscapeString(api.RequestID(r.Context())) + `</small></p>`
	w.barePage(rw, r, http.StatusInternalServerError, "Error", text)
}

func (w *Web) plainPage(rw http.ResponseWriter, r *http.Request, status int, text string) {
	w.barePage(rw, r, status, text, "<h1>"+html.EscapeString(text)+`</h1><p><a href="/">Home</a></p>`)
}

// maintenancePage keeps visitors out (specification, 'Maintenance page').
func (w *Web) maintenancePage(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Retry-After", "3600")
	w.barePage(rw, r, http.StatusServiceUnavailable, w.Site.Global.BrandName,
		`<p><img src="/`+w.Site.SiteCode+`/logo-dark.svg" height="32" alt="`+html.EscapeString(w.Site.Global.BrandName)+`"></p>
<h1>We are currently making exciting changes to further improve your site experience!</h1>
<p>Don't worry, we will be back shortly.</p><p>Thank you for your patience!</p>
<p>Contact Us: `+w.contact()+`</p>`)
}

// contact links the brand's telephone and e-mail.
func (w *Web) contact() string {
	phone, email := w.Site.SocialMedia.Telephone, w.Site.Global.Email
	return `<a href="tel:` + strings.ReplaceAll(phone, " ", "") + `">` + phone + `</a> <a href="mailto:` + email + `">` + email + `</a>`
}

func (w *Web) barePage(rw http.ResponseWriter, r *http.Request, status int, title, body string) {
	nonce := api.Nonce(r.Context())
	header := rw.Header()
	w.secure(header, nonce, true)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	sendHTML(rw, r, status, []byte(`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>`+
		html.EscapeString(title)+`</title><style nonce="`+nonce+`">body{font:1.0625rem/1.55 system-ui,sans-serif;max-width:38rem;margin:12vh auto 0;padding:0 1.25rem;color:#14233b}h1{font-size:1.6rem;line-height:1.25}a{color:inherit}</style></head><body><main>`+body+`</main></body></html>`))
}
