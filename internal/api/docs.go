package api

import (
	_ "embed"
	"html/template"
	"net/http"
	"strings"

	"holidaymaker/internal/web/httpx"
)

//go:embed openapi.json
var openAPIDocument []byte

var openAPIBody = httpx.NewBody(httpx.JSON, openAPIDocument, httpx.OnRequest)

func serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	w.Header()["Cache-Control"] = httpx.PublicOneMinute
	openAPIBody.Send(w, r)
}

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>The API</title>
<style nonce="{{.Nonce}}">
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#1d2733}
code{font:14px ui-monospace,monospace}summary{cursor:pointer;padding:.4rem 0}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #dde3ea}h2{margin-top:2rem}
#site-banner{margin:0;padding:8px 16px;background:#7a1f00;color:#fff;font-weight:600}
</style>
{{with .Banner}}<p id="site-banner" role="note">{{.}}</p>{{end}}
<h1>The API</h1>
<p>Success: <code>{"success":1,"data":…}</code>. Failure: <code>{"success":0,"errors":[{"message","code","field"}]}</code>. The whole contract: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
{{range .Groups}}<h2>{{.Name}}</h2>
{{range .Operations}}<details id="{{.Name}}"><summary><code>{{range .Methods}}{{.}} {{end}}{{.Path}}</code> {{.Summary}}</summary>
<p>{{.Description}}</p>
{{if .Inputs}}<table><tr><th>input</th><th></th></tr>{{range .Inputs}}<tr><td><code>{{.Name}}</code>{{if .Required}} (required){{end}}</td><td>{{.Doc}}</td></tr>{{end}}</table>{{end}}
<p>Answers <code>{{.Answer}}</code>{{if .Codes}}; codes {{range .Codes}}<code>{{.}}</code> {{end}}{{end}}</p>
</details>{{end}}{{end}}
</html>`))

type docsOperation struct {
	Operation
	Inputs []docsInput
	Answer string
}

type docsInput struct {
	Name, Doc string
	Required  bool
}

type docsGroup struct {
	Name       string
	Operations []docsOperation
}

// serveDocs answers one page, without scripts, that describes all operations.
func (a *API) serveDocs(w http.ResponseWriter, r *http.Request) {
	var groups []docsGroup
	for _, o := range a.Operations() {
		if len(groups) == 0 || groups[len(groups)-1].Name != o.Group {
			groups = append(groups, docsGroup{Name: o.Group})
		}
		shown := docsOperation{Operation: o, Answer: strings.TrimPrefix(o.Out.String(), "api.")}
		for _, f := range Fields(o.In) {
			shown.Inputs = append(shown.Inputs, docsInput{Name: f.Names[0], Doc: f.Doc, Required: f.Required})
		}
		last := &groups[len(groups)-1]
		last.Operations = append(last.Operations, shown)
	}
	nonce := httpx.Nonce(r.Context())
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = httpx.HTML, httpx.NoStore
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+nonce+"'; base-uri 'none'; frame-ancestors 'none'")
	_ = docsPage.Execute(w, map[string]any{"Groups": groups, "Nonce": nonce, "Banner": a.Banner})
}
