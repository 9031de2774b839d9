package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"slices"
)

// noFrontEnd is served by a binary that was built without the front end.
const noFrontEnd = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><!--head--><!--/head--></head>
<body><main><!--drawn--><h1>The front end has not been built</h1>
<p>Run <code>make run</code>, or <code>make build</code> and then <code>bin/holidaymaker serve --demo</code>. The API is here already: <a href="/api/docs">its calls</a>.</p>
</main><!--data--></body></html>`

// document is the front end's page, cut where a page's own parts go: the marks
// <!--head-->…<!--/head-->, <!--drawn--> and <!--data--> of index.html. It is the
// same for every visitor: its inline scripts and styles run by their hashes.
type document struct {
	beforeHead, beforeDrawn, beforeData, rest []byte
	scripts, styles                           []string // sources for the content security policy
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	rootTag      = regexp.MustCompile(`<div id="root">`)
)

func newDocument(dist fs.FS, siteCode, banner string) (document, error) {
	page, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		page = []byte(noFrontEnd)
	}
	page, placed := placeBanner(page, banner, "")
	if !placed {
		return document{}, errors.New("the front end's index.html lacks a body")
	}
	d := document{scripts: hashesOf(inlineScript, page), styles: hashesOf(inlineStyle, page)}
	beforeHead, page, found := bytes.Cut(page, []byte("<!--head-->"))
	_, page, ended := bytes.Cut(page, []byte("<!--/head-->"))
	beforeDrawn, page, drawn := bytes.Cut(page, []byte("<!--drawn-->"))
	beforeData, rest, marked := bytes.Cut(page, []byte("<!--data-->"))
	if !found || !ended || !drawn || !marked {
		return document{}, errors.New("the front end's index.html lacks a mark for head, drawing or data")
	}
	icons := fmt.Sprintf(`<link rel="icon" href="/%[1]s/favicon.ico"><link rel="apple-touch-icon" href="/%[1]s/apple-touch-icon.png"><link rel="manifest" href="/%[1]s/manifest.json">`, siteCode)
	d.beforeHead, d.beforeDrawn, d.beforeData, d.rest = beforeHead, append([]byte(icons), beforeDrawn...), beforeData, rest
	return d, nil
}

// hashesOf lists the inline elements of a page as a content security policy
// names them.
func hashesOf(element *regexp.Regexp, page []byte) (sources []string) {
	for _, found := range element.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return sources
}

var bodyTag = regexp.MustCompile(`<body[^>]*>`)

// placeBanner writes a banner at the top of a page's body, with its style under
// the answer's nonce where it has one. Without a banner the page stays as it is; placed is false
// where there is no body.
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

// render puts a page's head, its drawing and its answers into the document. An
// empty drawing leaves the page to the browser.
func (d document) render(head, drawing string, answers []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(d.beforeHead) + len(head) + len(d.beforeDrawn) + len(drawing) + len(d.beforeData) + len(answers) + len(d.rest) + 100)
	b.Write(d.beforeHead)
	b.WriteString(head)
	if drawing == "" {
		b.Write(d.beforeDrawn)
	} else {
		b.Write(rootTag.ReplaceAll(d.beforeDrawn, []byte(`<div id="root" data-drawn>`)))
		b.WriteString(drawing)
	}
	b.Write(d.beforeData)
	writeData(&b, "page-data", answers)
	b.Write(d.rest)
	return b.Bytes()
}

// writeData puts JSON into a script element that holds data, not code.
// encoding/json writes <, > and & as escapes, so no text in it can end the
// element.
func writeData(b *bytes.Buffer, id string, encoded []byte) {
	b.WriteString(`<script type="application/json" id="` + id + `">`)
	b.Write(encoded)
	b.WriteString(`</script>`)
}
