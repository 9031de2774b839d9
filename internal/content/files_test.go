package content

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"holidaymaker/internal/catalogue"
	drawing "holidaymaker/internal/content/picture"
	"holidaymaker/internal/site"
)

var brandCodes = []string{"BF", "SN", "MT", "RP"}

// drawn returns the size of a picture that the product draws.
func drawn(name string) (width, height int, ok bool) {
	if strings.HasPrefix(name, "/images/regions/") {
		return 750, 600, true
	}
	return drawing.Size(nothing{}, strings.TrimPrefix(name, "/images/"))
}

type nothing struct{}

func (nothing) Park(string) (drawing.Place, bool) { return drawing.Place{}, false }
func (nothing) Unit(string) (drawing.Place, catalogue.UnitType, int, bool) {
	return drawing.Place{}, catalogue.UnitType{}, 0, false
}
func (nothing) Region(string) (catalogue.Region, string, int, bool) {
	return catalogue.Region{}, "", 0, false
}
func (nothing) Operator(string, string) (drawing.Operator, bool) { return drawing.Operator{}, false }

func brandOf(t *testing.T, code string) *site.Site {
	t.Helper()
	brand, err := site.Of(code)
	if err != nil {
		t.Fatal(err)
	}
	return brand
}

func TestEveryContentFileCanBePublished(t *testing.T) {
	for _, code := range brandCodes {
		published, bad := readLibrary(embedded, code)
		newFiles(published, brandOf(t, code), drawn, bad)
		for name, err := range bad {
			t.Errorf("%s: %s: %v", code, name, err)
		}
		for kind, documents := range published {
			for _, d := range documents {
				if land, place := strings.CutPrefix(d.Image, "/images/scenes/cliffs-"); place && (kind == ThingsToDo || kind == TravelGuides) && strings.Count(land[:strings.Index(land, "/")], "-") != 1 {
					t.Errorf("%s: its picture %s does not say of what rock the cliffs of the place are", d.name, d.Image)
				}
				if d.Excerpt == "" && kind != ThingsToDo || strings.ContainsAny(d.body, "\u00a0\t") {
					t.Errorf("%s: no excerpt, or a tab or hard space in the body", d.name)
				}
			}
		}
	}
	folders := append([]string{sharedFolder}, lower(brandCodes)...)
	_ = fs.WalkDir(embedded, "files", func(name string, entry fs.DirEntry, err error) error {
		parts := strings.Split(name, "/")
		if err != nil || entry.IsDir() || name == "files/README.md" {
			return err
		}
		if len(parts) != 4 || !slices.Contains(folders, parts[1]) || !slices.Contains(kinds, parts[2]) || path.Ext(name) != ".md" {
			t.Errorf("%s is not where content files are", name)
		}
		return nil
	})
}

func lower(codes []string) (made []string) {
	for _, code := range codes {
		made = append(made, strings.ToLower(code))
	}
	return made
}

// straightMarks are quotation marks and apostrophes of a typewriter in a text.
var straightMarks = regexp.MustCompile(`["']|&quot;|&#39;`)

// oddWords are spellings that the site does not use.
var oddWords = regexp.MustCompile(`(?i)\b(e-mails?|e-mailed|web site|wifi|sign-in|my account)\b`)

// eachText calls do with the text of every entry of every brand, as made from the files: title,
// excerpt and content without markup.
func eachText(t *testing.T, do func(brand, where, text string)) {
	t.Helper()
	markup := regexp.MustCompile(`<[^>]*>`)
	for _, code := range brandCodes {
		published, bad := readLibrary(embedded, code)
		made := newFiles(published, brandOf(t, code), drawn, bad)
		for kind, entries := range made.items {
			for _, e := range entries {
				var item struct{ Title, Excerpt, Content struct{ Rendered string } }
				if err := json.Unmarshal(e.text, &item); err != nil {
					t.Fatal(err)
				}
				do(code, code+" "+kind+"/"+e.slug, markup.ReplaceAllString(item.Title.Rendered+"\n"+item.Excerpt.Rendered+"\n"+item.Content.Rendered, ""))
			}
		}
	}
}

func TestEveryContentFileHasTheWordsAndMarksOfTheSite(t *testing.T) {
	eachText(t, func(brand, where, text string) {
		text = strings.ReplaceAll(text, brandOf(t, brand).Global.Email, "")
		for line := range strings.Lines(text) {
			if straightMarks.MatchString(line) || oddWords.MatchString(line) {
				t.Errorf("%s: %s", where, strings.TrimSpace(line))
			}
		}
	})
}

// rankings are claims that compare a real place with all others. No table of ours backs
// them, and they go out of date.
var rankings = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b([a-z]+est|only|first|most [a-z]+)\b[^.;:|]{0,60} (in|of|anywhere in) (the )?([a-z-]+ )?(world|Europe|Britain|England|Scotland|Wales|Ireland|country|county|Germany|France|Austria|Italy|Spain)\b`),
	regexp.MustCompile(`(?i)\b(world|Europe|Britain|England|Scotland|Wales|Ireland|Germany|France)’s ([a-z-]+ )?(only|first|most|best|[a-z]+est)\b`),
	regexp.MustCompile(`(?i)\b(thousands of|half a million|a million)\b`),
}

// notRanked are words of other meanings that end as superlatives do, and what holds of
// schools, not of places.
var notRanked = regexp.MustCompile(`(?i)\b((rain)?forest|(north-|south-)?west|rest|guest|harvest|honest|modest|interest|nest)s?\b|most (of|schools)`)

// rankingsIn returns the claims in a line.
func rankingsIn(line string) (claims []string) {
	line = notRanked.ReplaceAllString(line, "")
	for _, claim := range rankings {
		if found := claim.FindString(line); found != "" {
			claims = append(claims, found)
		}
	}
	return claims
}

func TestRankingsAreFound(t *testing.T) {
	for _, claim := range []string{
		"It is the highest mountain in Wales.", "The only fjord in Ireland.", "One of the most visited castles in Europe.",
		"The first national park of the country.", "The deepest lake anywhere in the western world.", "Europe’s largest dune.",
		"Britain’s best-loved oldest pier.", "Thousands of puffins nest here.", "Half a million people come each year.",
		"The rainforest has the tallest tree in England.",
	} {
		if len(rankingsIn(claim)) == 0 {
			t.Errorf("not found: %s", claim)
		}
	}
	for _, sentence := range []string{
		"A forest in the north of England.", "The west of Wales is mild.", "Guests in Scotland need no licence.", "Most of Cornwall is in England.",
		"Most schools in England are closed.", "The tallest tree of the garden.", "The first train leaves at nine. It goes to Wales.", "The harvest of the county is in August.",
		"England’s south-west coast.", "Thousands come by train.",
	} {
		if found := rankingsIn(sentence); len(found) > 0 {
			t.Errorf("%q in: %s", found, sentence)
		}
	}
}

func TestNoArticleRanksARealPlace(t *testing.T) {
	eachText(t, func(_, where, text string) {
		for line := range strings.Lines(html.UnescapeString(text)) {
			for _, found := range rankingsIn(line) {
				t.Errorf("%s: %s", where, found)
			}
		}
	})
}

// TestEveryContentRouteHasItsPage checks the pages that the route tables name.
func TestEveryContentRouteHasItsPage(t *testing.T) {
	for _, code := range brandCodes {
		published, _ := readLibrary(embedded, code)
		for route, id := range brandOf(t, code).ContentRoutes {
			if !slices.ContainsFunc(published[Pages], func(d document) bool { return d.ID == id }) {
				t.Errorf("%s: no page %d for %s", code, id, route)
			}
		}
		for _, slug := range []string{"inspiration", "terms", "help"} {
			if !slices.ContainsFunc(published[Pages], func(d document) bool { return d.Slug == slug }) {
				t.Errorf("%s: no page %s", code, slug)
			}
		}
		if !slices.ContainsFunc(published[Pages], func(d document) bool { return d.ID == 965 }) {
			t.Errorf("%s: no page 965 for /p/age/965", code)
		}
		for _, guide := range published[TravelGuides] {
			for _, id := range guide.ThingsToDo {
				if !slices.ContainsFunc(published[ThingsToDo], func(d document) bool { return d.ID == id }) {
					t.Errorf("%s: %s names the thing to do %d, which there is not", code, guide.name, id)
				}
			}
		}
		if posts := len(published[Posts]); posts < 25 {
			t.Errorf("%s: %d posts are less than three pages", code, posts)
		}
	}
}

// The balance must be paid before its date (open point AMT-15); what we write must not
// give the day itself as well, or no day at all.
func TestPagesSayBeforeWhichDateTheBalanceIsDue(t *testing.T) {
	wrong := regexp.MustCompile(`(?i)balance[^.|]* ((by|on) (the|its|that) (date|day)|when(ever)? it suits)|the date by which`)
	for _, code := range brandCodes {
		published, _ := readLibrary(embedded, code)
		for _, documents := range published {
			for _, d := range documents {
				if found := wrong.FindString(d.Excerpt + "\n" + d.body); found != "" {
					t.Errorf("%s: %s says %q", code, d.name, found)
				}
			}
		}
		for _, page := range published[Pages] {
			if page.Slug == "terms" && !strings.Contains(page.body, "before the date shown") {
				t.Errorf("%s: the terms do not say before which date the balance is due", code)
			}
		}
	}
}

const goodFile = "---\nid: 7\nslug: a-page\ntitle: A page\nexcerpt: What it says.\ndate: 2026-03-01\n---\nWords.\n"

func TestAFileThatCannotBeUsedIsLeftOutAndTheOthersArePublished(t *testing.T) {
	for about, text := range map[string]string{
		"no front matter":         "Words.",
		"never closed":            "---\nid: 7\n",
		"an unknown field":        strings.Replace(goodFile, "slug:", "author: me\nslug:", 1),
		"no id":                   strings.Replace(goodFile, "id: 7", "id: 0", 1),
		"a date that is none":     strings.Replace(goodFile, "2026-03-01", "2026-02-30", 1),
		"capitals in the slug":    strings.Replace(goodFile, "a-page", "A-Page", 1),
		"no words":                strings.Replace(goodFile, "Words.", " ", 1),
		"a picture elsewhere":     strings.Replace(goodFile, "date:", "image: https://x.example/a.jpg\nimageAlt: A\ndate:", 1),
		"a picture that is none":  strings.Replace(goodFile, "date:", "image: /images/scenes/lava/none-noon/1.svg\nimageAlt: A\ndate:", 1),
		"a picture without words": strings.Replace(goodFile, "date:", "image: /images/hero/lost.svg\ndate:", 1),
		"the same id":             strings.Replace(goodFile, "a-page", "another", 1),
		"the same slug":           strings.Replace(goodFile, "id: 7", "id: 8", 1),
	} {
		t.Run(about, func(t *testing.T) {
			files := fstest.MapFS{
				"files/shared/pages/a.md": {Data: []byte(strings.Replace(goodFile, "2026-03-01", "2026-04-01", 1))},
				"files/shared/pages/b.md": {Data: []byte(text)},
			}
			published, bad := readLibrary(files, "MT")
			made := newFiles(published, brandOf(t, "MT"), drawn, bad)
			if len(made.items[Pages]) != 1 || len(bad) != 1 || bad["files/shared/pages/b.md"] == nil {
				t.Errorf("published %d, bad %v", len(made.items[Pages]), bad)
			}
		})
	}
}

func TestABrandsFileReplacesTheSharedOne(t *testing.T) {
	file := func(id int, slug, title, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: %d\nslug: %s\ntitle: %s\nexcerpt: E\ndate: 2026-03-01\n%s---\nWords.\n", id, slug, title, more)}
	}
	files := fstest.MapFS{
		"files/shared/pages/a.md": file(1, "a", "Shared A", ""), "files/shared/pages/b.md": file(2, "b", "Shared B", ""),
		"files/shared/pages/c.md": file(3, "c", "Shared C", "brands: [BF, RP]\n"), "files/mt/pages/a.md": file(1, "our-a", "Our A", ""),
		"files/mt/pages/b.md": file(20, "b", "Our B", ""), "files/bf/pages/a.md": file(9, "z", "BF", ""),
	}
	for code, want := range map[string]string{"MT": "20 Our B, 1 Our A", "SN": "2 Shared B, 1 Shared A", "BF": "9 BF, 3 Shared C, 2 Shared B, 1 Shared A"} {
		published, bad := readLibrary(files, code)
		var titles []string
		for _, d := range published[Pages] {
			titles = append(titles, fmt.Sprint(d.ID, " ", d.Title))
		}
		if got := strings.Join(titles, ", "); got != want || len(bad) > 0 {
			t.Errorf("%s: %s, want %s; bad %v", code, got, want, bad)
		}
	}
}
