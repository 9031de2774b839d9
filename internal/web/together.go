package web

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holidaymaker/internal/money"
	"holidaymaker/internal/web/httpx"
)

// TogetherPath is the page that lists what a park sells together for a stay.
const TogetherPath = "/together"

// together is what the API answers (GET /api/together).
type together struct {
	ParkName, Place, Path, ArrivalDay, Party string
	Whole                                    *money.Pence
	MostUnits                                int
	Options                                  []struct {
		ID    string
		Turns bool
		Price money.Pence
		Parts []struct {
			UnitDesc, ArrivalDay, Party string
			Nights                      int
			Adults, Children, Under5s   int
			Price                       money.Pence
		}
	}
}

// togetherFields are the parameters of the page that its forms keep.
var togetherFields = []string{"park", "channel", "date", "nights", "adults", "children", "infants", "dogs"}

const togetherStyle = `article{margin:1.75rem 0 0;padding:1.1rem 0 0;border-top:1px solid var(--line,#ccc)}h2{margin:0;font-size:1.2rem;line-height:1.3}h3{margin:1.1rem 0 0;font-size:1rem}article p,article ol,article ul{margin:.35rem 0 0}ol,ul{padding-left:1.3rem}li{margin:.35rem 0 0}
article form{margin:.75rem 0 0}.total{font-size:1.2rem;font-weight:700}fieldset{display:flex;flex-wrap:wrap;gap:.6rem;margin:.75rem 0 0;padding:.6rem .9rem .9rem;border:1px solid var(--line,#ccc);border-radius:var(--radius-field,4px)}
label{display:block;font-size:.95rem}input[type=number],select{box-sizing:border-box;display:block;width:6.5rem;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--line-strong,#767676);border-radius:var(--radius-field,4px);background:#fff;color:inherit;font:inherit}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-end}details{margin:.75rem 0 0}summary{min-height:2.75rem;padding:.6rem 0;cursor:pointer;text-decoration:underline}button.quiet{background:none;border:1px solid currentColor;color:inherit}button.quiet:hover{background:var(--sunk,#f3f3f3)}small{color:var(--muted,#555)}`

var togetherPage = template.Must(template.New("").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b },
	"nights": func(n int) string {
		if n == 1 {
			return "1 night"
		}
		return strconv.Itoa(n) + " nights"
	},
}).Parse(`{{define "keep"}}{{range .}}<input type="hidden" name="{{index . 0}}" value="{{index . 1}}">{{end}}{{end}}
<h1>Together at {{.ParkName}}</h1>
<p>{{with .Place}}{{.}}. {{end}}{{nights .Nights}} from {{.ArrivalDay}}, {{.Party}}.</p>
{{with .Whole}}<p>One place for all of you is on sale, too: <a href="{{$.Path}}">from {{.Text}}</a>.</p>{{end}}
{{if not .Options}}<p role="status">{{if .MostUnits}}This park has nothing together for these nights and this party.{{else}}This park sells each place on its own.{{end}}</p>{{end}}
{{range .Options}}<article><h2>{{if .Turns}}One after the other{{else}}{{len .Parts}} places side by side{{end}}</h2>
{{if .Turns}}<p>You move once, on the day between the two. Everybody stays together.</p>{{end}}
{{if .Turns}}<ol>{{else}}<ul>{{end}}{{$turns := .Turns}}{{range .Parts}}<li><b>{{.UnitDesc}}</b>: {{if $turns}}{{nights .Nights}} from {{.ArrivalDay}}{{else}}{{.Party}}{{end}}, {{.Price.Text}}</li>{{end}}{{if .Turns}}</ol>{{else}}</ul>{{end}}
<p class="total">{{.Price.Text}} for everything</p>
<form method="post" action="` + TogetherPath + `"><input type="hidden" name="id" value="{{.ID}}"><button>Book all of it</button></form>
<p><small>One booking and one payment: you get all of it or nothing. Every compulsory charge is in the price.</small></p>
{{if not .Turns}}<details{{if $.Chosen}} open{{end}}><summary>Change who sleeps where</summary><form action="` + TogetherPath + `">{{template "keep" $.Keep}}
{{range $i, $p := .Parts}}{{$n := add $i 1}}<fieldset><legend>{{.UnitDesc}}</legend>
<label>Adults<input type="number" name="sleeps[a{{$n}}]" value="{{.Adults}}" min="1" max="20" required></label>
<label>Children<input type="number" name="sleeps[c{{$n}}]" value="{{.Children}}" min="0" max="20" required></label>
<label>Under 5<input type="number" name="sleeps[i{{$n}}]" value="{{.Under5s}}" min="0" max="20" required></label></fieldset>{{end}}
<p><button class="quiet">Show the price</button></p></form></details>{{end}}</article>{{end}}
{{if gt .MostUnits 1}}<article><h2>More places?</h2><form action="` + TogetherPath + `">{{template "keep" .Keep}}<div class="row"><label>Places side by side<select name="units">{{range .Counts}}<option{{if eq . $.Units}} selected{{end}}>{{.}}</option>{{end}}</select></label><button class="quiet">Show</button></div></form></article>{{end}}
<p><a href="{{.Path}}">Back to {{.ParkName}}</a></p>`))

// TogetherPage lists what a park sells together for the stay of the query, each with a button
// that books it. It needs no script.
func (w *Web) TogetherPage(rw http.ResponseWriter, r *http.Request) {
	if w.turnedAway(rw, r) {
		return
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		w.plainPage(rw, r, http.StatusBadRequest, "This address cannot be read. Please open the page of the park again.")
		return
	}
	params := map[string]string{}
	chosen := false
	for name := range query {
		params[name] = query.Get(name)
		chosen = chosen || strings.HasPrefix(name, "sleeps[")
	}
	var found together
	answered := false
	if busy := w.inTurn(r.Context(), func() { answered = w.callAPI(r.Context(), "/api/together", params, &found) }); busy != nil {
		w.BusyPage(rw, r)
		return
	}
	if !answered {
		w.plainPage(rw, r, http.StatusNotFound, "We have no such stay. Please choose your dates, and who comes, again.")
		return
	}
	body, err := togetherBody(r, query, found, chosen)
	if err != nil {
		w.unavailable(rw, r, "units together", err)
		return
	}
	p := w.barePolicy(httpx.Nonce(r.Context()), nil)
	p.hidden = false // else browsers send the form without its origin, and it is refused
	w.sendBareUnder(p, rw, r, http.StatusOK, "Together at "+found.ParkName, "<main>"+w.logoLink()+body+"</main>")
}

func togetherBody(r *http.Request, query url.Values, found together, chosen bool) (string, error) {
	people := map[string]int{} // where the visitor has chosen who sleeps where
	for _, o := range found.Options {
		for _, p := range o.Parts {
			if chosen {
				people["adults"] += p.Adults
				people["children"] += p.Children
				people["infants"] += p.Under5s
			}
		}
	}
	var keep [][2]string
	for _, name := range togetherFields {
		value := query.Get(name)
		if n, ok := people[name]; ok {
			value = strconv.Itoa(n)
		}
		keep = append(keep, [2]string{name, value})
	}
	var counts []int
	for n := 2; n <= found.MostUnits; n++ {
		counts = append(counts, n)
	}
	nights, _ := strconv.Atoi(query.Get("nights"))
	units, _ := strconv.Atoi(query.Get("units"))
	for _, o := range found.Options {
		if units == 0 && !o.Turns {
			units = len(o.Parts)
		}
	}
	var body bytes.Buffer
	body.WriteString(`<style nonce="` + httpx.Nonce(r.Context()) + `">` + togetherStyle + `</style>`)
	err := togetherPage.Execute(&body, struct {
		together
		Keep          [][2]string
		Counts        []int
		Nights, Units int
		Chosen        bool
	}{found, keep, counts, nights, units, chosen})
	return body.String(), err
}
