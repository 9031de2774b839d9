package httpx

import "net/http"

// consentCookie is the cookie with the visitor's choice about cookies: true or
// false.
const consentCookie = "acceptSiteCookies"

// clickCookie is the cookie with the affiliate network's click id. The server
// sets it, because browsers shorten the life of cookies that scripts set.
const clickCookie = "awc"

// Agreed reports whether the visitor has agreed to measuring and adverts.
func Agreed(r *http.Request) bool { return cookieOf(r, consentCookie) == "true" }

// Rejected reports whether the visitor has rejected them.
func Rejected(r *http.Request) bool { return cookieOf(r, consentCookie) == "false" }

// Click returns the affiliate click of a visitor who has agreed, or "".
func Click(r *http.Request) string {
	if !Agreed(r) {
		return ""
	}
	return cookieOf(r, clickCookie)
}

// KeepClick returns the cookie that keeps an affiliate click.
func KeepClick(id string, seconds int) *http.Cookie {
	return &http.Cookie{Name: clickCookie, Value: id, Path: "/", MaxAge: seconds, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// ForgetClick returns the cookie that removes the affiliate click of a visitor
// who has rejected, or nil where there is none.
func ForgetClick(r *http.Request) *http.Cookie {
	if !Rejected(r) || cookieOf(r, clickCookie) == "" {
		return nil
	}
	return KeepClick("", -1)
}

func cookieOf(r *http.Request, name string) string {
	found, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return found.Value
}

// SignedUp is the fragment of an address to which a newsletter sign-up has just led.
// The page there removes it, so that a reload is not a second sign-up.
const SignedUp = "signed-up"
