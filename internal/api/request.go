package api

import (
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/web/httpx"
)

// maxBody is the largest size of a request's body, in bytes.
const maxBody = 64 << 10

// bookingCookie is the name of the cookie whose token owns bookings in
// progress.
const bookingCookie = "__Host-booking"

// Request is one request to an operation.
type Request struct {
	*http.Request
	// Client is the address of the client, as trusted proxies report it.
	Client string

	// inMaintenance says whether the site was closed to visitors when the request
	// came.
	inMaintenance bool

	cookies []*http.Cookie // for the answer
}

// Token returns the value of the booking cookie. It is "" if the request has
// none, or one that this product cannot have made.
func (r *Request) Token() string { return tokenOf(r.Request) }

func tokenOf(r *http.Request) string {
	cookie, err := r.Cookie(bookingCookie)
	if err != nil || !booking.ValidToken(cookie.Value) {
		return ""
	}
	return cookie.Value
}

// SetToken sets the booking cookie in the answer. The cookie ends with the
// browser's session; the server decides how long the token is valid.
func (r *Request) SetToken(token string) {
	r.cookies = append(r.cookies, &http.Cookie{
		Name: bookingCookie, Value: token, Path: "/",
		Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// holidaysCookie is the name of the cookie whose token has access to My Holidays.
const holidaysCookie = "__Host-holidays"

// HolidaysToken returns the value of the cookie of My Holidays, or "".
func (r *Request) HolidaysToken() string {
	cookie, err := r.Cookie(holidaysCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SetHolidaysToken sets the cookie of My Holidays in the answer, as SetToken sets that of
// bookings; "" removes it.
func (r *Request) SetHolidaysToken(token string) {
	age := 0 // it ends with the browser's session
	if token == "" {
		age = -1
	}
	r.cookies = append(r.cookies, &http.Cookie{Name: holidaysCookie, Value: token, Path: "/", MaxAge: age, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// visitor returns the caller in the form that the booking rules use.
func (r *Request) visitor() booking.Visitor {
	return r.visitorWith(r.Token())
}

// visitorWith is visitor with another value of the booking cookie.
func (r *Request) visitorWith(token string) booking.Visitor {
	return booking.Visitor{Token: token, Address: r.Client, Network: httpx.Network(r.Client)}
}

// read reads and checks the values of a request: the query of a GET or the form of a
// POST (in either encoding), and those of the path.
func (r *Request) read(path string) (from values, err error) {
	if r.Method == http.MethodPost {
		if from, err = r.readForm(); err != nil {
			return nil, err
		}
	} else if from, err = parseQuery(r.URL.RawQuery); err != nil {
		return nil, Refuse(InvalidRequest, "The address of this request cannot be read.")
	}
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			from = slices.Insert(from, 0, value{name, r.PathValue(name)})
		}
	}
	return from, from.check()
}

// readForm reads the form of a POST.
func (r *Request) readForm() (values, error) {
	if r.ContentLength > maxBody {
		return nil, tooLarge()
	}
	r.Body = http.MaxBytesReader(nil, r.Body, maxBody)
	var err error
	switch kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.ToLower(strings.TrimSpace(kind)) {
	case "multipart/form-data":
		err = r.ParseMultipartForm(maxBody)
	case "application/x-www-form-urlencoded":
		err = r.ParseForm()
	case "":
		if r.ContentLength == 0 {
			return nil, nil
		}
		return nil, unsupported()
	default:
		return nil, unsupported()
	}
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over), errors.Is(err, multipart.ErrMessageTooLarge):
		return nil, tooLarge()
	case errors.Is(err, http.ErrMissingBoundary):
		return nil, unsupported()
	case err != nil:
		return nil, Refuse(InvalidRequest, "This form cannot be read.")
	}
	form := map[string][]string(r.PostForm)
	if r.MultipartForm != nil {
		form = r.MultipartForm.Value
	}
	return valuesOf(form), nil
}

func tooLarge() error {
	return Refuse(TooLarge, "This request is too large.")
}

func unsupported() error {
	return Refuse(UnsupportedBody, "Please send multipart/form-data or application/x-www-form-urlencoded.")
}

// foreign reports whether a page of another origin made a request that only our
// own pages may make. For a POST it compares Origin; without Origin, and for a GET
// that changes something, it uses Sec-Fetch-Site. Another site under the same
// domain is foreign too.
func (a *API) foreign(r *Request, o *Operation) bool {
	if r.Method != http.MethodPost && !o.OwnOrigin {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	elsewhere := site == "cross-site" || site == "same-site"
	if r.Method != http.MethodPost {
		return elsewhere
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return elsewhere
	}
	if origin == a.Origin {
		return false
	}
	parsed, err := url.Parse(origin)
	if err != nil || !strings.EqualFold(parsed.Host, r.Host) {
		return true
	}
	// Over plain HTTP anybody on the network may have changed the page.
	return parsed.Scheme != "https" && strings.HasPrefix(a.Origin, "https://")
}
