package api

import (
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
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

	values  values // from the path, then from the query or, in a POST, the form
	cookies []*http.Cookie
}

// Token returns the value of the booking cookie. It is "" if the request has
// none, or one that this product cannot have made.
func (r *Request) Token() string {
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

func (r *Request) decode(in any) error { return decodeInto(in, r.values) }

// read reads the input: the query of a GET or the form of a POST (in either
// encoding), and the values of the path.
func (r *Request) read(o *Operation) error {
	if r.Method == http.MethodPost {
		if err := r.readForm(); err != nil {
			return err
		}
	} else if query, err := parseQuery(r.URL.RawQuery); err == nil {
		r.values = query
	} else {
		return Refuse(InvalidRequest, "The address of this request cannot be read.")
	}
	for part := range strings.SplitSeq(o.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			r.values = slices.Insert(r.values, 0, value{name, r.PathValue(name)})
		}
	}
	return r.values.check()
}

// readForm reads and checks the form of a POST.
func (r *Request) readForm() error {
	if r.ContentLength > maxBody {
		return tooLarge()
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
			return nil
		}
		return unsupported()
	default:
		return unsupported()
	}
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over), errors.Is(err, multipart.ErrMessageTooLarge):
		return tooLarge()
	case errors.Is(err, http.ErrMissingBoundary):
		return unsupported()
	case err != nil:
		return Refuse(InvalidRequest, "This form cannot be read.")
	}
	form := map[string][]string(r.PostForm)
	if r.MultipartForm != nil {
		form = r.MultipartForm.Value
	}
	r.values = valuesOf(form)
	return r.values.check()
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
	if origin == a.origin {
		return false
	}
	parsed, err := url.Parse(origin)
	if err != nil || !strings.EqualFold(parsed.Host, r.Host) {
		return true
	}
	// Over plain HTTP anybody on the network may have changed the page.
	return parsed.Scheme != "https" && strings.HasPrefix(a.origin, "https://")
}
