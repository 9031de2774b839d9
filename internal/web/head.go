package web

import (
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
	if p.NoIndex {
		b.WriteString(`<meta name="robots" content="noindex">`)
	}
	return b.String()
}
