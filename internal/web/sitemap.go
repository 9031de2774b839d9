package web

import (
	"context"
	"encoding/xml"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

const (
	// sitemapSize is how many addresses a file of the sitemap has at most. The
	// protocol allows 50,000.
	sitemapSize = 10_000
	// maxArticles is how many items of a kind the sitemap has at most.
	maxArticles = 5000
)

// sitemapURL is an address in the sitemap, with the time of its last change.
type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// sitemapIndex lists the files of the sitemap.
func (w *Web) sitemapIndex() []byte {
	names := []string{"places", "operators", "pages", "posts", "guides"}
	for n := range max(1, (len(w.parks())+sitemapSize-1)/sitemapSize) {
		names = append(names, "parks-"+strconv.Itoa(n+1))
	}
	index := struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Files   []sitemapURL `xml:"sitemap"`
	}{}
	for _, name := range names {
		index.Files = append(index.Files, sitemapURL{Loc: w.Site.Global.SiteBaseURL + sitemapsPath + name + ".xml"})
	}
	return encodeXML(index)
}

// sitemap is a file of the sitemap: canonical addresses only. It is nil where
// there is no such file. Only what editors write has a date: for everything
// else nobody knows when it last changed.
func (w *Web) sitemap(ctx context.Context, name string) ([]byte, error) {
	var places []sitemapURL
	var err error
	kind, number, _ := strings.Cut(name, "-")
	switch {
	case name == "places":
		places = w.placeURLs()
	case name == "operators":
		places = w.operatorURLs()
	case name == "pages":
		places, err = w.contentURLs(ctx)
	case name == "posts":
		places, err = w.postURLs(ctx)
	case name == "guides":
		places, err = w.guideURLs(ctx)
	case kind == "parks":
		n, wrong := strconv.Atoi(number)
		parks := w.parks()
		if wrong != nil || n < 1 || n > max(1, (len(parks)+sitemapSize-1)/sitemapSize) || strconv.Itoa(n) != number {
			return nil, nil
		}
		from := (n - 1) * sitemapSize
		for _, at := range parks[from:min(from+sitemapSize, len(parks))] {
			places = append(places, w.sitemapURLOf(at, time.Time{}))
		}
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return encodeXML(struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Places  []sitemapURL `xml:"url"`
	}{Places: places}), nil
}

// sitemapURLOf is a path in the sitemap.
func (w *Web) sitemapURLOf(at string, modified time.Time) sitemapURL {
	entry := sitemapURL{Loc: w.Site.Global.SiteBaseURL + (&url.URL{Path: at}).String()}
	if !modified.IsZero() {
		entry.LastMod = modified.UTC().Format(time.RFC3339)
	}
	return entry
}

// parkPaths are the canonical paths of the visible parks of a catalogue.
type parkPaths struct {
	catalogue *catalogue.Snapshot
	paths     []string
}

// parks returns the canonical paths of the parks that can be seen. They are found
// once for each catalogue: crawlers ask for the files of the sitemap one by one.
func (w *Web) parks() []string {
	snapshot := w.Catalogue()
	if found := w.parkPaths.Load(); found != nil && found.catalogue == snapshot {
		return found.paths
	}
	found := &parkPaths{catalogue: snapshot}
	for _, park := range snapshot.AllParks() {
		if park.RegionID != catalogue.HiddenRegion {
			found.paths = append(found.paths, park.Path())
		}
	}
	w.parkPaths.Store(found)
	return found.paths
}

// placeURLs are the home page, the channels, and the regions and towns with
// parks.
func (w *Web) placeURLs() (places []sitemapURL) {
	snapshot := w.Catalogue()
	add := func(path string) { places = append(places, w.sitemapURLOf(path, time.Time{})) }
	for _, path := range []string{"/", "/last-minute-deals", "/offers", nearHomePath, priceMapPath} {
		add(path)
	}
	for _, channel := range catalogue.Channels {
		regions := snapshot.Regions(channel.Code)
		if len(regions) == 0 {
			continue
		}
		for _, list := range []string{"/channel/", "/region/", "/dog-friendly/"} {
			add(list + channel.Code)
		}
		for _, info := range regions {
			region, ok := snapshot.Region(info.ID)
			if !ok || info.ID == catalogue.HiddenRegion {
				continue
			}
			add(region.ListingPath(channel.Code))
			for _, town := range snapshot.Towns(info.ID) {
				if len(snapshot.Parks(info.ID, catalogue.ParkFilter{Channel: channel.Code, Town: town.ID})) > 0 {
					add("/area/" + channel.Code + "/" + region.ID + "/" + town.ID + "/" + town.Slug)
				}
			}
		}
	}
	return places
}

// operatorURLs are the pages of the operators' regions.
func (w *Web) operatorURLs() (places []sitemapURL) {
	snapshot := w.Catalogue()
	for _, channel := range catalogue.Channels {
		for _, operator := range snapshot.Operators(channel.Code, "") {
			if len(snapshot.RegionsOf(operator.ID, channel.Code)) > 0 {
				places = append(places, w.sitemapURLOf("/"+operator.ID+"/region/"+channel.Code, time.Time{}))
			}
		}
	}
	return places
}

// contentURLs are the pages of the brand's content routes that there are.
func (w *Web) contentURLs(ctx context.Context) (places []sitemapURL, err error) {
	all, err := w.Content.List(ctx, content.Pages, maxArticles)
	if err != nil {
		return nil, err
	}
	byID, bySlug := map[int]*content.Article{}, map[string]*content.Article{}
	for _, page := range all {
		byID[page.ID], bySlug[page.Slug] = page, page
	}
	found := map[string]*content.Article{"/p/age/965": byID[agePage]}
	for _, slug := range []string{"inspiration", "terms", "help"} {
		found["/"+slug] = bySlug[slug]
	}
	rt := routes{w.Site, w.Catalogue()}
	for path, id := range w.Site.ContentRoutes {
		if page, ok := rt.static(path, nil); ok && page.article.id == id && page.Canonical == path {
			found[path] = byID[id]
		}
	}
	for path, page := range found {
		if page != nil {
			places = append(places, w.sitemapURLOf(path, page.Modified))
		}
	}
	slices.SortFunc(places, func(a, b sitemapURL) int { return strings.Compare(a.Loc, b.Loc) })
	return places, nil
}

// postURLs are the blog and its posts.
func (w *Web) postURLs(ctx context.Context) ([]sitemapURL, error) {
	all, err := w.Content.List(ctx, content.Posts, maxArticles)
	if err != nil {
		return nil, err
	}
	places := []sitemapURL{w.sitemapURLOf(blogPath, newest(all))}
	for _, post := range all {
		places = append(places, w.sitemapURLOf(blogPath+"/"+post.Slug, post.Modified))
	}
	return places, nil
}

// guideURLs are the travel guides of regions with parks.
func (w *Web) guideURLs(ctx context.Context) (places []sitemapURL, err error) {
	all, err := w.Content.List(ctx, content.TravelGuides, maxArticles)
	if err != nil {
		return nil, err
	}
	byName := map[string]*content.Article{}
	for _, guide := range all {
		byName[strings.ToLower(guide.Region)] = guide
	}
	for _, region := range w.regions() {
		if guide := byName[strings.ToLower(region.Name)]; guide != nil {
			places = append(places, w.sitemapURLOf(path.Join("/travel-guide", catalogue.SlugOr(region.Name, "region"), region.ID), guide.Modified))
		}
	}
	return places, nil
}
