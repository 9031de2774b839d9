package web

import (
	"net/http"
	"strings"
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
// from our own origin, or inline if their hash or nonce is listed. Payment
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
