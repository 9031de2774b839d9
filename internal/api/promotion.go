package api

import (
	"fmt"
	"net/http"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/promotion"
	"holidaymaker/internal/visitor"
)

// PassCookie is the name of the cookie that lets a visitor see and book the dates
// of the promotion. It is strictly necessary for what the visitor asked for.
const PassCookie = "promoPass"

// promotionOf returns what the front end needs to know about a promotion: how
// many code words there are, never the words.
func promotionOf(p *promotion.Promotion) Promotion {
	answer := Promotion{Open: flag(p.Open), EmailCapture: flag(p.EmailCapture), PaperCapture: flag(p.AsksNewspaper()),
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
		err := a.Visitors.SignUp(r.Context(), visitor.SignUp{Email: in.Email, Referer: a.Site.Referer.Code, Source: visitor.FromPromotion,
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

// promoAllows reports whether a visitor may book a stay on a channel as one of the
// promotion.
func (a *API) promoAllows(r *Request, channel string, arrival date.Date) bool {
	newspaper, ok := a.passed(r.Request)
	return ok && slices.Contains(a.promoDates(channel, newspaper), arrival)
}

func (a *API) promoDates(channel, newspaper string) []date.Date {
	return a.Promotion.Current().DatesOf(promotion.KindOf(channel), newspaper, a.Today())
}
