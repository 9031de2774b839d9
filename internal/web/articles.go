package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

// Content finds what editors have published. Its errors are content.ErrMissing
// and content.ErrUnavailable.
type Content interface {
	Page(ctx context.Context, id int) (*content.Article, error)
	PageAt(ctx context.Context, slug string) (*content.Article, error)
	Post(ctx context.Context, slug string) (*content.Article, error)
	Guide(ctx context.Context, region string) (*content.Article, error)
	List(ctx context.Context, kind string, most int) ([]*content.Article, error)
}

// article names what an editor wrote: a page by id or slug, a post by slug, a
// guide by the name of its region, or the list of posts.
type article struct {
	kind string
	id   int
	slug string
	page int // of the list of posts
	// byID is set where the address names a page by its id. The page's canonical
	// address may be another one.
	byID bool
	// optional is set where the page exists even without the article.
	optional bool
}

// blogList is the kind of the list of posts.
const blogList = "blog"

const (
	blogPath = "/blog"
	// agePage is the id of the page at /p/age/965.
	agePage = 965
)

// completeArticle completes a page by what the editor has written: title, description,
// picture and facts. The page becomes 'not found' where there is no such
// article, and uncertain where it cannot be reached.
func (w *Web) completeArticle(ctx context.Context, page Page) Page {
	if page.article.kind == blogList {
		return w.completeBlog(ctx, page)
	}
	found, err := w.find(ctx, page.article)
	switch {
	case errors.Is(err, content.ErrMissing) && page.article.optional:
		return page
	case errors.Is(err, content.ErrMissing) && page.article.kind == content.Posts:
		return Page{Status: http.StatusNotFound, Title: "Blog", NoIndex: true, article: page.article}
	case errors.Is(err, content.ErrMissing):
		return notFound
	case err != nil:
		return uncertain(page)
	}
	page.Title, page.Description, page.Image = found.Title, found.Description, cmp.Or(found.Picture, page.Image)
	switch page.article.kind {
	case content.Posts:
		page.Canonical = (&url.URL{Path: blogPath + "/" + found.Slug}).EscapedPath()
		page.Crumbs = []Crumb{{"Blog", blogPath}, {found.Title, page.Canonical}}
		page.Facts = append(page.Facts, w.blogPosting(found))
	case content.TravelGuides:
		page = w.completeGuide(page, found)
	default:
		if page.article.byID {
			page.Canonical = w.addressOf(found)
		}
		page.Crumbs = []Crumb{{found.Title, page.Canonical}}
		if faq := faqPage(found); faq != nil {
			page.Facts = append(page.Facts, faq)
		}
	}
	return page
}

// uncertain marks a page as one whose content cannot be reached.
func uncertain(page Page) Page {
	page.Uncertain, page.Canonical = true, ""
	return page
}

// completeBlog completes a page of the list of posts: whether there is one, and its
// neighbours.
func (w *Web) completeBlog(ctx context.Context, page Page) Page {
	n := page.article.page
	if n > maxArticles/blogPageSize {
		return notFound
	}
	posts, err := w.Content.List(ctx, content.Posts, n*blogPageSize+1)
	switch {
	case err != nil:
		return uncertain(page)
	case n > 1 && len(posts) <= (n-1)*blogPageSize:
		return notFound
	}
	return numbered(page, n, len(posts) > n*blogPageSize)
}

// find finds an article in the content.
func (w *Web) find(ctx context.Context, a article) (*content.Article, error) {
	switch {
	case a.kind == content.Posts:
		return w.Content.Post(ctx, a.slug)
	case a.kind == content.TravelGuides:
		return w.Content.Guide(ctx, a.slug)
	case a.id != 0:
		return w.Content.Page(ctx, a.id)
	}
	return w.Content.PageAt(ctx, a.slug)
}

// blogPageSize is the number of posts on a page of the blog
// (BLOG_PAGE_SIZE).
const blogPageSize = 12

// completeGuide completes the page of a travel guide. Its region may have another id
// than the one in the address.
func (w *Web) completeGuide(page Page, guide *content.Article) Page {
	page.Title = cmp.Or(guide.Region, guide.Title) + " Travel Guide"
	slug := catalogue.SlugOr(guide.Region, "region")
	for _, region := range w.regions() {
		if catalogue.SlugOr(region.Name, "region") == slug {
			page.Canonical = "/travel-guide/" + slug + "/" + region.ID
			page.Crumbs = []Crumb{{region.Name, region.ListingPath(region.channel.Code)}, {page.Title, page.Canonical}}
		}
	}
	return page
}

// soldRegion is a region with the first channel that has parks there.
type soldRegion struct {
	*catalogue.Region
	channel catalogue.Channel
}

// regions returns the regions that have parks, each once.
func (w *Web) regions() (all []soldRegion) {
	listed := map[string]bool{}
	snapshot := w.Catalogue()
	for _, channel := range catalogue.Channels {
		for _, info := range snapshot.Regions(channel.Code) {
			if region, ok := snapshot.Region(info.ID); ok && !listed[info.ID] && info.ID != catalogue.HiddenRegion {
				listed[info.ID] = true
				all = append(all, soldRegion{region, channel})
			}
		}
	}
	return all
}

// addressOf returns the address of a content page on this brand: its content
// route, or else the address by its id.
func (w *Web) addressOf(page *content.Article) string {
	best := ""
	for path, id := range w.Site.ContentRoutes {
		if id == page.ID && (best == "" || path < best) {
			best = path
		}
	}
	return cmp.Or(best, "/a/"+strconv.Itoa(page.ID)+"/"+page.Slug)
}
