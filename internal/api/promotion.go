package api

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/marketing/visitor"
)

// PassCookie is the name of the cookie that lets a visitor see and book the dates
// of the promotion. It is strictly necessary for what the visitor asked for.
const PassCookie = "promoPass"

// promotionWording is what the gate says above the field of the e-mail address, before
// the brand's name. It is stored with each sign-up as evidence of what the visitor
// agreed to.
const promotionWording = "Enter your email address to receive offer updates and exclusive deals from "

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
	email := booking.TypedEmail(in.Email)
	wrong := problems{}
	wrong.when(!p.Accepts(words), PromoCodeWords, "code1", "Please input correct code words")
	wrong.when(p.AsksNewspaper() && !known, PromoNewspaper, "newspaper", "Please input a newspaper")
	wrong.when(p.EmailCapture && !isEmail(email), PromoEmail, "email", "Please input valid email")
	if err := wrong.failure(); err != nil {
		return Nothing{}, err
	}
	if p.EmailCapture {
		err := a.Visitors.SignUp(r.Context(), visitor.SignUp{Email: email, Brand: a.Site.Referer.Code, Source: visitor.FromPromotion,
			Newspaper: paper.Code, Wording: promotionWording + a.Site.Global.BrandName})
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
	rd := a.readerOf(r.Request)
	answer := PromoData{Dates: []PromoDate{}, Promotion: promotionOf(rd.promotion), Passed: rd.passed}
	if !rd.passed {
		return answer, nil
	}
	for _, day := range rd.promotion.DatesOf(cmp.Or(in.Promo, promotion.UK), cmp.Or(rd.newspaper, in.Newspaper), rd.today) {
		answer.Dates = append(answer.Dates, PromoDate{day.String()})
	}
	return answer, nil
}

// reader is a visitor as the promotion knows them. It limits what is offered to one who
// has passed the gate.
type reader struct {
	promotion *promotion.Promotion
	newspaper string // "" where none was chosen
	passed    bool   // the gate, or there is none
	byPass    bool   // by a pass: what is answered is for this visitor alone
	today     date.Date
	version   uint64 // of the promotion, or an earlier one
}

// anybody is the reader for whom answers are made that everybody gets. It has passed the
// gate of a promotion that asks for no code words.
func (a *API) anybody() reader {
	version := a.Promotion.Version() // before the promotion, which may change meanwhile
	p := a.Promotion.Current()
	return reader{promotion: p, passed: p.Open && !p.AsksWords(), today: a.Today(), version: version}
}

// readerOf reads the pass of a visitor.
func (a *API) readerOf(r *http.Request) reader {
	rd := a.anybody()
	if cookie, err := r.Cookie(PassCookie); err == nil && rd.promotion.Open && rd.promotion.AsksWords() {
		if pass, valid := a.Passes.Read(cookie.Value, rd.promotion); valid {
			rd.newspaper, rd.passed, rd.byPass = pass.Newspaper, true, true
		}
	}
	return rd
}

// readerFor is the reader of a call whose query may say promo: only then is its pass read.
func (a *API) readerFor(r *Request, promo *bool) reader {
	if promo != nil && *promo {
		return a.readerOf(r.Request)
	}
	return a.anybody()
}

// HasPass reports whether a request comes from a visitor who has entered the code
// words of the promotion.
func (a *API) HasPass(r *http.Request) bool { return a.readerOf(r).byPass }

// isReader reports whether a public call is answered for a reader with a pass, whose
// query says promo. Other answers to public calls depend on no pass, so that everybody
// has the same.
func (a *API) isReader(r *Request, o *Operation) bool {
	if !o.HasReaders || !a.readerOf(r.Request).byPass {
		return false
	}
	promo, err := parseFlag(r.URL.Query().Get("promo"))
	return err == nil && promo
}

// limitedChannel is the channel whose arrival dates the promotion limits.
const limitedChannel = "ukcaravan"

// offered is the arrival dates to which the promotion limits what is offered to a
// visitor on a channel.
type offered struct {
	dates []date.Date // ascending; nil: every date
	to    string      // the readers who have them, for keys of caches; "": everybody

	today     date.Date // the day and the promotion of dates
	promotion uint64
}

// version returns the version of what is computed of these dates. They were read before it.
func (o offered) version(now version) version {
	if o.to != "" {
		now.day, now.promotion = o.today, o.promotion
	}
	return now
}

// offered returns the dates of the reader on a channel.
func (rd reader) offered(channel string) offered {
	if !rd.passed || channel != limitedChannel {
		return offered{}
	}
	return offered{rd.dates(channel), "readers of " + rd.newspaper, rd.today, rd.version}
}

// mayBook reports whether the reader may book a stay on a channel as one of the
// promotion.
func (rd reader) mayBook(channel string, arrival date.Date) bool {
	return rd.passed && slices.Contains(rd.dates(channel), arrival)
}

func (rd reader) dates(channel string) []date.Date {
	return rd.promotion.DatesOf(promotion.KindOf(channel), rd.newspaper, rd.today)
}
