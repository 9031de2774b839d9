package api

import (
	"strings"

	"holidaymaker/internal/marketing/affiliate"
	"holidaymaker/internal/web/httpx"
)

const (
	// clickSeconds is how long an affiliate click is kept: 30 days.
	clickSeconds = 30 * 24 * 60 * 60
	// maxClick is the greatest length of a click id.
	maxClick = 200
)

// ClickQuery brings an affiliate click.
type ClickQuery struct {
	AWC string `in:"awc,required" doc:"The click id: 1 to 200 letters, digits, '_', '.' and '-'."`
}

// Click says whether an affiliate click is kept.
type Click struct {
	Stored bool `json:"stored"`
}

// awin keeps an affiliate click for a visitor who has agreed. The newest click
// counts, but one of another advertiser does not replace ours. Without the
// affiliate network nothing is kept.
func (a *API) awin(r *Request, in ClickQuery) (Click, error) {
	if !validClick(in.AWC) {
		return Click{}, Refuse(InvalidRequest, "This click id is not valid.")
	}
	if forget := httpx.ForgetClick(r.Request); forget != nil {
		r.cookies = append(r.cookies, forget)
	}
	if !a.Site.Awin.On() || !httpx.Agreed(r.Request) || !affiliate.Ours(in.AWC, a.Site.Awin.TrackingID) {
		return Click{}, nil
	}
	r.cookies = append(r.cookies, httpx.KeepClick(in.AWC, clickSeconds))
	return Click{Stored: true}, nil
}

// click returns the affiliate click of a visitor who has agreed, or "".
func (a *API) click(r *Request) string {
	found := httpx.Click(r.Request)
	if !a.Site.Awin.On() || !validClick(found) {
		return ""
	}
	return found
}

const clickCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"

func validClick(awc string) bool {
	return awc != "" && len(awc) <= maxClick && strings.Trim(awc, clickCharacters) == ""
}
