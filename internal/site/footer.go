package site

import "slices"

// finish derives the footer from the rest of the configuration.
func (s *Site) finish() {
	s.Footer = []FooterGroup{
		{ID: "holidayType", Heading: "Holiday type", Links: s.holidayTypes()},
		{ID: "findHoliday", Heading: "Find a holiday", Links: s.known(FooterLink{Title: "Our Park Partners", Path: "/brands"})},
		{ID: "company", Heading: "Company", Links: s.company()},
		{ID: "information", Heading: "Information", Links: s.known(
			FooterLink{Title: "Cancellation Protection", Path: "/cancellation-protection"},
			FooterLink{Title: "Terms & Conditions", Path: "/terms"},
			FooterLink{Title: "Privacy & Cookies", Path: "/privacy-policy"},
			FooterLink{Title: "Customer Charter", Path: "/customer-charter"},
		)},
	}
	if s.URLs.ExternalBlog != "" {
		s.Footer = append(s.Footer, FooterGroup{ID: "ideas", Heading: "Holiday ideas", Links: s.ideas()})
	}
}

func (s *Site) holidayTypes() []FooterLink {
	europe := "/channel/eurocaravan"
	if s.SiteCode == "SN" {
		europe = "/european-holiday-parks"
	}
	links := []FooterLink{
		{ID: "ukcaravan", Title: "UK Holiday Parks", Path: "/channel/ukcaravan"},
		{ID: "uktouring", Title: "Camping & Touring", Path: "/channel/uktouring"},
		{ID: "hotels", Title: "Hotels", Path: "/hotels"},
		{ID: "uklodge", Title: "Lodges", Path: "/channel/uklodge"},
		{ID: "boats", Title: "Boating Holidays", Path: "/region/boats"},
		{ID: "eurocaravan", Title: "European Holidays", Path: europe},
		{ID: "ferries", Title: "Ferry Deals", Path: "/ferry-deals"},
		{ID: "cheapercaravan", Title: "Cheap Caravan Holidays", Path: "/cheap-caravan-holidays-uk-europe"},
		{ID: "offers", Title: "Offers", Path: "/offers"},
	}
	if s.SiteCode == "MT" {
		links = slices.DeleteFunc(links, func(l FooterLink) bool { return l.ID == "hotels" || l.ID == "cheapercaravan" })
	}
	return s.known(links...)
}

func (s *Site) company() []FooterLink {
	links := s.known(
		FooterLink{Title: "Contact Us/FAQs", Path: "/help"},
		FooterLink{Title: "Blog", Path: "/blog"},
		FooterLink{Title: "About Us", Path: "/about-us"},
		FooterLink{Title: "Work With Us", Path: "/work-with-us"},
	)
	if s.URLs.AffiliateProgramme != "" {
		links = append(links, FooterLink{Title: "Affiliates", Path: s.URLs.AffiliateProgramme, External: true})
	}
	return links
}

// ideas are the landing pages in the specification's order, in which a blog
// post without a page id stands last but one.
func (s *Site) ideas() []FooterLink {
	var links []FooterLink
	for _, route := range landingRoutes[:len(landingRoutes)-1] {
		links = append(links, FooterLink{Title: PageTitle(route.Path), Path: route.Path, PageID: route.PageID})
	}
	last := landingRoutes[len(landingRoutes)-1]
	return append(links,
		FooterLink{Title: "February Half Term Breaks", Path: "/blog/february-half-term-breaks/"},
		FooterLink{Title: PageTitle(last.Path), Path: last.Path, PageID: last.PageID},
		FooterLink{Title: "Our Travel Blog", Path: s.URLs.ExternalBlog, External: true},
	)
}

// known gives the links their page ids.
func (s *Site) known(links ...FooterLink) []FooterLink {
	for i, link := range links {
		if route, ok := s.ContentPage(link.Path); ok {
			links[i].PageID = route.PageID
		}
	}
	return links
}
