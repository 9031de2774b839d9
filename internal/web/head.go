package web

import (
	"encoding/json"
	"html"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

var plain = bluemonday.StrictPolicy()

// textOf removes the tags from HTML.
func textOf(markup string) string {
	spaced := strings.ReplaceAll(markup, "<", " <")
	return strings.Join(strings.Fields(html.UnescapeString(plain.Sanitize(spaced))), " ")
}

// firstWords cuts a text to at most n characters, at the end of a word.
func firstWords(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:n])
	if at := strings.LastIndexByte(cut, ' '); at > n/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// head returns the elements of a page's <head>: title, description, canonical
// link and robots.
func (p Page) head(brand, tagline, base string) string {
	title, description := p.Title, p.Description
	if !p.WholeTitle {
		title += " | " + brand
	}
	if description == "" {
		description = tagline
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
	if len(p.Crumbs) > 0 {
		b.WriteString(`<script type="application/ld+json">` + string(breadcrumbs(p.Crumbs, base)) + `</script>`)
	}
	if p.NoIndex {
		b.WriteString(`<meta name="robots" content="noindex">`)
	}
	return b.String()
}

// Crumb is a step of the way from the home page to a page.
type Crumb struct{ Name, Path string }

// breadcrumbs is the way to a page as search engines read it (schema.org,
// BreadcrumbList). encoding/json writes < as an escape, so no name ends the
// element that it stands in.
func breadcrumbs(crumbs []Crumb, base string) []byte {
	type item struct {
		Type     string `json:"@type"`
		Position int    `json:"position"`
		Name     string `json:"name"`
		Item     string `json:"item"`
	}
	list := struct {
		Context string `json:"@context"`
		Type    string `json:"@type"`
		Items   []item `json:"itemListElement"`
	}{"https://schema.org", "BreadcrumbList", []item{{"ListItem", 1, "Home", base + "/"}}}
	for _, crumb := range crumbs {
		list.Items = append(list.Items, item{"ListItem", len(list.Items) + 1, crumb.Name, base + crumb.Path})
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		return []byte("{}") // texts always go
	}
	return encoded
}
