package web

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"slices"

	"holidaymaker/internal/web/httpx"
)

// noFrontEnd is the page that a binary built without the front end serves.
const noFrontEnd = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><!--head--><!--/head--></head>
<body><main><!--rendered--><h1>The front end has not been built</h1>
<p>Run <code>make run</code>, or <code>make build</code> and then <code>bin/holidaymaker serve --demo</code>. The API is here already: <a href="/api/docs">its calls</a>.</p>
</main><!--data--></body></html>`

// document is the front end's index.html, cut at the marks where each page's
// own parts are inserted: <!--head-->…<!--/head-->, <!--rendered--> and
// <!--data-->. It is the same for every visitor: the content security policy
// allows its inline scripts and styles by their hashes, so no nonce is needed.
type document struct {
	beforeHead, beforeRendered, beforeData, afterData []byte
	scripts, styles                                   []string // sources for the content security policy
	// looks are the links to the front end's style sheets and fonts, for pages
	// that are not its own.
	looks string
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script(?: type="speculationrules")?>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	rootTag      = regexp.MustCompile(`<div id="root">`)
	styleSheet   = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="/([^"]+)">`)
	looksLink    = regexp.MustCompile(`<link rel="(?:stylesheet|preload)"[^>]*\.(?:css|woff2)"[^>]*>`)
)

// newDocument reads the front end's index.html and cuts it at its marks.
func newDocument(dist fs.FS, siteCode, banner string) (document, error) {
	page, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		page = []byte(noFrontEnd)
	}
	looks := bytes.Join(looksLink.FindAll(page, -1), nil)
	page, err = inlineStyles(page, dist)
	if err != nil {
		return document{}, err
	}
	page, placed := placeBanner(page, banner, "")
	if !placed {
		return document{}, errors.New("the front end's index.html lacks a body")
	}
	d := document{scripts: hashesOf(inlineScript, page), styles: hashesOf(inlineStyle, page), looks: string(looks)}
	beforeHead, page, found := bytes.Cut(page, []byte("<!--head-->"))
	_, page, ended := bytes.Cut(page, []byte("<!--/head-->"))
	beforeRendered, page, rendered := bytes.Cut(page, []byte("<!--rendered-->"))
	beforeData, rest, marked := bytes.Cut(page, []byte("<!--data-->"))
	if !found || !ended || !rendered || !marked {
		return document{}, errors.New("the front end's index.html lacks a mark for head, rendered page or data")
	}
	icons := fmt.Sprintf(`<link rel="icon" href="/%[1]s/favicon.ico"><link rel="apple-touch-icon" href="/%[1]s/apple-touch-icon.png"><link rel="manifest" href="/%[1]s/manifest.json">`, siteCode)
	d.beforeHead, d.beforeRendered, d.beforeData, d.afterData = beforeHead, append([]byte(icons), beforeRendered...), beforeData, rest
	return d, nil
}

// inlineStyles puts the page's style sheets into it: nothing is painted before
// they are there, and a request of its own costs a phone a round trip.
func inlineStyles(page []byte, dist fs.FS) ([]byte, error) {
	for _, link := range styleSheet.FindAllSubmatch(page, -1) {
		sheet, err := fs.ReadFile(dist, string(link[1]))
		if err != nil {
			return nil, fmt.Errorf("read a style sheet of the front end: %w", err)
		}
		if bytes.Contains(sheet, []byte("</")) {
			return nil, fmt.Errorf("the style sheet %s would end its element", link[1])
		}
		page = bytes.ReplaceAll(page, link[0], slices.Concat([]byte("<style>"), bytes.TrimSpace(sheet), []byte("</style>")))
	}
	return page, nil
}

// hashesOf returns the hashes of a page's inline elements, in the form that a
// content security policy lists them.
func hashesOf(element *regexp.Regexp, page []byte) (sources []string) {
	for _, found := range element.FindAllSubmatch(page, -1) {
		sources = append(sources, "'sha256-"+httpx.SourceHash(found[1])+"'")
	}
	return sources
}

var bodyTag = regexp.MustCompile(`<body[^>]*>`)

// placeBanner writes a banner at the top of a page's body. The banner's style
// carries the answer's nonce where the answer has one. Without a banner the
// page is returned unchanged. placed is false where the page has no body.
func placeBanner(page []byte, banner, nonce string) (with []byte, placed bool) {
	if banner == "" {
		return page, true
	}
	at := bodyTag.FindIndex(page)
	if at == nil {
		return page, false
	}
	attribute := ""
	if nonce != "" {
		attribute = ` nonce="` + nonce + `"`
	}
	text := `<style` + attribute + `>#site-banner{box-sizing:border-box;max-width:none;margin:0;padding:8px 16px;background:#7a1f00;color:#fff;font:600 1rem/1.4 system-ui,sans-serif;text-align:center}</style>` + //nolint:misspell // CSS
		`<p id="site-banner" role="note">` + html.EscapeString(banner) + `</p>`
	return slices.Concat(page[:at[1]], []byte(text), page[at[1]:]), true
}

// rootOf is the start tag of the element that contains a page. It tells the front end
// whether the page is rendered, whether there is no such page (missing), whether the
// visitor has passed the promotion gate, and the settings of this server (JSON, or "").
func rootOf(rendered, missing, passed bool, settings string) string {
	root := `<div id="root"`
	if rendered {
		root += ` data-rendered`
	}
	if missing {
		root += ` data-missing`
	}
	if passed {
		root += ` data-promo-passed`
	}
	if settings != "" {
		root += ` data-settings="` + html.EscapeString(settings) + `"`
	}
	return root + `>`
}

// render inserts a page's head, its root element, its rendered HTML and its
// answers into the document. Where html is empty, the browser renders the page.
func (d document) render(head, root, html string, answers []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(d.beforeHead) + len(head) + len(d.beforeRendered) + len(html) + len(d.beforeData) + len(answers) + len(d.afterData) + 100)
	b.Write(d.beforeHead)
	b.WriteString(head)
	b.Write(rootTag.ReplaceAllLiteral(d.beforeRendered, []byte(root)))
	b.WriteString(html)
	b.Write(d.beforeData)
	writeData(&b, dataID, answers)
	b.Write(d.afterData)
	return b.Bytes()
}

// dataID is the id of the element with a page's answers. In a document in which
// tags may run, this element carries the nonce, from which the front end takes it.
const dataID = "page-data"

// withNonce returns a document with a nonce. The nonce cannot be guessed only if
// every answer has its own, so such a document is not cached.
func withNonce(document []byte, nonce string) []byte {
	return bytes.Replace(document, []byte(` id="`+dataID+`">`), []byte(` id="`+dataID+`" nonce="`+nonce+`">`), 1)
}

// writeData puts JSON into a script element that holds data, not code.
// encoding/json writes <, > and & as escapes, so no text in it can end the
// element.
func writeData(b *bytes.Buffer, id string, encoded []byte) {
	b.WriteString(`<script type="application/json" id="` + id + `">`)
	b.Write(encoded)
	b.WriteString(`</script>`)
}
