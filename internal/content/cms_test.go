package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/operations/badrecord"
)

// cms is a small WordPress with recorded items. It answers as WordPress does:
// it does not know 'filter', sorts by date unless told otherwise, and sends ten
// items unless asked for more.
type cms struct {
	*httptest.Server
	photo []byte

	mu     sync.Mutex
	items  map[string][]json.RawMessage
	media  map[int]string
	asked  []string
	answer func(w http.ResponseWriter, r *http.Request) bool // before the usual answer; true: it has answered
}

func newCMS(t *testing.T) *cms {
	t.Helper()
	c := &cms{items: map[string][]json.RawMessage{}, photo: photo(t, 2000, 1200)}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	for _, kind := range []string{Posts, Pages, TravelGuides, ThingsToDo} {
		recorded, err := os.ReadFile("testdata/wordpress/" + kind + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var list []json.RawMessage
		if err := json.Unmarshal(bytes.ReplaceAll(recorded, []byte("{base}"), []byte(strings.ReplaceAll(c.URL, "/", `\/`))), &list); err != nil {
			t.Fatal(err)
		}
		c.items[kind] = list
	}
	c.media = map[int]string{
		820: `{"id":820,"source_url":"` + c.URL + `/uploads/lake.jpg","alt_text":"Lake","media_details":{"width":2000,"height":1200}}`,
		821: `{"id":821,"source_url":"` + c.URL + `/uploads/mast.jpg","alt_text":"Mast","media_details":{"width":1600,"height":500}}`,
	}
	return c
}

// set changes what the CMS answers.
func (c *cms) set(change func(*cms)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(c)
}

// calls returns the calls since the start.
func (c *cms) calls() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

func (c *cms) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.asked = append(c.asked, r.Method+" "+r.URL.String())
	answer := c.answer
	c.mu.Unlock()
	if answer != nil && answer(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/uploads/") {
		_, _ = w.Write(c.photo)
		return
	}
	kind, id, one := strings.Cut(strings.TrimPrefix(r.URL.Path, "/wp-json/wp/v2/"), "/")
	number, _ := strconv.Atoi(id)
	c.mu.Lock()
	defer c.mu.Unlock()
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	list, known := c.items[kind]
	switch {
	case kind == media && c.media[number] != "":
		fmt.Fprint(w, c.media[number])
	case kind == media, one && known && c.find(list, number) == nil:
		sayWrong(w, 404, "rest_post_invalid_id")
	case !known:
		sayWrong(w, 404, "rest_no_route")
	case one:
		_, _ = w.Write(c.find(list, number))
	default:
		c.list(w, list, r.URL.Query())
	}
}

func sayWrong(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%q,"message":"Said by WordPress.","data":{"status":%d}}`, code, status)
}

func (c *cms) find(list []json.RawMessage, id int) json.RawMessage {
	for _, text := range list {
		if idOf(text) == id {
			return text
		}
	}
	return nil
}

func idOf(text []byte) int {
	var w struct{ ID int }
	_ = json.Unmarshal(text, &w)
	return w.ID
}

func (c *cms) list(w http.ResponseWriter, list []json.RawMessage, query url.Values) {
	chosen := list
	if slug := query.Get("slug"); slug != "" {
		chosen = slices.DeleteFunc(slices.Clone(list), func(text json.RawMessage) bool { return !bytes.Contains(text, []byte(`"slug":"`+slug+`"`)) })
	}
	if ids := query["include[]"]; ids != nil {
		chosen = slices.DeleteFunc(slices.Clone(list), func(text json.RawMessage) bool { return !slices.Contains(ids, strconv.Itoa(idOf(text))) })
		if query.Get("orderby") == "include" {
			slices.SortFunc(chosen, func(a, b json.RawMessage) int {
				return slices.Index(ids, strconv.Itoa(idOf(a))) - slices.Index(ids, strconv.Itoa(idOf(b)))
			})
		}
	}
	perPage, page := 10, 1
	if n, err := strconv.Atoi(query.Get("per_page")); err == nil {
		perPage = n
	}
	if n, err := strconv.Atoi(query.Get("page")); err == nil {
		page = n
	}
	pages := (len(chosen) + perPage - 1) / perPage
	if page > pages && len(chosen) > 0 {
		sayWrong(w, 400, "rest_post_invalid_page_number")
		return
	}
	w.Header().Set("X-WP-Total", strconv.Itoa(len(chosen)))
	w.Header().Set("X-WP-TotalPages", strconv.Itoa(pages))
	from := min((page-1)*perPage, len(chosen))
	_ = json.NewEncoder(w).Encode(chosen[from:min(from+perPage, len(chosen))])
}

// fails makes the CMS answer a status to everything.
func fails(status int) func(*cms) {
	return func(c *cms) {
		c.answer = func(w http.ResponseWriter, _ *http.Request) bool {
			sayWrong(w, status, "internal_server_error")
			return true
		}
	}
}

func works(c *cms) { c.answer = nil }

func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			picture.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// clock is a clock that only moves when it is told to.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// ofCMS returns a service that asks a CMS.
func ofCMS(t *testing.T, c *cms, change ...func(*Config)) (*Service, *clock) {
	t.Helper()
	hands := &clock{at: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)}
	config := Config{Site: brandOf(t, "MT"), URL: c.URL + "/wp-json/wp/v2", PictureSize: drawn, Now: hands.now,
		Pictures: PictureConfig{Private: true}, Bad: badrecord.New(discard)}
	for _, set := range change {
		set(&config)
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return s, hands
}
