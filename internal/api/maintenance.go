package api

import (
	"crypto/subtle"
	"net/http"
	"strings"
)

// passCookie lets its bearer in during maintenance, whatever its value.
const passCookie = "GrantUserAccess"

// HasPass reports a request with the cookie that lets staff in during
// maintenance (specification, 'Maintenance page').
func HasPass(r *http.Request) bool {
	for _, header := range r.Header.Values("Cookie") {
		for part := range strings.SplitSeq(header, ";") {
			if name, _, ok := strings.Cut(strings.TrimSpace(part), "="); ok && name == passCookie {
				return true
			}
		}
	}
	return false
}

func (a *API) closed(r *http.Request) bool {
	return a.Maintenance != nil && a.Maintenance() && !HasPass(r)
}

// maintenancePass sets the pass for those who know the token.
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
