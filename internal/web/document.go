package web

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"

	"holidaymaker/internal/api"
)

// noFrontEnd is served by a binary that was built without the front end.
const noFrontEnd = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><!--head--><!--/head--></head>
<body><main><h1>The front end has not been built</h1>
<p>Run <code>make run</code>, or <code>make build</code> and then <code>bin/holidaymaker serve --demo</code>. The API is here already: <a href="/api/docs">its calls</a>.</p>
</main><!--data--></body></html>`

// document is the front end's page, cut where a page's own parts go: the marks
// <!--head-->…<!--/head--> and <!--data--> of index.html.
type document struct {
	beforeHead, beforeData, rest []byte
}

var (
	scriptTag = regexp.MustCompile(`<script\b`)
	styleTag  = regexp.MustCompile(`<style\b`)
)

// nonceMark stands where a request's nonce goes.
var nonceMark = []byte("{{nonce}}")

func newDocument(dist fs.FS, siteCode string) (document, error) {
	page, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		page = []byte(noFrontEnd)
	}
	page = scriptTag.ReplaceAll(page, []byte(`<script nonce="{{nonce}}"`))
	page = styleTag.ReplaceAll(page, []byte(`<style nonce="{{nonce}}"`))
	beforeHead, page, found := bytes.Cut(page, []byte("<!--head-->"))
	_, page, ended := bytes.Cut(page, []byte("<!--/head-->"))
	beforeData, rest, marked := bytes.Cut(page, []byte("<!--data-->"))
	if !found || !ended || !marked {
		return document{}, errors.New("the front end's index.html lacks a mark for head or data")
	}
	icons := fmt.Sprintf(`<link rel="icon" href="/%[1]s/favicon.ico"><link rel="apple-touch-icon" href="/%[1]s/apple-touch-icon.png"><link rel="manifest" href="/%[1]s/manifest.json">`, siteCode)
	return document{beforeHead, append([]byte(icons), beforeData...), rest}, nil
}

// render puts a page's head and the inlined data into the document.
func (d document) render(head string, data []byte, nonce string) []byte {
	var b bytes.Buffer
	b.Grow(len(d.beforeHead) + len(head) + len(d.beforeData) + len(data) + len(d.rest) + 400)
	b.Write(bytes.ReplaceAll(d.beforeHead, nonceMark, []byte(nonce)))
	b.WriteString(head)
	b.Write(bytes.ReplaceAll(d.beforeData, nonceMark, []byte(nonce)))
	writeData(&b, "init-data", data)
	b.Write(bytes.ReplaceAll(d.rest, nonceMark, []byte(nonce)))
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

// sendHTML writes a document, compressed where the client takes it.
func sendHTML(rw http.ResponseWriter, r *http.Request, status int, body []byte) {
	header := rw.Header()
	header.Add("Vary", "Accept-Encoding")
	if len(body) > 1200 && api.AcceptsGzip(r) {
		body = api.Compress(body)
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	rw.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = rw.Write(body)
	}
}
