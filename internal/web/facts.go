package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

// A fact is structured data as search engines read it (schema.org), in JSON-LD.
type fact map[string]any

const schema = "https://schema.org"

// factsOf returns everything that a page says to search engines.
func (w *Web) factsOf(ctx context.Context, page Page) (all []fact) {
	if len(page.Crumbs) > 0 {
		all = append(all, breadcrumbs(page.Crumbs, w.Site.Global.SiteBaseURL))
	}
	all = append(all, page.Facts...)
	if page.park != nil {
		all = append(all, w.lodging(ctx, page))
	}
	if page.deals != nil {
		all = append(all, w.dealsOf(ctx, page)...)
	}
	return all
}

// breadcrumbs is the way from the home page to a page.
func breadcrumbs(crumbs []Crumb, base string) fact {
	var items []fact
	for i, crumb := range append([]Crumb{{"Home", "/"}}, crumbs...) {
		items = append(items, fact{"@type": "ListItem", "position": i + 1, "name": crumb.Name, "item": fact{"@id": base + crumb.Path}})
	}
	return fact{"@context": schema, "@type": "BreadcrumbList", "itemListElement": items}
}

// blogPosting is a blog post.
func (w *Web) blogPosting(post *content.Article) fact {
	base := w.Site.Global.SiteBaseURL
	address := base + (&url.URL{Path: blogPath + "/" + post.Slug}).EscapedPath()
	publisher := fact{"@type": "Organization", "name": w.Site.Global.BrandName, "url": base + "/"} //nolint:misspell // schema.org's name
	posting := fact{
		"@context": schema, "@type": "BlogPosting", "headline": content.FirstWords(post.Title, 110), "url": address, "mainEntityOfPage": address,
		"inLanguage": "en-GB", "author": publisher, "publisher": publisher,
	}
	if post.Description != "" {
		posting["description"] = post.Description
	}
	for name, at := range map[string]time.Time{"datePublished": post.Published, "dateModified": post.Modified} {
		if !at.IsZero() {
			posting[name] = at.Format(time.RFC3339)
		}
	}
	if post.Picture != "" {
		posting["image"] = base + post.Picture
	}
	return posting
}

// faqPage is the questions of a page, or nil where it has fewer than two.
func faqPage(page *content.Article) fact {
	if len(page.Questions) < 2 {
		return nil
	}
	var all []fact
	for _, q := range page.Questions {
		all = append(all, fact{"@type": "Question", "name": q.Question, "acceptedAnswer": fact{"@type": "Answer", "text": q.Answer}})
	}
	return fact{"@context": schema, "@type": "FAQPage", "mainEntity": all}
}

// lodging is the park of a page, with the price of the stay that its page opens with.
func (w *Web) lodging(ctx context.Context, page Page) fact {
	park, base := page.park, w.Site.Global.SiteBaseURL
	lodging := fact{"@context": schema, "@type": "LodgingBusiness", "name": park.Name, "url": base + page.Canonical, "image": base + "/images/parks/" + strings.ToUpper(park.ID[:1]) + "/" + park.ID + "/1.svg"}
	if len(park.Images) > 0 && strings.HasPrefix(park.Images[0].Src, "https://") {
		lodging["image"] = park.Images[0].Src
	}
	if page.Description != "" {
		lodging["description"] = page.Description
	}
	address := fact{"@type": "PostalAddress", "addressCountry": park.Country}
	for name, value := range map[string]string{"addressLocality": park.Town, "addressRegion": park.County, "postalCode": park.Postcode} {
		if value != "" {
			address[name] = value
		}
	}
	lodging["address"] = address
	if park.Lat != 0 || park.Lon != 0 {
		lodging["geo"] = fact{"@type": "GeoCoordinates", "latitude": park.Lat, "longitude": park.Lon}
	}
	for name, value := range map[string]string{"checkinTime": clock(park.CheckIn), "checkoutTime": clock(park.CheckOut)} {
		if value != "" {
			lodging[name] = value
		}
	}
	if rating := ratingOf(park.Reviews); rating != nil && !w.InventedReviews {
		lodging["aggregateRating"] = rating
	}
	if offer := w.openingOffer(ctx, page); offer != nil {
		lodging["makesOffer"] = offer
	}
	return lodging
}

// ratingOf is the mean of the reviews that we have, or nil without any.
func ratingOf(reviews []catalogue.Review) fact {
	sum := 0
	for _, review := range reviews {
		sum += review.Rating
	}
	if len(reviews) == 0 {
		return nil
	}
	mean := strconv.FormatFloat(float64(sum)/float64(len(reviews)), 'f', 1, 64)
	return fact{"@type": "AggregateRating", "ratingValue": mean, "reviewCount": len(reviews), "bestRating": 5, "worstRating": 1}
}

// clock converts a time as it is shown, such as '4pm' or '10.30am', to one for
// machines. It returns "" for any other text.
func clock(text string) string {
	text = strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(text)), ".", ":")
	for _, form := range []string{"3PM", "3:04PM", "15:04"} {
		if at, err := time.Parse(form, text); err == nil {
			return at.Format(time.TimeOnly)
		}
	}
	return ""
}
