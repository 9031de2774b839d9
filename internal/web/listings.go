package web

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"holidaymaker/internal/content"
	"holidaymaker/internal/web/httpx"
)

// Listings of the site's pages for machines: robots.txt, the sitemap and the
// feed of the blog.
const (
	robotsPath   = "/robots.txt"
	sitemapPath  = "/sitemap.xml"
	sitemapsPath = "/sitemaps/"
	feedPath     = blogPath + "/feed.xml"
)

var (
	xmlKind  = []string{"application/xml; charset=utf-8"}
	atomKind = []string{"application/atom+xml; charset=utf-8"}
	textKind = []string{"text/plain; charset=utf-8"}
)

// serveListing answers robots.txt, the sitemap and the feed. It returns false
// for any other path.
func (w *Web) serveListing(rw http.ResponseWriter, r *http.Request) bool {
	switch at := r.URL.Path; {
	case at == robotsPath:
		w.sendListing(rw, r, textKind, w.robots(), nil)
	case at == sitemapPath:
		var body []byte
		err := w.inTurn(r.Context(), func() { body = w.sitemapIndex() })
		w.sendListing(rw, r, xmlKind, body, err)
	case strings.HasPrefix(at, sitemapsPath):
		body, err := w.sitemap(r.Context(), strings.TrimSuffix(strings.TrimPrefix(at, sitemapsPath), ".xml"))
		w.sendListing(rw, r, xmlKind, body, err)
	case at == feedPath:
		body, err := w.feed(r.Context())
		w.sendListing(rw, r, atomKind, body, err)
	default:
		return false
	}
	return true
}

// sendListing answers a listing: 404 where there is none, 503 where its
// content cannot be reached.
func (w *Web) sendListing(rw http.ResponseWriter, r *http.Request, kind []string, body []byte, err error) {
	switch {
	case err != nil:
		rw.Header().Set("Retry-After", "60")
		httpx.SendText(rw, r, http.StatusServiceUnavailable, httpx.NoStore, "The list cannot be made at the moment.")
	case body == nil:
		httpx.SendText(rw, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such list.")
	default:
		rw.Header().Set("Cache-Control", "public, max-age=600")
		httpx.NewBody(kind, body, httpx.OnRequest).Send(rw, r)
	}
}

// robots tells crawlers what not to ask for: pages of a visit, and results,
// which are the same parks in countless orders.
func (w *Web) robots() []byte {
	lines := []string{"User-agent: *"}
	for _, private := range []string{"/api/", "/booking/", "/my-booking", "/login", "/reset", "/shortlist", "/results?"} {
		lines = append(lines, "Disallow: "+private)
	}
	return []byte(strings.Join(append(lines, "", "Sitemap: "+w.Site.Global.SiteBaseURL+sitemapPath, ""), "\n"))
}

// newest is when the latest of the articles was changed.
func newest(all []*content.Article) (at time.Time) {
	for _, article := range all {
		if article.Modified.After(at) {
			at = article.Modified
		}
	}
	return at
}

// encodeXML writes a document. The documents here are made of texts, which can
// always be written.
func encodeXML(document any) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	_ = xml.NewEncoder(&b).Encode(document)
	b.WriteByte('\n')
	return b.Bytes()
}
