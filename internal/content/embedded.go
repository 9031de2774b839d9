package content

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"holidaymaker/internal/site"
)

// mediaBase separates the ids of the pictures of content files by kind. A
// picture's id is that of its file plus its kind's multiple of mediaBase.
const mediaBase = 1_000_000

// files is the source that publishes the content files of a brand. It answers
// as WordPress does.
type files struct {
	items map[string][]entry
	media map[int]json.RawMessage
}

// entry is an item of a source, with what lists choose by.
type entry struct {
	id     int
	slug   string
	region string
	text   json.RawMessage
}

// newFiles makes the source of a brand. size returns the size of a picture of
// our own. bad says for each file that cannot be used what is wrong with it.
func newFiles(published library, brand *site.Site, size func(path string) (width, height int, ok bool), bad map[string]error) *files {
	made := &files{map[string][]entry{}, map[int]json.RawMessage{}}
	words := placeholders(brand)
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Typographer), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))
	for index, kind := range kinds {
		for _, d := range published[kind] {
			added, err := made.add(d, (index+1)*mediaBase+d.ID, words, markdown, size)
			if err != nil {
				bad[d.name] = err
				continue
			}
			made.items[kind] = append(made.items[kind], added)
		}
	}
	return made
}

func (f *files) add(d document, mediaID int, words *strings.Replacer, markdown goldmark.Markdown, size func(string) (int, int, bool)) (entry, error) {
	var body bytes.Buffer
	if err := markdown.Convert([]byte(words.Replace(d.body)), &body); err != nil {
		return entry{}, fmt.Errorf("read the Markdown: %w", err)
	}
	fields := map[string]any{}
	var embedded []json.RawMessage
	if d.Image != "" {
		width, height, ok := size(d.Image)
		if !ok {
			return entry{}, fmt.Errorf("there is no picture %s", d.Image)
		}
		text, err := json.Marshal(map[string]any{"id": mediaID, "source_url": d.Image, "alt_text": d.ImageAlt, "media_details": map[string]int{"width": width, "height": height}})
		if err != nil {
			return entry{}, fmt.Errorf("write the picture: %w", err)
		}
		f.media[mediaID] = text
		embedded = append(embedded, text)
		fields["mast_image"] = mediaID
	}
	addFields(fields, d)
	text, err := json.Marshal(map[string]any{
		"id": d.ID, "slug": d.Slug, "date_gmt": morning(d.Date), "modified_gmt": morning(max(d.Modified, d.Date)), "status": "publish",
		"title":   map[string]string{"rendered": escape(words.Replace(d.Title))},
		"excerpt": map[string]string{"rendered": "<p>" + escape(words.Replace(d.Excerpt)) + "</p>"},
		"content": map[string]string{"rendered": body.String()}, "acf": fields,
		"_embedded": map[string]any{"wp:featuredmedia": embedded},
	})
	if err != nil {
		return entry{}, fmt.Errorf("write the item: %w", err)
	}
	return entry{d.ID, d.Slug, strings.ToLower(d.RegionName), text}, nil
}

// addFields adds the custom fields of a kind.
func addFields(fields map[string]any, d document) {
	switch d.kind {
	case TravelGuides:
		fields[regionName], fields[ThingsToDo] = d.RegionName, d.ThingsToDo
	case ThingsToDo, MarketingPosts:
		fields["link"], fields["url"] = d.Link, d.URL
	}
}

// morning returns a day as WordPress writes it. Content files are published in the
// morning.
func morning(d day) string { return string(d) + "T08:00:00" }

// escape writes a text as HTML.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// fetch answers a call.
func (f *files) fetch(_ context.Context, c call) (reply, error) {
	if c.kind == media {
		if text, ok := f.media[c.id]; ok {
			return reply{items: []json.RawMessage{text}, total: 1, pages: 1}, nil
		}
		return reply{}, errInvalidID
	}
	all := f.items[c.kind]
	if c.id != 0 {
		at := slices.IndexFunc(all, func(e entry) bool { return e.id == c.id })
		if at < 0 {
			return reply{}, errInvalidID
		}
		return reply{items: []json.RawMessage{all[at].text}, total: 1, pages: 1}, nil
	}
	chosen := f.chosen(all, c)
	pages := (len(chosen) + c.perPage - 1) / c.perPage
	if c.page > max(pages, 1) {
		return reply{}, errPageNumber
	}
	from := (c.page - 1) * c.perPage
	found := reply{items: []json.RawMessage{}, total: len(chosen), pages: pages}
	for _, e := range chosen[from:min(from+c.perPage, len(chosen))] {
		found.items = append(found.items, e.text)
	}
	return found, nil
}

// chosen returns the entries that a list asks for, those asked for by id in
// that order.
func (f *files) chosen(all []entry, c call) []entry {
	if c.include != "" {
		var chosen []entry
		for _, id := range c.ids() {
			if at := slices.IndexFunc(all, func(e entry) bool { return e.id == id }); at >= 0 {
				chosen = append(chosen, all[at])
			}
		}
		all = chosen
	}
	if c.slug == "" && c.region == "" {
		return all
	}
	var chosen []entry
	for _, e := range all {
		if (c.slug == "" || e.slug == c.slug) && (c.region == "" || e.region == c.region) {
			chosen = append(chosen, e)
		}
	}
	return chosen
}

// status returns the state of the source.
func (f *files) status() Status { return Status{OK: true} }
