package web

import (
	"html"
	"net/http"
	"strings"

	"holidaymaker/internal/web/httpx"
)

// bareStyle lays out a bare page in the brand's colours, type and corners, which
// come with the front end's style sheet. Each has a value to fall back on,
// because the sheet may be missing.
const bareStyle = `body{margin:0;background:var(--ground,#fff);color:var(--ink,#161616);font:1.0625rem/1.55 var(--font-sans,system-ui,sans-serif)}
main{box-sizing:border-box;max-width:40rem;margin:0 auto;padding:clamp(1.25rem,4vw,2.75rem) 1.25rem}
.logo{margin:0 0 8vh}.logo img{display:block;height:2.5rem;width:auto}
h1{margin:0;font-size:clamp(1.9rem,4vw,2.6rem);font-weight:700;font-stretch:var(--display-width,100%);line-height:1.1;letter-spacing:-.012em;text-transform:var(--display-case,none);text-wrap:balance}
p{margin:1rem 0 0}a{color:var(--accent-text,inherit);text-decoration:underline;text-underline-offset:3px}
button{min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:var(--radius-button,4px);background:var(--accent,#161616);color:var(--accent-ink,#fff);font:inherit;font-weight:700;cursor:pointer}
button:hover{background:var(--accent-pressed,#161616)}`

// formStyle lays the fields and lesser buttons of bare pages out.
const formStyle = `label{display:block;margin:1.5rem 0 .35rem;font-weight:700}input[type=email]{box-sizing:border-box;width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line-strong,#767676);border-radius:var(--radius-field,4px);background:#fff;color:inherit;font:inherit}
button.quiet{background:none;border:1px solid currentColor;color:inherit}button.quiet:hover{background:var(--sunk,#f3f3f3)}`

// barePage answers a small page that needs no script: its heading and text below
// the brand's logo.
func (w *Web) barePage(rw http.ResponseWriter, r *http.Request, status int, title, body string) {
	w.sendBare(rw, r, status, title, `<main>`+w.logoLink()+body+`</main>`)
}

func (w *Web) logoLink() string { return `<p class="logo"><a href="/">` + w.logo() + `</a></p>` }

func (w *Web) logo() string {
	return `<img src="/` + w.Site.SiteCode + `/logo-dark.svg" alt="` + html.EscapeString(w.Site.Global.BrandName) + `">`
}

// sendBare answers a document of the front end's style sheet and a body, in which these
// scripts run.
func (w *Web) sendBare(rw http.ResponseWriter, r *http.Request, status int, title, body string, scripts ...string) {
	w.sendBareUnder(w.barePolicy(httpx.Nonce(r.Context()), scripts), rw, r, status, title, body)
}

// sendBareUnder is sendBare with a policy of its own.
func (w *Web) sendBareUnder(p policy, rw http.ResponseWriter, r *http.Request, status int, title, body string) {
	nonce := httpx.Nonce(r.Context())
	header := rw.Header()
	p.secure(header)
	header["Content-Type"], header["Cache-Control"] = httpx.HTML, httpx.NoStore
	page, _ := placeBanner([]byte(`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>`+
		html.EscapeString(title)+`</title>`+w.document.looks+`<style nonce="`+nonce+`">`+bareStyle+`</style></head><body>`+body+`</body></html>`), w.Banner, nonce) // it has a body
	// Not compressed: a node that has too much to do sends very many of them. The error can be
	// ignored: the page is small.
	_ = httpx.SendOnce(rw, r, status, page, nil, nil)
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

// FormRefusedPage answers a form that the browser has sent itself and that was refused:
// why, and a link to the page with the form.
func (w *Web) FormRefusedPage(rw http.ResponseWriter, r *http.Request, status int, lines []string, back string) {
	const title = "Please check your details"
	var text strings.Builder
	text.WriteString("<h1>" + title + "</h1>")
	for _, line := range lines {
		text.WriteString("<p>" + html.EscapeString(line) + "</p>")
	}
	text.WriteString(`<p>Your browser’s Back button returns to the form with what you have typed. You can also <a href="` +
		html.EscapeString(back) + `">open the page again</a>.</p>`)
	w.barePage(rw, r, status, title, text.String())
}

// BusyPage answers status 503 to a visitor when the server has too much to do.
func (w *Web) BusyPage(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Retry-After", "2")
	w.plainPage(rw, r, http.StatusServiceUnavailable, "We are very busy at the moment. Please try again in a few seconds.")
}

// unavailable answers status 503 to what has failed, and logs it.
func (w *Web) unavailable(rw http.ResponseWriter, r *http.Request, operation string, err error) {
	w.Log.Error("request failed", "operation", operation, "request", httpx.RequestID(r.Context()), "error", err)
	rw.Header().Set("Retry-After", "60")
	w.plainPage(rw, r, http.StatusServiceUnavailable, "We are sorry, but we cannot do this for a moment. Please try again later.")
}

// maintenanceStyle lays the text of the maintenance page over a landscape that fills
// the window.
//
// The landscape lies behind the text. The body is a stacking context, because otherwise the
// landscape would lie behind the body's background, too.
const maintenanceStyle = `body{isolation:isolate}main{min-height:100vh;min-height:100dvh;max-width:80rem;display:flex;flex-direction:column;align-items:flex-start}.logo{margin:0 0 clamp(1.25rem,4vh,2.5rem)}
main>*{max-width:34rem}main>p{margin:.75rem 0 0;font-size:1.25rem;line-height:1.4}main>p+p{margin-top:0}
.scene{position:fixed;inset:0;width:100%;height:100%;max-width:none;object-fit:cover;object-position:right bottom;z-index:-1}
main>.card{margin:auto 0 0;padding:1.1rem 1.6rem;border-radius:var(--radius-card,10px);background:#fff;font-size:1.0625rem}.card a{display:inline-block;margin-left:.75rem;padding:.5rem 0}`

// maintenancePage is what all visitors get during maintenance (specification,
// 'Maintenance page'): over the brand's own landscape.
func (w *Web) maintenancePage(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Retry-After", "3600")
	scene := "/images/hero/" + w.Site.Texts.HeroScene
	w.sendBare(rw, r, http.StatusServiceUnavailable, w.Site.Global.BrandName,
		`<style nonce="`+httpx.Nonce(r.Context())+`">`+maintenanceStyle+`</style>
<picture><source media="(max-width:991px)" srcset="`+scene+`-small.svg"><img class="scene" src="`+scene+`-large.svg" alt=""></picture>
<main><p class="logo">`+w.logo()+`</p>
<h1>We are currently making exciting changes to further improve your site experience!</h1>
<p>Don't worry, we will be back shortly.</p><p>Thank you for your patience!</p>
<p class="card">Contact Us `+w.contact()+`</p></main>`)
}

// contact returns links to the brand's telephone and e-mail.
func (w *Web) contact() string {
	phone, email := w.Site.SocialMedia.Telephone, w.Site.Global.Email
	return `<a href="tel:` + strings.ReplaceAll(phone, " ", "") + `">` + phone + `</a> <a href="mailto:` + email + `">` + email + `</a>`
}
