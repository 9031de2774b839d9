package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/web/schematest"
)

// hedges returns a catalogue with 50 parks in one town, which fill three pages
// of a list.
func hedges() *catalogue.Snapshot {
	entities := &catalogue.Entities{
		Regions:   []catalogue.Region{{ID: "12", Name: `Hedges </script>`, Country: "GB", Desc: "Green lanes"}},
		Operators: []catalogue.Operator{{ID: "HAV", Name: "Haverford Parks", Desc: "Since 1932"}},
	}
	for n := range 50 {
		id := fmt.Sprintf("P%02d", n)
		entities.Parks = append(entities.Parks, catalogue.Park{ID: id, Name: "Park " + id, RegionID: "12", OperatorID: "HAV", TownID: "t1", Town: "Слово", Country: "GB"})
		entities.Units = append(entities.Units, catalogue.UnitType{ID: id + "-A", ParkID: id, Channel: "ukcaravan", Name: "Gold", Sleeps: 4})
	}
	stock, _ := catalogue.NewSnapshot(entities)
	return stock
}

func TestListsOfParksInPages(t *testing.T) {
	stock := hedges()
	h := pages(t, "MT", func(c *Config) { c.Catalogue = func() *catalogue.Snapshot { return stock } })
	const base = "https://www.meridian.example"
	list := "/holidays/ukcaravan/12/hedges-script"
	for _, c := range []struct{ path, canonical, prev, next, title string }{
		{list, list, "", list + "?page=2", "Browse Holiday Parks by Park in Hedges"},
		{list + "?page=1", list, "", list + "?page=2", ""},
		{list + "?page=2", list + "?page=2", list, list + "?page=3", ", page 2 | "},
		{list + "?page=3", list + "?page=3", list + "?page=2", "", ", page 3 | "},
		{list + "?page=3&features=1", list, "", "", ""},
		{list + "?dogs=y", list, "", "", ""},
		{"/boating-holidays/ukcaravan/12/other-words", list, "", list + "?page=2", ""},
		{"/area/ukcaravan/12/t1/other-words?page=2", "/area/ukcaravan/12/t1/town?page=2", "/area/ukcaravan/12/t1/town", "/area/ukcaravan/12/t1/town?page=3", "in Слово, page 2"},
		{"/HAV/region/ukcaravan?region=12", "/HAV/region/ukcaravan", "", "", "Haverford Parks from Hedges"},
		{"/HAV/region/ukcaravan", "/HAV/region/ukcaravan", "", "", "Haverford Parks from All of the UK"},
	} {
		page := body(t, ask(h, c.path))
		head, _, _ := strings.Cut(page, "</head>")
		for rel, want := range map[string]string{"canonical": c.canonical, "prev": c.prev, "next": c.next} {
			link := fmt.Sprintf(`<link rel="%s" href="%s">`, rel, base+want)
			if want == "" && strings.Contains(head, `rel="`+rel+`"`) || want != "" && !strings.Contains(head, link) {
				t.Errorf("%s: %s is not %q: %s", c.path, rel, want, head)
			}
		}
		if !strings.Contains(head, c.title) {
			t.Errorf("%s: no %q in %s", c.path, c.title, head)
		}
	}
	for _, path := range []string{list + "?page=4", "/area/ukcaravan/12/t1/town?page=4", "/HAV/region/ukcaravan?region=99"} {
		if got := ask(h, path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
}

// stepsOf returns the names in a list of breadcrumbs, and asks for each address
// in it.
func stepsOf(t *testing.T, h http.Handler, list map[string]any) (names []string) {
	t.Helper()
	for i, item := range list["itemListElement"].([]any) {
		step := item.(map[string]any)
		names = append(names, step["name"].(string))
		to, ours := strings.CutPrefix(step["item"].(map[string]any)["@id"].(string), "https://www.meridian.example/")
		if !ours || step["position"] != float64(i+1) {
			t.Errorf("step %d is %v", i+1, step)
		}
		if got := ask(h, "/"+to); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", to, got.StatusCode)
		}
	}
	return names
}

func TestBreadcrumbsNameTheWayToThePage(t *testing.T) {
	stock := hedges()
	h := pages(t, "MT", func(c *Config) { c.Catalogue = func() *catalogue.Snapshot { return stock } })
	for path, want := range map[string]string{
		"/region/ukcaravan":               "Home UK Holiday Parks",
		"/channel/ukcaravan":              "Home UK Holiday Parks Operators",
		"/dog-friendly/ukcaravan":         "Home UK Holiday Parks Dog friendly",
		"/HAV/region/ukcaravan":           "Home UK Holiday Parks Haverford Parks",
		"/holidays/ukcaravan/12/x":        "Home UK Holiday Parks Hedges </script>",
		"/area/ukcaravan/12/t1/x?adults=": "Home UK Holiday Parks Hedges </script> Слово",
	} {
		var names []string
		for _, list := range schematest.Read([]byte(body(t, ask(h, path)))).Of("BreadcrumbList") {
			names = append(names, stepsOf(t, h, list)...)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s leads over %q, want %q", path, got, want)
		}
	}
}
