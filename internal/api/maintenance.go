package api

import (
	"crypto/subtle"
	"net/http"
	"strings"
)

// passCookie, with any value, lets a request in during maintenance.
const passCookie = "GrantUserAccess"

// hasPass reports whether a request carries the cookie that lets staff in
// during maintenance (specification, 'Maintenance page').
func hasPass(r *http.Request) bool {
	for _, header := range r.Header.Values("Cookie") {
		for part := range strings.SplitSeq(header, ";") {
			if name, _, ok := strings.Cut(strings.TrimSpace(part), "="); ok && name == passCookie {
				return true
			}
		}
	}
	return false
}

// Closed reports whether a request is refused because of maintenance. A visitor
// who comes back from the bank is let in: the payment has begun, and that page
// finishes it.
func (a *API) Closed(r *http.Request) bool {
	return a.Maintenance(r) && !letIn(r)
}

// letIn reports whether a request is answered during maintenance.
func letIn(r *http.Request) bool { return hasPass(r) || returnsFromBank(r) }

func returnsFromBank(r *http.Request) bool {
	return strings.TrimSuffix(r.URL.Path, "/") == "/booking/payment-action" && Books(r)
}

// Books reports whether a request comes from a browser that has begun a booking: its cookie
// has the form of ours. No database is asked.
func Books(r *http.Request) bool { return tokenOf(r) != "" }

// maintenancePass sets the pass cookie when the request carries the right
// token.
func (a *API) maintenancePass(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	if a.MaintenanceToken == "" || subtle.ConstantTimeCompare([]byte(token), []byte(a.MaintenanceToken)) != 1 {
		WriteFailure(w, r, Refuse(NotFound, "There is no such call."))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: passCookie, Value: "1", Path: "/", MaxAge: 86400, Secure: true, SameSite: http.SameSiteLaxMode})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
