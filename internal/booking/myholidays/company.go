package myholidays

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"holidaymaker/internal/booking"
)

// Brand is another brand of the company, whose server has a database of its own.
type Brand struct {
	Name string `json:"name"`
	URL  string `json:"url"` // of its site, without a path
}

// CompanyPath is where the brands of a company ask each other. The message is signed with the
// company's secret.
const CompanyPath = "/my-holidays/company"

const (
	signatureHeader = "X-Company-Signature"
	messageAge      = 5 * time.Minute // how old a message may be, and how far clocks may differ
	largestMessage  = 4 << 10         // in bytes
	largestAnswer   = 1 << 20
	brandPatience   = 3 * time.Second
)

// errUnsigned refuses a message that no brand of the company has signed just now.
var errUnsigned = booking.Refuse(booking.Forbidden, "This message is not signed by a brand of the company.")

// question is what a brand asks another.
type question struct {
	Email string    `json:"email"`
	At    time.Time `json:"at"`
	// To is the brand that is asked, as the asking one names its address: a message for one brand
	// is of no use at another.
	To string `json:"to"`
	// Link asks for a link that opens My Holidays there.
	Link bool `json:"link,omitempty"`
}

// answer is what it gets.
type answer struct {
	Holidays []Elsewhere `json:"holidays"`
	Held     bool        `json:"held"` // anything, also beside bookings
	Link     string      `json:"link,omitempty"`
}

// Elsewhere is a booking at another brand of the company, in words.
type Elsewhere struct {
	Title     string `json:"title"`
	Stay      string `json:"stay"`
	Shown     string `json:"reference"`
	Cancelled bool   `json:"cancelled,omitempty"`
	Left      string `json:"left,omitempty"` // what is left to pay
}

// BrandHolidays is what another brand of the company holds under the address.
type BrandHolidays struct {
	Brand
	Number   int // of the brand, by which its pages are opened
	Holidays []Elsewhere
	Held     bool
	Failed   bool // the brand has not answered
}

// Answer answers the question of another brand of the company. Failures: Forbidden for a
// message that none of them has signed.
func (s *Service) Answer(ctx context.Context, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, largestMessage))
	if err != nil {
		return nil, errUnsigned
	}
	mac, err := hex.DecodeString(r.Header.Get(signatureHeader))
	var q question
	if err != nil || len(s.config.Brands) == 0 || !s.config.Keys.Signed(body, mac) || json.Unmarshal(body, &q) != nil ||
		s.config.Clock().Sub(q.At).Abs() > messageAge || q.To != s.config.Origin {
		return nil, errUnsigned
	}
	found, err := s.config.Bookings.OfEmail(ctx, q.Email)
	if err != nil {
		return nil, err
	}
	a := answer{Held: len(found) > 0}
	for _, b := range found {
		a.Holidays = append(a.Holidays, Elsewhere{b.Stay.Title(), stayText(b), b.Shown, b.Status() == "cancelled", LeftText(b)})
	}
	if !a.Held {
		if a.Held, err = s.config.Store.Holds(ctx, q.Email); err != nil {
			return nil, err
		}
	}
	if q.Link && a.Held {
		a.Link = booking.NewToken()
		if err := s.config.Store.AddLink(ctx, digest("link", a.Link), q.Email); err != nil {
			return nil, err
		}
	}
	encoded, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("answer a brand of the company: %w", err)
	}
	return encoded, nil
}

// ask asks a brand. Errors do not hold the address.
func (s *Service) ask(ctx context.Context, b Brand, email string, link bool) (a answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, brandPatience)
	defer cancel()
	body, err := json.Marshal(question{Email: email, At: s.config.Clock(), To: b.URL, Link: link})
	if err != nil {
		return a, fmt.Errorf("ask %s: %w", b.Name, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.URL+CompanyPath, bytes.NewReader(body))
	if err != nil {
		return a, fmt.Errorf("ask %s: %w", b.Name, err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(signatureHeader, hex.EncodeToString(s.config.Keys.Sign(body)))
	got, err := s.config.Client.Do(r)
	if err != nil {
		return a, fmt.Errorf("ask %s: %w", b.Name, err)
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return a, fmt.Errorf("ask %s: status %d", b.Name, got.StatusCode)
	}
	if json.NewDecoder(io.LimitReader(got.Body, largestAnswer)).Decode(&a) != nil {
		return a, fmt.Errorf("ask %s: the answer cannot be read", b.Name) // without the cause, which would quote it
	}
	return a, nil
}

// elsewhere asks all other brands at once. err says which have not answered.
func (s *Service) elsewhere(ctx context.Context, email string) ([]BrandHolidays, error) {
	all, failed := make([]BrandHolidays, len(s.config.Brands)), make([]error, len(s.config.Brands))
	var asked sync.WaitGroup
	for i, brand := range s.config.Brands {
		asked.Go(func() {
			a, err := s.ask(ctx, brand, email, false)
			all[i], failed[i] = BrandHolidays{brand, i, a.Holidays, a.Held, err != nil}, err
		})
	}
	asked.Wait()
	return all, errors.Join(failed...)
}

// LinkAt returns the address that opens My Holidays at another brand of the company. Failures:
// ErrEnded; NotFound where there is no such brand, or it holds nothing.
func (s *Service) LinkAt(ctx context.Context, token string, brand int) (string, error) {
	email, err := s.email(ctx, token)
	if err != nil {
		return "", err
	}
	if brand < 0 || brand >= len(s.config.Brands) {
		return "", booking.Refuse(booking.NotFound, "There is no such brand.")
	}
	b := s.config.Brands[brand]
	a, err := s.ask(ctx, b, email, true)
	if err != nil {
		s.config.Log.Error("another brand of the company does not answer", "error", err.Error())
		return "", booking.Refuse(booking.ProviderUnavailable, "We cannot open your bookings with "+b.Name+" at the moment. Please try again later.")
	}
	if a.Link == "" {
		return "", booking.Refuse(booking.NotFound, b.Name+" holds nothing under your address.")
	}
	return b.URL + OpenLink(a.Link), nil
}

// checkBrands returns what is wrong with the brands of a file. Addresses and links are sent to
// them, so each has TLS, or is on this machine.
func checkBrands(brands []Brand) error {
	for _, b := range brands {
		u, err := url.Parse(b.URL)
		if err != nil || b.Name == "" || u.Host == "" || b.URL != u.Scheme+"://"+u.Host ||
			u.Scheme != "https" && (u.Scheme != "http" || u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback()) {
			return fmt.Errorf("a brand has a name, and a url such as https://www.brand.example, with https:// unless it is on this machine, not %q", b.URL)
		}
	}
	return nil
}
