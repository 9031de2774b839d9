package web

import (
	"context"
	"html"
	"net/http"
	"strconv"

	"holidaymaker/internal/web/httpx"
)

// Newsletter changes the subscription that a link in an e-mail names.
type Newsletter interface {
	// Confirm confirms a subscription; ok is false where there is none or it has
	// ended.
	Confirm(ctx context.Context, token string) (ok bool, err error)
	// Unsubscribe ends a subscription; ok is false where there is none.
	Unsubscribe(ctx context.Context, token string) (ok bool, err error)
}

// ConfirmPage answers the link in the e-mail that asks to confirm a newsletter
// sign-up.
func (w *Web) ConfirmPage(rw http.ResponseWriter, r *http.Request) {
	w.subscriptionPage(rw, r, w.Newsletter.Confirm, subscriptionTexts{
		title: "Confirm your email address", button: "Confirm",
		prompt:       "Press the button to get deals and offers of " + w.Site.Global.BrandName + " by email.",
		confirmation: "Thank you. Your email address has been confirmed.",
	})
}

// UnsubscribePage answers the link in newsletters that ends the subscription. A
// mail program may post to it by itself (RFC 8058).
func (w *Web) UnsubscribePage(rw http.ResponseWriter, r *http.Request) {
	w.subscriptionPage(rw, r, w.Newsletter.Unsubscribe, subscriptionTexts{
		title: "Unsubscribe", button: "Unsubscribe",
		prompt:       "Press the button to get no more newsletters of " + w.Site.Global.BrandName + ".",
		confirmation: "You have been unsubscribed. You will get no more newsletters from us.",
	})
}

// rememberSignUp does on the thanks page what the front end does after a sign-up: it
// stores for six months that the visitor has signed up. With 'agreed' before it, it
// also leaves the event for the next document, which sends what waits in this
// tab (web/src/features/analytics/stored.ts, web/src/features/newsletter).
const rememberSignUp = `if(location.hash==='#` + httpx.SignedUp + `'){history.replaceState(null,'',location.pathname)
const until=new Date(),day=until.getDate();until.setMonth(until.getMonth()+6);if(until.getDate()<day)until.setDate(0)
try{localStorage.setItem('signedUpForDeals',JSON.stringify({value:true,expires:+until}))
if(agreed){const key='pending-events';sessionStorage.setItem(key,JSON.stringify([...JSON.parse(sessionStorage.getItem(key)??'[]'),{event:'email_sign_up',source:'footer'}]))}}catch{}}`

// ThanksPage answers the newsletter form when the browser itself has sent it:
// without script, or before the form's script has loaded.
func (w *Web) ThanksPage(rw http.ResponseWriter, r *http.Request) {
	nonce := httpx.Nonce(r.Context())
	w.sendBare(rw, r, http.StatusOK, "Thank you", `<main>`+w.logoLink()+`<h1>Thank you</h1><p role="status">Thank you for signing up! Look out for our latest deals in your inbox.</p><p>If your address is new to us, please confirm it by the link in our email.</p>`+w.homeLink()+
		`</main><script nonce="`+nonce+`">const agreed=`+strconv.FormatBool(httpx.Agreed(r))+`;`+rememberSignUp+`</script>`,
		"'nonce-"+nonce+"'")
}

func (w *Web) homeLink() string {
	return `<p><a href="/">` + html.EscapeString(w.Site.Global.BrandName) + `</a></p>`
}

type subscriptionTexts struct{ title, button, prompt, confirmation string }

// subscriptionPage shows a page with a button, and does what the button says when
// it is posted. A GET changes nothing, because mail servers open the links of
// e-mails to examine them. The token is in the query, which is never logged.
func (w *Web) subscriptionPage(rw http.ResponseWriter, r *http.Request, change func(context.Context, string) (bool, error), texts subscriptionTexts) {
	home := w.homeLink()
	heading := "<h1>" + html.EscapeString(texts.title) + "</h1>"
	if r.Method != http.MethodPost {
		// Without an action, the form is posted to the page's own address.
		w.barePage(rw, r, http.StatusOK, texts.title, heading+"<p>"+html.EscapeString(texts.prompt)+`</p>
<form method="post"><p><button>`+html.EscapeString(texts.button)+`</button></p></form>`+home)
		return
	}
	ok, err := change(r.Context(), r.URL.Query().Get("t"))
	switch {
	case err != nil:
		w.unavailable(rw, r, texts.title, err)
	case !ok:
		w.barePage(rw, r, http.StatusNotFound, texts.title, heading+"<p>This link is not valid any more.</p>"+home)
	default:
		w.barePage(rw, r, http.StatusOK, texts.title, heading+`<p role="status">`+html.EscapeString(texts.confirmation)+"</p>"+home)
	}
}
