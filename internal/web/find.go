package web

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"holidaymaker/internal/money"
	"holidaymaker/internal/web/httpx"
)

// FindPath is the page that reads a search written as a sentence.
const FindPath = "/find"

// sentence is how the API reads a sentence (GET /api/phrase).
type sentence struct {
	Address string
	Spans   []sentencePart
	Assumed []string
	Found   *struct {
		Count int
		More  bool
		Price money.Pence
	}
}

type sentencePart struct {
	Kind, Text, Label, Why, Without string
	Choices                         []struct{ Label, Sentence string }
}

const unknownPart = "unknown"

// Understood lists the parts that say something.
func (s sentence) Understood() []sentencePart {
	return s.parts(func(p sentencePart) bool { return p.Kind != "" && p.Kind != unknownPart })
}

// Unknown lists the parts that are not understood.
func (s sentence) Unknown() []sentencePart {
	return s.parts(func(p sentencePart) bool { return p.Kind == unknownPart })
}

func (s sentence) parts(with func(sentencePart) bool) (parts []sentencePart) {
	for _, p := range s.Spans {
		if with(p) {
			parts = append(parts, p)
		}
	}
	return parts
}

const findStyle = `main{max-width:46rem}form{display:flex;flex-wrap:wrap;gap:.6rem;margin:1.1rem 0 0}label{flex:1 0 100%;color:var(--muted,#555)}
input{box-sizing:border-box;flex:1 1 16rem;min-width:0;min-height:3rem;padding:.6rem .9rem;border:1px solid var(--muted,#555);border-radius:var(--radius-field,4px);background:#fff;color:inherit;font:inherit}
h2{margin:1.9rem 0 0;font-size:1.15rem;line-height:1.3}ul{display:flex;flex-wrap:wrap;gap:.6rem;margin:.7rem 0 0;padding:0;list-style:none}
.chip{display:flex;align-items:baseline;border:1px solid var(--line,#ccc);border-radius:var(--radius-button,4px);background:#fff;overflow-wrap:anywhere}.chip span{padding:.5rem .25rem .5rem .85rem}
.chip a{min-width:2.75rem;padding:.5rem .9rem;box-sizing:border-box;text-decoration:none;font-size:1.3rem}.chip a:hover{text-decoration:underline}
.ask{flex:1 0 100%;padding:.2rem 0 .2rem .9rem;border-left:3px solid var(--deal,#999)}.ask b{overflow-wrap:anywhere}.ask a{display:inline-block;margin:.2rem .9rem .2rem 0;padding:.35rem 0}.also{flex:1 0 100%}.also a{display:inline-block;padding:.35rem 0}
.go{display:inline-block;min-height:3rem;box-sizing:border-box;padding:.75rem 1.5rem;border-radius:var(--radius-button,4px);background:var(--accent,#161616);color:var(--accent-ink,#fff);font-weight:700;text-decoration:none}.go:hover{background:var(--accent-pressed,#161616);text-decoration:underline}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--focus,#161616);outline-offset:2px}small,.quiet{color:var(--muted,#555)}`

var findPage = template.Must(template.New("").Funcs(template.FuncMap{
	"to": func(sentence string) string { return FindPath + "?q=" + url.QueryEscape(sentence) },
}).Parse(`<h1>Find a holiday in one line</h1>
<form action="` + FindPath + `" role="search"><label for="q">Say where, when, who and what matters to you</label>
<input id="q" name="q" type="search" value="{{.Q}}" maxlength="300" autocomplete="off" enterkeyhint="search" required placeholder="lodge with hot tub near Whitby for 6 in half term"><button>Find</button></form>
{{with .Sentence}}{{with .Unknown}}<h2>Not understood</h2><ul>{{range .}}<li class="ask"><b>“{{.Text}}”</b>{{with .Why}} <small>{{.}}</small>{{end}}
{{with .Choices}}<div>Did you mean: {{range .}}<a href="{{to .Sentence}}">{{.Label}}</a> {{end}}</div>{{end}}</li>{{end}}</ul>{{end}}
{{with .Understood}}<h2>Understood</h2><ul>{{range .}}<li class="chip"><span>{{.Label}}</span><a href="{{to .Without}}" aria-label="Remove {{.Label}}">×</a></li>{{end}}
{{range .}}{{$label := .Label}}{{range .Choices}}<li class="also"><small>Instead of “{{$label}}”:</small> <a href="{{to .Sentence}}">{{.Label}}</a></li>{{end}}{{end}}</ul>{{end}}
{{with .Assumed}}<p class="quiet">For the rest we search for: {{range $i, $a := .}}{{if $i}}, {{end}}{{$a}}{{end}}.</p>{{end}}
{{with .Found}}{{if .Count}}<p><a class="go" href="{{$.Sentence.Address}}">Show {{if .More}}the first {{end}}{{.Count}} {{if eq .Count 1}}holiday{{else}}holidays{{end}}</a></p>
<p class="quiet">From {{.Price.Text}} for the stay. You can change each part of the search there, too.</p>
{{else}}<p role="status">No holiday has all of this.</p><p><a class="go" href="{{$.Sentence.Address}}">Show the search and what is near it</a></p>{{end}}
{{else}}<p role="status">{{if .Spans}}We have understood nothing of this. {{end}}Please say it in other words, or <a href="/">use the search form</a>.</p>{{end}}{{end}}`))

// FindPage reads the sentence of the parameter q, and shows what is understood of it and what is
// not. It needs no script. A sentence is not stored.
func (w *Web) FindPage(rw http.ResponseWriter, r *http.Request) {
	if w.turnedAway(rw, r) {
		return
	}
	q := strings.ReplaceAll(strings.ToValidUTF8(r.URL.Query().Get("q"), ""), "\x00", "") // which the API refuses
	var read *sentence
	if q != "" {
		read = &sentence{}
		answered := false
		if busy := w.inTurn(r.Context(), func() { answered = w.callAPI(r.Context(), "/api/phrase", map[string]string{"q": q}, read) }); busy != nil || !answered {
			w.BusyPage(rw, r)
			return
		}
	}
	var body bytes.Buffer
	if err := findPage.Execute(&body, struct {
		Q        string
		Sentence *sentence
	}{q, read}); err != nil {
		w.unavailable(rw, r, "find", err)
		return
	}
	w.barePage(rw, r, http.StatusOK, "Find a holiday in one line", `<style nonce="`+httpx.Nonce(r.Context())+`">`+findStyle+`</style>`+body.String())
}
