package web

import (
	"net/http"
	"slices"
	"strings"

	"holidaymaker/internal/web/cspreport"
)

// policy says what a document may do beside reaching our own origin.
type policy struct {
	// scripts and styles are hashes or nonces of inline elements, and further origins.
	scripts, styles []string
	// The origins that it may call, show in a frame, load pictures from and send forms to.
	connect, frames, images, forms []string
	// hidden means that the next page does not learn its address.
	hidden bool
}

// pagePolicy is what most pages may do. They may show frames of any site over https,
// because posts of the CMS embed them; the front end loads them only after the visitor
// has agreed. Scripts of the tag manager run with tagNonce; if it is empty, they may not
// run.
func (w *Web) pagePolicy(tagNonce string) policy {
	p := policy{
		scripts: w.document.scripts, styles: w.document.styles,
		connect: w.ConnectSources, frames: []string{"https:"}, images: []string{"data:", "https:"},
	}
	if w.ImageSource != "" {
		p.images = append(p.images, w.ImageSource)
	}
	if tagNonce != "" {
		tags := slices.Concat(tagOrigins, w.TagSources)
		p.scripts = slices.Concat(p.scripts, []string{"'nonce-" + tagNonce + "'"}, tags)
		p.connect, p.images = slices.Concat(p.connect, tags), append(p.images, tags...)
	}
	return p
}

// paymentPolicy is what payment pages may do: they reach only our origin and the card
// provider, whose frame has its own policy.
func (w *Web) paymentPolicy() policy {
	return policy{
		scripts: w.document.scripts, styles: w.document.styles,
		connect: w.PaymentSources, frames: w.FrameSources, images: []string{"data:"}, forms: w.PaymentSources, hidden: true,
	}
}

// barePolicy is what bare pages may do: as payment pages, with styles of a nonce and
// these scripts.
func (w *Web) barePolicy(nonce string, scripts []string) policy {
	p := w.paymentPolicy()
	p.scripts, p.styles = scripts, []string{"'nonce-" + nonce + "'"}
	return p
}

// header returns the policy as a Content-Security-Policy.
func (p policy) header() string {
	own := func(directive string, more []string) string {
		return strings.Join(append([]string{directive + " 'self'"}, more...), " ")
	}
	return strings.Join([]string{
		"default-src 'none'",
		own("script-src", p.scripts),
		own("style-src", p.styles),
		own("img-src", p.images),
		"font-src 'self'",
		"media-src 'self'",
		own("connect-src", p.connect),
		own("frame-src", p.frames),
		"worker-src 'self' blob:",
		"manifest-src 'self'",
		own("form-action", p.forms),
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
		"report-to policy",
		"report-uri " + cspreport.Path, // for browsers without report-to
	}, "; ")
}

// secure sets the headers that say what a document may do.
func (p policy) secure(header http.Header) {
	header.Set("Content-Security-Policy", p.header())
	header.Set("Reporting-Endpoints", `policy="`+cspreport.Path+`"`)
	if p.hidden {
		header.Set("Referrer-Policy", "no-referrer")
	}
}
