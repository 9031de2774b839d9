package web

import (
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
)

// A fact is structured data as search engines read it (schema.org), in JSON-LD.
type fact map[string]any

const schema = "https://schema.org"

// blogPosting is a blog post.
func (w *Web) blogPosting(post *content.Article) fact {
	base := w.Site.Global.SiteBaseURL
	address := base + blogPath + "/" + post.Slug
	publisher := fact{"@type": "Organization", "name": w.Site.Global.BrandName, "url": base + "/"} //nolint:misspell // schema.org's name
	made := fact{
		"@context": schema, "@type": "BlogPosting", "headline": content.FirstWords(post.Title, 110), "url": address, "mainEntityOfPage": address,
		"inLanguage": "en-GB", "author": publisher, "publisher": publisher,
	}
	if post.Description != "" {
		made["description"] = post.Description
	}
	for name, at := range map[string]time.Time{"datePublished": post.Published, "dateModified": post.Modified} {
		if !at.IsZero() {
			made[name] = at.Format(time.RFC3339)
		}
	}
	if post.Picture != "" {
		made["image"] = base + post.Picture
	}
	return made
}

// faqPage is the questions of a page, or nil where it has fewer than two.
func faqPage(page *content.Article) any {
	if len(page.Questions) < 2 {
		return nil
	}
	var all []fact
	for _, q := range page.Questions {
		all = append(all, fact{"@type": "Question", "name": q.Question, "acceptedAnswer": fact{"@type": "Answer", "text": q.Answer}})
	}
	return fact{"@context": schema, "@type": "FAQPage", "mainEntity": all}
}

// lodging is the park of a page.
func (w *Web) lodging(page Page) []any {
	park := page.park
	if park == nil {
		return nil
	}
	base := w.Site.Global.SiteBaseURL
	made := fact{"@context": schema, "@type": "LodgingBusiness", "name": park.Name, "url": base + page.Canonical, "image": base + "/images/parks/" + strings.ToUpper(park.ID[:1]) + "/" + park.ID + "/1.svg"}
	if len(park.Images) > 0 && strings.HasPrefix(park.Images[0].Src, "https://") {
		made["image"] = park.Images[0].Src
	}
	if page.Description != "" {
		made["description"] = page.Description
	}
	address := fact{"@type": "PostalAddress", "addressCountry": park.Country}
	for name, value := range map[string]string{"addressLocality": park.Town, "addressRegion": park.County, "postalCode": park.Postcode} {
		if value != "" {
			address[name] = value
		}
	}
	made["address"] = address
	if park.Lat != 0 || park.Lon != 0 {
		made["geo"] = fact{"@type": "GeoCoordinates", "latitude": park.Lat, "longitude": park.Lon}
	}
	for name, value := range map[string]string{"checkinTime": clock(park.CheckIn), "checkoutTime": clock(park.CheckOut)} {
		if value != "" {
			made[name] = value
		}
	}
	if rating := ratingOf(park.Reviews); rating != nil && !w.InventedReviews {
		made["aggregateRating"] = rating
	}
	return []any{made}
}

// ratingOf is the mean of the reviews that we have, or nil without any.
func ratingOf(reviews []catalogue.Review) any {
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
func clock(shown string) string {
	shown = strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(shown)), ".", ":")
	for _, form := range []string{"3PM", "3:04PM", "15:04"} {
		if at, err := time.Parse(form, shown); err == nil {
			return at.Format("15:04")
		}
	}
	return ""
}
