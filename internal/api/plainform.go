package api

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"holidaymaker/internal/web/httpx"
)

// ThanksPath is the page that follows a newsletter sign-up which the browser has sent
// itself, without the script.
const ThanksPath = "/newsletter/thanks"

// plainForm serves a form of a page that browsers send themselves, because the
// script has not loaded or cannot run. It takes what the operation takes, within
// the same limits. After an accepted form the browser is redirected to to(r). A refusal
// is a page of the brand that says why, never JSON.
func plainForm[In, Out any](a *API, name string, limit Limit, to func(*http.Request) string, handle func(*Request, In) (Out, error)) http.HandlerFunc {
	return answeredForm(a, name, limit, pageBefore, func(r *Request, in In) (http.HandlerFunc, error) {
		if _, err := handle(r, in); err != nil {
			return nil, err
		}
		return seeOther(to(r.Request)), nil
	})
}

// answeredForm is plainForm for a form, or the query of a page, after which handle says what
// answers the browser. back is the page to which a refusal leads.
func answeredForm[In any](a *API, name string, limit Limit, back func(*http.Request) string, handle func(*Request, In) (http.HandlerFunc, error)) http.HandlerFunc {
	inputs := inputsOf(reflect.TypeFor[In]())
	return func(w http.ResponseWriter, r *http.Request) {
		request := &Request{Request: r, Client: httpx.Client(r.Context())}
		answer, err := takeForm(a, request, limit, inputs, handle)
		if err != nil {
			if failure := a.failureOf(r, name, err); failure != nil {
				failure.setRetryAfter(w.Header())
				a.FormRefused(w, r, failure.Status(), failure.lines(), back(r))
			}
			return
		}
		for _, cookie := range request.cookies {
			http.SetCookie(w, cookie)
		}
		w.Header()["Cache-Control"] = httpx.NoStore
		answer(w, r)
	}
}

// seeOther leads the browser to a page of ours.
func seeOther(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusSeeOther) }
}

// takeForm checks whether the caller may send a form, reads it and handles it.
func takeForm[In, Out any](a *API, r *Request, limit Limit, inputs inputs, handle func(*Request, In) (Out, error)) (out Out, err error) {
	if refusal := a.admit(r, &Operation{}); refusal != nil {
		return out, refusal
	}
	for _, l := range []Limit{limitGeneral, limit} {
		if refusal := a.limiter.refuse(l, r.Client); refusal != nil {
			return out, refusal
		}
	}
	from, err := r.read("")
	if err != nil {
		return out, err
	}
	var form In
	if err := inputs.decode(&form, from); err != nil {
		return out, err
	}
	return handle(r, form)
}

// lines returns the messages of a failure.
func (f *Failure) lines() []string {
	var lines []string
	for _, problem := range f.Errors {
		lines = append(lines, problem.Message)
	}
	return lines
}

func toThanks(*http.Request) string { return ThanksPath + "#" + httpx.SignedUp }

// pageBefore returns path and query of the page of ours from which a request came,
// or the home page.
func pageBefore(r *http.Request) string {
	page, err := url.Parse(r.Referer())
	if err != nil || !strings.EqualFold(page.Host, r.Host) || !strings.HasPrefix(page.Path, "/") || strings.HasPrefix(page.Path, "//") {
		return "/"
	}
	return (&url.URL{Path: page.Path, RawQuery: page.RawQuery}).String()
}
