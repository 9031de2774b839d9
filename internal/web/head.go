package web

import (
	"encoding/json"
	"html"
	"strconv"
	"strings"

	"holidaymaker/internal/content"
	"holidaymaker/internal/site"
)

// head returns the elements of a page's <head>: title, description, canonical
// link, robots, structured data, and what is shown where the page is shared.
func (p Page) head(s *site.Site) string {
	title, description, base := p.Title, p.Description, s.Global.SiteBaseURL
	if !p.WholeTitle {
		title += " | " + s.Global.BrandName
	}
	if description == "" {
		description = s.Texts.Tagline
	}
	var b strings.Builder
	b.WriteString("<title>" + html.EscapeString(title) + "</title>")
	b.WriteString(`<meta name="description" content="` + html.EscapeString(description) + `">`)
	if p.Canonical != "" {
		b.WriteString(`<link rel="canonical" href="` + html.EscapeString(base+p.Canonical) + `">`)
	}
	for _, link := range [2]struct{ rel, to string }{{"prev", p.Prev}, {"next", p.Next}} { // in this order, so that every node makes the same page
		if link.to != "" {
			b.WriteString(`<link rel="` + link.rel + `" href="` + html.EscapeString(base+link.to) + `">`)
		}
	}
	if strings.HasPrefix(p.Canonical, blogPath) {
		b.WriteString(`<link rel="alternate" type="application/atom+xml" title="` + html.EscapeString(s.Global.BrandName) + ` blog" href="` + feedPath + `">`)
	}
	for _, fact := range p.Facts {
		if encoded, err := json.Marshal(fact); err == nil { // it writes < as an escape, so no name ends the element
			b.WriteString(`<script type="application/ld+json">` + string(encoded) + `</script>`)
		}
	}
	if p.NoIndex {
		b.WriteString(`<meta name="robots" content="noindex">`)
	} else if p.Canonical != "" {
		b.WriteString(p.shared(s, description))
	}
	return b.String()
}

// shared returns what other sites show where a page is shared (Open Graph).
func (p Page) shared(s *site.Site, description string) string {
	kind := "website"
	if p.article.kind == content.Posts {
		kind = "article"
	}
	var b strings.Builder
	for _, m := range [][2]string{
		{"og:type", kind}, {"og:site_name", s.Global.BrandName}, {"og:locale", "en_GB"}, {"og:title", p.Title}, {"og:description", description}, {"og:url", s.Global.SiteBaseURL + p.Canonical},
		{"og:image", s.Global.SiteBaseURL + cardOf(p)}, {"og:image:width", strconv.Itoa(cardWidth)}, {"og:image:height", strconv.Itoa(cardHeight)}, {"og:image:alt", p.Title},
	} {
		b.WriteString(`<meta property="` + m[0] + `" content="` + html.EscapeString(m[1]) + `">`)
	}
	b.WriteString(`<meta name="twitter:card" content="summary_large_image">`)
	return b.String()
}

// Crumb is a breadcrumb: one of the pages above a page, or the page itself.
type Crumb struct{ Name, Path string }
