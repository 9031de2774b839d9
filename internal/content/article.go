package content

import (
	"context"
	"errors"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// Article is what the head of a document says about a page, post or guide, and
// what listings for search engines and feed readers show of it.
type Article struct {
	ID          int
	Slug        string
	Title       string // as text, like Description
	Description string
	HTML        string
	Published   time.Time
	Modified    time.Time
	Picture     string // address on our own host, or ""
	Region      string // of a travel guide
	Questions   []Question
}

// Question is a question of a page, with its answer as HTML.
type Question struct{ Question, Answer string }

// The results of asking for an article, other than the article.
var (
	ErrMissing     = errors.New("there is no such content")
	ErrUnavailable = errors.New("the content cannot be reached")
)

// Page returns a page by its id.
func (s *Service) Page(ctx context.Context, id int) (*Article, error) {
	return s.article(ctx, call{kind: Pages, id: id})
}

// PageAt returns a page by its slug.
func (s *Service) PageAt(ctx context.Context, slug string) (*Article, error) {
	return s.article(ctx, call{kind: Pages, slug: slug, page: 1, perPage: defaultPerPage})
}

// Post returns a blog post by its slug.
func (s *Service) Post(ctx context.Context, slug string) (*Article, error) {
	if !slugForm.MatchString(slug) {
		return nil, ErrMissing
	}
	return s.article(ctx, call{kind: Posts, slug: slug, page: 1, perPage: defaultPerPage})
}

// Guide returns the travel guide of a region, by its name.
func (s *Service) Guide(ctx context.Context, region string) (*Article, error) {
	return s.article(ctx, call{kind: TravelGuides, region: strings.ToLower(region), page: 1, perPage: defaultPerPage})
}

// article returns the first item that a call finds.
func (s *Service) article(ctx context.Context, c call) (*Article, error) {
	found, err := s.get(ctx, c)
	switch {
	case err != nil:
		return nil, sentinel(err)
	case len(found.items) == 0:
		return nil, ErrMissing
	}
	return s.describe(found.items[0]), nil
}

func sentinel(err error) error {
	var failure *Failure
	if errors.As(err, &failure) && failure != errUnavailable {
		return ErrMissing
	}
	return ErrUnavailable
}

// List returns all items of a kind, newest first, without their HTML; after
// most of them it stops.
func (s *Service) List(ctx context.Context, kind string, most int) (all []*Article, err error) {
	for page := 1; len(all) < most; page++ {
		found, err := s.get(ctx, call{kind: kind, page: page, perPage: min(most, maxPerPage)})
		if err != nil && page > 1 && errors.Is(sentinel(err), ErrMissing) {
			return all, nil // the last page was full
		}
		if err != nil {
			return nil, sentinel(err)
		}
		for _, it := range found.items {
			all = append(all, s.describe(it))
		}
		if page >= found.pages && found.pages >= 0 || len(found.items) == 0 {
			return all, nil
		}
	}
	return all[:most], nil
}

// DescriptionLength is the greatest length of a description for search engines.
const DescriptionLength = 155

func (s *Service) describe(it *item) *Article {
	description := Plain(it.excerpt)
	if description == "" {
		description = Plain(it.content)
	}
	made := &Article{
		ID: it.id, Slug: it.slug, Title: Plain(it.title), Description: FirstWords(description, DescriptionLength), HTML: it.content,
		Published: it.date, Modified: it.modified, Questions: questions(it.content),
	}
	if it.featured != nil {
		made.Picture = s.pictures.address(it.featured)
	}
	made.Region, _ = it.fields[regionName].(string)
	return made
}

// FirstWords cuts a text to at most n characters, at the end of a word.
func FirstWords(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:n-1])
	if at := strings.LastIndexByte(cut, ' '); at > n/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}

// questions finds the questions of a page: headings that end in a question
// mark, each with what follows it up to the next heading.
func questions(markup string) (found []Question) {
	if !strings.Contains(markup, "?</h") {
		return nil
	}
	body := fragment(markup)
	if body == nil {
		return nil
	}
	open := false
	var answer strings.Builder
	finish := func() {
		if text := strings.TrimSpace(answer.String()); open && text != "" {
			found[len(found)-1].Answer = text
		} else if open {
			found = found[:len(found)-1]
		}
		answer.Reset()
		open = false
	}
	for node := body.FirstChild; node != nil; node = node.NextSibling {
		if strings.HasPrefix(node.Data, "h") && len(node.Data) == 2 && node.Type == html.ElementNode && node.Data != "hr" {
			finish()
			if text := strings.TrimSpace(textOf(node)); strings.HasSuffix(text, "?") {
				found, open = append(found, Question{Question: text}), true
			}
			continue
		}
		if open && html.Render(&answer, node) != nil {
			return nil
		}
	}
	finish()
	return found
}

func textOf(node *html.Node) string {
	if node.Type == html.TextNode {
		return node.Data
	}
	var b strings.Builder
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		b.WriteString(textOf(child))
	}
	return b.String()
}
