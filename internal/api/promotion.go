package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/marketing/visitor"
)

// PassCookie is the name of the cookie that lets a visitor see and book the dates
// of the promotion. It is strictly necessary for what the visitor asked for.
const PassCookie = "promoPass"

// promotionOf returns what the front end needs to know about a promotion: how
// many code words there are, never the words.
func promotionOf(p *promotion.Promotion) Promotion {
	answer := Promotion{Open: yesOrNo(p.Open), EmailCapture: yesOrNo(p.EmailCapture), PaperCapture: yesOrNo(p.AsksNewspaper()),
		Keywords: len(p.CodeWords), PaperCodes: map[string]string{}, PercentOff: p.PercentOff}
	for _, paper := range p.Newspapers {
		answer.PaperCodes[paper.Code] = paper.Name
	}
	return answer
}

// validateCodeWords lets a visitor pass the promotion gate. It checks all fields
// before it refuses any, so a refusal of the words does not depend on the others.
func (a *API) validateCodeWords(r *Request, in CodeWordsForm) (Nothing, error) {
	p := a.Promotion.Current()
	words := make([]string, len(p.CodeWords))
	for i := range words {
		words[i] = in.Words[fmt.Sprint("code", i+1)]
	}
	paper, known := p.Newspaper(in.Newspaper)
	in.Email = booking.TypedEmail(in.Email)
	wrong := problems{}
	wrong.when(!p.Accepts(words), PromoCodeWords, "code1", "Please input correct code words")
	wrong.when(p.AsksNewspaper() && !known, PromoNewspaper, "newspaper", "Please input a newspaper")
	wrong.when(p.EmailCapture && !isEmail(in.Email), PromoEmail, "email", "Please input valid email")
	if err := wrong.failure(); err != nil {
		return Nothing{}, err
	}
	if p.EmailCapture {
		err := a.Visitors.SignUp(r.Context(), visitor.SignUp{Email: in.Email, Brand: a.Site.Referer.Code, Source: visitor.FromPromotion,
			Newspaper: paper.Code, Wording: "Enter your email address to receive offer updates and exclusive deals from " + a.Site.Global.BrandName})
		if err != nil {
			return Nothing{}, err
		}
		a.Wake()
	}
	if !p.AsksWords() { // a pass would open the dates of a later promotion that does
		return Nothing{}, nil
	}
	r.cookies = append(r.cookies, &http.Cookie{
		Name: PassCookie, Value: a.Passes.Sign(promotion.Pass{Newspaper: paper.Code}, p), Path: "/", MaxAge: int(promotion.PassLives.Seconds()),
		Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return Nothing{}, nil
}

// getPromoData returns the arrival dates of the promotion for this visitor. A pass
// decides for which newspaper.
func (a *API) getPromoData(r *Request, in PromoDataQuery) (PromoData, error) {
	if err := a.checkSite(in.SiteCode); err != nil {
		return PromoData{}, err
	}
	kind := promotion.UK
	if in.Promo != "" {
		kind = in.Promo
	}
	p := a.Promotion.Current()
	answer := PromoData{Dates: []PromoDate{}, Promotion: promotionOf(p)}
	newspaper, passed := a.passed(r.Request)
	answer.Passed = passed
	if !passed {
		return answer, nil
	}
	if newspaper == "" {
		newspaper = in.Newspaper
	}
	for _, day := range p.DatesOf(kind, newspaper, a.Today()) {
		answer.Dates = append(answer.Dates, PromoDate{day.String()})
	}
	return answer, nil
}

// passed reports whether a visitor has passed the gate, and as a reader of which
// newspaper. Where no code words are asked for, everybody has.
func (a *API) passed(r *http.Request) (newspaper string, ok bool) {
	p := a.Promotion.Current()
	if !p.Open {
		return "", false
	}
	if cookie, err := r.Cookie(PassCookie); err == nil {
		if pass, valid := a.Passes.Read(cookie.Value, p); valid {
			return pass.Newspaper, true
		}
	}
	return "", !p.AsksWords()
}

// HasPass reports whether a request comes from a visitor who has entered the code
// words of the promotion.
func (a *API) HasPass(r *http.Request) bool {
	if !a.Promotion.Current().AsksWords() {
		return false
	}
	_, ok := a.passed(r)
	return ok
}

// isReader reports whether a public call is answered for a reader of the promotion: its
// query says promo, and its visitor has entered the code words. Other answers to public
// calls depend on no pass, so that everybody has the same.
func (a *API) isReader(r *Request, o *Operation) bool {
	if !o.Readers || !strings.Contains(r.URL.RawQuery, "promo=") {
		return false
	}
	promo, err := parseFlag(r.URL.Query().Get("promo"))
	return err == nil && promo && a.HasPass(r.Request)
}

// offered is the arrival dates to which the promotion limits what is offered to a
// visitor on a channel.
type offered struct {
	dates []date.Date // ascending; nil: every date
	to    string      // the readers who have them, for keys of caches; "": everybody
}

// offeredTo returns the dates of the visitor of a request. The promotion limits the UK
// channel alone.
func (a *API) offeredTo(r *Request, channel string) offered {
	newspaper, ok := a.passed(r.Request)
	if !ok || channel != limitedChannel {
		return offered{}
	}
	return offered{a.promoDates(channel, newspaper), "readers of " + newspaper}
}

// offeredFor is offeredTo for a search of flexible dates, which only what is offered
// limits. A search of a day finds what is on sale on it and near it.
func (a *API) offeredFor(r *Request, c criteria) offered {
	if c.When == "" {
		return offered{}
	}
	return a.offeredTo(r, c.Channel)
}

// limitedChannel is the channel whose arrival dates the promotion limits.
const limitedChannel = "ukcaravan"

// offeredIn is offeredTo for a public call: it reads the pass only where the query says
// promo. Where no code words are asked for, everybody has the dates.
func (a *API) offeredIn(r *Request, promo *bool, channel string) offered {
	if a.Promotion.Current().AsksWords() && (promo == nil || !*promo) {
		return offered{}
	}
	return a.offeredTo(r, channel)
}

// asReader reports whether offeredIn reads a pass.
func (a *API) asReader(r *Request, promo *bool) bool {
	return promo != nil && *promo && a.HasPass(r.Request)
}

// datesIn is offeredIn for every channel.
func (a *API) datesIn(r *Request, promo *bool) datesOn {
	return func(channel string) offered { return a.offeredIn(r, promo, channel) }
}

// promoAllows reports whether a visitor may book a stay on a channel as one of the
// promotion.
func (a *API) promoAllows(r *Request, channel string, arrival date.Date) bool {
	newspaper, ok := a.passed(r.Request)
	return ok && slices.Contains(a.promoDates(channel, newspaper), arrival)
}

func (a *API) promoDates(channel, newspaper string) []date.Date {
	return a.Promotion.Current().DatesOf(promotion.KindOf(channel), newspaper, a.Today())
}
