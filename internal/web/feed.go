package web

import (
	"context"
	"encoding/xml"
	"net/url"
	"time"

	"holidaymaker/internal/content"
)

// feedSize is how many posts the feed has.
const feedSize = 20

// entry is a post in the feed, in the form of Atom.
type entry struct {
	Title     string  `xml:"title"`
	ID        string  `xml:"id"`
	Link      atom    `xml:"link"`
	Published string  `xml:"published"`
	Updated   string  `xml:"updated"`
	Summary   string  `xml:"summary,omitempty"`
	Content   *markup `xml:"content,omitempty"`
}

type atom struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type markup struct {
	Type string `xml:"type,attr"`
	Base string `xml:"xml:base,attr"`
	Text string `xml:",chardata"`
}

// feed is the newest posts of the blog, for feed readers (RFC 4287).
func (w *Web) feed(ctx context.Context) ([]byte, error) {
	posts, err := w.Content.List(ctx, content.Posts, feedSize)
	if err != nil {
		return nil, err
	}
	base := w.Site.Global.SiteBaseURL
	document := struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string   `xml:"title"`
		ID      string   `xml:"id"`
		Links   []atom   `xml:"link"`
		Updated string   `xml:"updated"`
		Author  string   `xml:"author>name"`
		Entries []entry  `xml:"entry"`
	}{
		Title: w.Site.Global.BrandName + " blog", ID: base + blogPath, Updated: newest(posts).Format(time.RFC3339), Author: w.Site.Global.BrandName,
		Links: []atom{{"self", "application/atom+xml", base + feedPath}, {"alternate", "text/html", base + blogPath}},
	}
	for _, post := range posts {
		address := base + (&url.URL{Path: blogPath + "/" + post.Slug}).String()
		document.Entries = append(document.Entries, entry{
			Title: post.Title, ID: address, Link: atom{Rel: "alternate", Type: "text/html", Href: address}, Summary: post.Description,
			Published: post.Published.Format(time.RFC3339), Updated: post.Modified.Format(time.RFC3339), Content: &markup{"html", base + "/", post.HTML},
		})
	}
	return encodeXML(document), nil
}
