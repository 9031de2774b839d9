package server

import (
	"net/url"
	"regexp"
	"strings"

	"holidaymaker/internal/site"
)

// Tags are the settings of the services that measure visits and sales. Each
// replaces the brand's own value; empty leaves that as it is.
type Tags struct {
	ManagerID   string // container of the tag manager
	AnalyticsID string // property of analytics
	// Sources are further origins that the tags of the container reach.
	Sources []string
	// AwinID is the advertiser id at the affiliate network; with one, clicks and
	// sales are reported. AwinURL is the network's address, "" for its own.
	AwinID, AwinURL string
}

var (
	tagID        = regexp.MustCompile(`^([A-Z]{1,3}-[A-Z0-9-]{1,40})?$`)
	advertiserID = regexp.MustCompile(`^[0-9]{0,20}$`)
)

func (t Tags) valid() bool {
	for _, source := range t.Sources {
		withoutStar := strings.Replace(source, "://*.", "://", 1) // a star stands for the first label of a host
		parsed, err := url.Parse(withoutStar)
		if err != nil || withoutStar != "https://"+parsed.Host || parsed.Hostname() == "" || strings.ContainsAny(withoutStar, " ;,'*") {
			return false
		}
	}
	return tagID.MatchString(t.ManagerID) && tagID.MatchString(t.AnalyticsID) && advertiserID.MatchString(t.AwinID)
}

// apply puts the settings into the brand.
func (t Tags) apply(s *site.Site) {
	if t.ManagerID != "" {
		s.TagManager.ID = t.ManagerID
	}
	if t.AnalyticsID != "" {
		s.Analytics.ID = t.AnalyticsID
	}
	if t.AwinID != "" {
		s.Awin = site.Awin{Enable: true, TrackingID: t.AwinID}
	}
}

// advertiser returns the brand's id at the affiliate network, or "" where
// nothing is reported to it.
func (s *Server) advertiser() string {
	if !s.site.Awin.On() {
		return ""
	}
	return s.site.Awin.TrackingID
}
