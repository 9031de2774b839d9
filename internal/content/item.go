package content

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// item is a post, page or other piece of content, checked and sanitised.
type item struct {
	id       int
	slug     string
	date     time.Time
	modified time.Time
	title    string // HTML text without tags
	excerpt  string // HTML
	content  string // HTML
	shown    string // content as pages show it
	featured *picture
	fields   map[string]any // the custom fields that the product knows
}

// picture is an entry of the media library.
type picture struct {
	id            int
	url           string
	alt           string
	width, height int // 0: unknown
}

// wire is an item as WordPress sends it. Fields that come in several forms are
// read later.
type wire struct {
	ID            int             `json:"id"`
	Slug          string          `json:"slug"`
	Status        string          `json:"status"`
	Date          string          `json:"date_gmt"`
	LocalDate     string          `json:"date"`
	Modified      string          `json:"modified_gmt"`
	LocalModified string          `json:"modified"`
	Title         rendered        `json:"title"`
	Excerpt       rendered        `json:"excerpt"`
	Content       rendered        `json:"content"`
	FeaturedImage json.RawMessage `json:"featured_image"`
	ACF           json.RawMessage `json:"acf"`
	Embedded      struct {
		Media []json.RawMessage `json:"wp:featuredmedia"`
	} `json:"_embedded"`
}

type rendered struct {
	Rendered  string `json:"rendered"`
	Protected bool   `json:"protected"`
}

// mediaWire is an entry of the media library as WordPress sends it.
type mediaWire struct {
	ID        int    `json:"id"`
	SourceURL string `json:"source_url"`
	AltText   string `json:"alt_text"`
	Details   struct {
		Width  int `json:"width"`
		Height int `json:"height"`
	} `json:"media_details"`
}

// errHidden is why an item is not published: it is a draft, or it needs a
// password.
var errHidden = errors.New("not public")

// readItem reads an item of a source.
func (s *Service) readItem(kind string, text []byte) (*item, error) {
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("read an item of %s: %w", kind, err)
	}
	switch {
	case w.ID < 1:
		return nil, fmt.Errorf("read an item of %s: it has no id", kind)
	case w.Status != "" && w.Status != "publish" || w.Content.Protected || w.Excerpt.Protected:
		return nil, errHidden
	}
	read := &item{
		id: w.ID, slug: plainSlug(w.Slug), title: s.cleaner.text(w.Title.Rendered), excerpt: s.cleaner.excerpt(w.Excerpt.Rendered),
		date: instant(w.Date, w.LocalDate), modified: instant(w.Modified, w.LocalModified),
	}
	if featured := featuredOf(w); featured != nil {
		read.featured = s.pictures.resolve(featured)
	}
	if read.modified.Before(read.date) {
		read.modified = read.date
	}
	read.content = s.cleaner.html(w.Content.Rendered)
	read.shown = shown(read.content)
	read.fields = s.knownFields(w.ACF)
	return read, nil
}

// featuredOf returns an item's featured picture: the embedded one, or that of
// the field featured_image.
func featuredOf(w wire) *picture {
	for _, embedded := range w.Embedded.Media {
		if found, err := readMedia(embedded); err == nil {
			return found
		}
	}
	var address string
	if json.Unmarshal(w.FeaturedImage, &address) == nil && address != "" {
		return &picture{url: address}
	}
	return nil
}

// readMedia reads an entry of the media library. One that was deleted is an
// error object without an address.
func readMedia(text []byte) (*picture, error) {
	var m mediaWire
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	if m.SourceURL == "" {
		return nil, errors.New("read a picture: it has no address")
	}
	return &picture{m.ID, m.SourceURL, m.AltText, m.Details.Width, m.Details.Height}, nil
}

// instant reads a date of WordPress: that in UTC, or else that of the site.
func instant(utc, local string) time.Time {
	for _, text := range []string{utc, local} {
		if at, err := time.Parse("2006-01-02T15:04:05", text); err == nil {
			return at
		}
	}
	return time.Time{}
}

// knownFields returns the custom fields that the product reads, each in one
// form. Without fields WordPress sends an empty list.
func (s *Service) knownFields(text json.RawMessage) map[string]any {
	var raw map[string]json.RawMessage
	if json.Unmarshal(text, &raw) != nil {
		return map[string]any{}
	}
	known := map[string]any{}
	for _, name := range []string{"mast_image", "image"} {
		if value := s.pictureField(raw[name]); value != nil {
			known[name] = value
		}
	}
	for _, name := range []string{regionName, "image_alt"} {
		if value := textField(raw[name]); value != "" {
			known[name] = value
		}
	}
	for _, name := range []string{"link", "url"} {
		if value := s.cleaner.link(textField(raw[name])); value != "" {
			known[name] = value
		}
	}
	for _, name := range []string{"text", "description"} {
		if cleaned := s.cleaner.html(textField(raw[name])); cleaned != "" {
			known[name], known[plainText] = shown(cleaned), cardText(cleaned) // the description, if there are both
		}
	}
	if ids := idsField(raw[ThingsToDo]); ids != nil {
		known[ThingsToDo] = ids
	}
	return known
}

// textField reads a custom field that is a text. A link field is an object with
// its address.
func textField(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return strings.TrimSpace(text)
	}
	var object struct{ URL string }
	_ = json.Unmarshal(raw, &object) // any other form counts as empty
	return strings.TrimSpace(object.URL)
}

// idField reads the id of an entry: a number, a number as text, or an object. It
// returns 0 for none.
func idField(raw json.RawMessage) int {
	var number int
	if json.Unmarshal(raw, &number) == nil {
		return max(0, number)
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		number, _ = strconv.Atoi(strings.TrimSpace(text))
		return max(0, number)
	}
	var object struct {
		ID int `json:"ID"` // of a post object; encoding/json reads 'id' of a picture too
	}
	_ = json.Unmarshal(raw, &object)
	return max(0, object.ID)
}

// idsField reads a list of entries. One that is no list counts as a list of one.
func idsField(raw json.RawMessage) []int {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	var ids []int
	for _, entry := range list {
		if id := idField(entry); id > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// pictureField reads a picture: the id of an entry of the media library, or
// else its address on our own host. It returns nil for none.
func (s *Service) pictureField(raw json.RawMessage) any {
	if id := idField(raw); id > 0 {
		return id
	}
	if address := s.pictures.address(&picture{url: textField(raw)}); address != "" {
		return address
	}
	return nil
}

// cards completes the custom fields of items that are not posts, because their
// calls ask for these only. The id of a picture becomes the picture. Where the
// fields have no picture or text, those of the item itself take their place.
func (s *Service) cards(ctx context.Context, kind string, items []*item) {
	var all errgroup.Group
	all.SetLimit(mediaAtOnce)
	for _, it := range items {
		all.Go(func() error {
			if err := loop.Catch(func() error { s.complete(ctx, kind, it); return nil }); err != nil {
				s.Bad.Report(badrecord.Content, kind+" "+strconv.Itoa(it.id), err)
			}
			return nil
		})
	}
	_ = all.Wait() // a card without its picture is still a card
}

// complete completes the custom fields of an item.
func (s *Service) complete(ctx context.Context, kind string, it *item) {
	if id, isID := it.fields["image"].(int); isID {
		delete(it.fields, "image")
		if found, err := s.get(ctx, call{kind: media, id: id}); err == nil && found.picture != nil {
			it.fields["image"] = s.mediaObject(found.picture)
		}
	}
	if kind == MarketingPosts && it.fields["description"] == nil && it.excerpt != "" {
		it.fields["description"], it.fields[plainText] = it.excerpt, cardText(it.excerpt)
	}
	if text := cmp.Or(it.shown, it.excerpt); kind != Pages && it.fields["text"] == nil && text != "" {
		it.fields["text"] = text
		if it.fields[plainText] == nil {
			it.fields[plainText] = cardText(cmp.Or(it.content, it.excerpt))
		}
	}
	if it.fields["image"] == nil && it.featured != nil {
		it.fields["image"] = s.mediaObject(it.featured)
	}
}

// plainText is the custom field with the words of a card's description or text, without HTML.
const plainText = "plain"

// cardText returns the words with which a text begins: more than a card or a description shows.
func cardText(markup string) string { return FirstWords(Plain(markup), 400) }

// mediaAtOnce limits how many pictures of a list of cards are looked up at once.
const mediaAtOnce = 4

// wordPressTime is how WordPress writes a date.
const wordPressTime = "2006-01-02T15:04:05"

// object returns an item as WordPress writes it. base is the address of the
// REST API.
func (s *Service) object(kind string, it *item) map[string]any {
	content := map[string]any{"rendered": it.shown, "protected": false}
	if divided := parts(it.shown); divided != nil {
		content["parts"] = divided
	}
	made := map[string]any{
		"id": it.id, "slug": it.slug, "date": it.date.Format(wordPressTime), "modified": it.modified.Format(wordPressTime), "type": kind, "status": "publish",
		"title":   map[string]any{"rendered": it.title, "plain": Plain(it.title)},
		"excerpt": map[string]any{"rendered": it.excerpt, "protected": false, "plain": Plain(it.excerpt), "repeated": it.repeatsExcerpt()},
		"content": content,
		"acf":     it.fields, "featured_media": 0, "_links": map[string]any{},
	}
	if it.featured == nil {
		return made
	}
	entry := s.mediaObject(it.featured)
	made["featured_media"], made["featured_image"] = it.featured.id, entry["source_url"]
	made["_links"] = map[string]any{"wp:featuredmedia": []any{map[string]any{"embeddable": true, "href": base + "/media/" + strconv.Itoa(it.featured.id)}}}
	made["_embedded"] = map[string]any{"wp:featuredmedia": []any{entry}}
	return made
}

// repeatsExcerpt reports whether an item's content begins with its excerpt, as where
// WordPress has made the excerpt from it.
func (it *item) repeatsExcerpt() bool {
	const compared, read = 60, 8000
	beginning := []rune(strings.TrimSuffix(Plain(it.excerpt), "…"))
	content := it.content[:min(len(it.content), read)]
	return strings.HasPrefix(Plain(content), strings.TrimSpace(string(beginning[:min(len(beginning), compared)])))
}

// mediaObject returns a picture as WordPress writes it, with the addresses of
// its sizes on our own host.
func (s *Service) mediaObject(p *picture) map[string]any {
	sizes := map[string]any{}
	for _, size := range s.pictures.sizes(p) {
		sizes[strconv.Itoa(size.width)] = map[string]any{"source_url": size.url, "width": size.width, "height": size.height}
	}
	return map[string]any{
		"id": p.id, "source_url": s.pictures.address(p), "alt_text": html.UnescapeString(p.alt),
		"media_details": map[string]any{"width": p.width, "height": p.height, "sizes": sizes},
	}
}

// choose returns the named fields of an object; all of them where names is
// empty. Of a nested name such as 'title.rendered' the first part counts.
func choose(object map[string]any, names []string) map[string]any {
	if len(names) == 0 {
		return object
	}
	chosen := map[string]any{}
	for _, name := range names {
		name, _, _ = strings.Cut(name, ".")
		if value, ok := object[name]; ok {
			chosen[name] = value
		}
	}
	return chosen
}
