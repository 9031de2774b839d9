package hotelads

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/livefile"
)

// What an account's properties are, and how Google learns of prices.
const (
	AsHotel  = "hotel"  // a property is a park, its rooms are the unit types
	AsRental = "rental" // a property is a unit type, with one room: itself

	ByLOS   = "los"   // we send prices by length of stay, units left and restrictions
	ByQuery = "query" // Google asks: HintRequest, then Query
)

// googleUploads is where Google takes messages.
const googleUploads = "https://www.google.com/travel/hotels/uploads"

// Account is an account of a brand for Google's hotel ads.
type Account struct {
	ID    string `json:"id"`    // part of our addresses: lower-case letters, digits and hyphens
	Brand string `json:"brand"` // site code
	// Partner is the key that Google has given the account.
	Partner string `json:"partner"`
	As      string `json:"as"`   // AsHotel or AsRental
	Mode    string `json:"mode"` // ByLOS or ByQuery
	// Channels are those whose unit types are listed. Parks limits them to some parks; empty:
	// all.
	Channels []string `json:"channels"`
	Parks    []string `json:"parks"`
	// IDs are the ids of properties at Google, by our id of the park, or of the unit type
	// of a rental. Where one is missing, it is ours.
	IDs map[string]string `json:"ids"`
	// User and Secrets are what Google sends when it fetches lists and asks for prices:
	// HTTP Basic. Secrets names environment variables; all of them are accepted.
	User    string   `json:"user"`
	Secrets []string `json:"secrets"`
	// Address is where messages are sent; empty: Google's. Private allows one in our own
	// network, and plain HTTP.
	Address string `json:"address"`
	Private bool   `json:"private"`
	// Resend is a number. When it changes, everything is sent again.
	Resend int `json:"resend"`

	passwords [][]byte
}

// Accounts is the content of the file of accounts.
type Accounts struct{ list []*Account }

// Source has the content of the file as it is now.
type Source = livefile.File[Accounts]

// Open reads the file of accounts, which must be readable now. It takes those of a brand.
func Open(path, brand string, getenv func(string) string) (*Source, error) {
	return livefile.Open("hotel ads file", path, func(text []byte) (*Accounts, error) { return Parse(text, brand, getenv) })
}

var (
	accountID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	// code is what ids of properties and rooms look like, so that they need no escaping
	// in messages and addresses.
	code = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$`)
)

// Parse reads the file of accounts and takes those of a brand. getenv returns the value of
// an environment variable; those of other brands are not read.
func Parse(text []byte, brand string, getenv func(string) string) (*Accounts, error) {
	var file struct {
		Accounts []*Account `json:"accounts"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("read the accounts: %w", err)
	}
	all := &Accounts{}
	for i, a := range file.Accounts {
		if err := a.check(); err != nil {
			return nil, fmt.Errorf("account %q: %w", a.ID, err)
		}
		if slices.ContainsFunc(file.Accounts[:i], func(other *Account) bool { return other.ID == a.ID }) {
			return nil, fmt.Errorf("account %q: there are two with this id", a.ID)
		}
		if a.Brand != brand {
			continue
		}
		if err := a.readSecrets(getenv); err != nil {
			return nil, fmt.Errorf("account %q: %w", a.ID, err)
		}
		all.list = append(all.list, a)
	}
	return all, nil
}

// check says what is wrong with an account.
func (a *Account) check() error {
	address, err := url.Parse(a.Address)
	known := func(channel string) bool { _, ok := catalogue.ChannelOf(channel); return ok }
	ids := map[string]bool{}
	for ours, id := range a.IDs {
		if !code.MatchString(id) {
			return fmt.Errorf("ids: %q is no id for %s: use letters, digits, hyphens, dots and underscores, at most 50", id, ours)
		}
		if ids[id] {
			return fmt.Errorf("ids: two properties have the id %s", id)
		}
		ids[id] = true
	}
	switch {
	case !accountID.MatchString(a.ID):
		return errors.New("id needs lower-case letters, digits and hyphens")
	case a.Brand == "" || a.Partner == "":
		return errors.New("brand is the site code, and partner the key that Google has given")
	case a.As != AsHotel && a.As != AsRental:
		return fmt.Errorf("as is %s or %s, not %q", AsHotel, AsRental, a.As)
	case a.Mode != ByLOS && a.Mode != ByQuery:
		return fmt.Errorf("mode is %s or %s, not %q", ByLOS, ByQuery, a.Mode)
	case len(a.Channels) == 0 || !slices.ContainsFunc(a.Channels, known) || slices.ContainsFunc(a.Channels, func(c string) bool { return !known(c) }):
		return errors.New("channels lists the channels whose unit types are listed, such as ukcaravan")
	case a.User == "" || len(a.Secrets) == 0:
		return errors.New("user and secrets are what Google sends when it fetches the lists: secrets names environment variables")
	case a.Address != "" && (err != nil || address.Host == "" || address.User != nil || address.Scheme != "https" && (address.Scheme != "http" || !a.Private)):
		return errors.New("address is one that begins with https://, without a password")
	}
	return nil
}

func (a *Account) readSecrets(getenv func(string) string) error {
	for _, name := range a.Secrets {
		secret := getenv(name)
		if len(secret) < 20 {
			return fmt.Errorf("%s: the environment variable needs at least 20 characters: make one with `openssl rand -base64 24`", name)
		}
		a.passwords = append(a.passwords, []byte(secret))
	}
	if a.Address == "" {
		a.Address = googleUploads
	}
	return nil
}

// admits reports whether a request has the account's user and one of its secrets.
func (a *Account) admits(r *http.Request) bool {
	user, password, _ := r.BasicAuth()
	admitted := 0
	for _, secret := range a.passwords {
		admitted |= subtle.ConstantTimeCompare(secret, []byte(password))
	}
	return admitted&subtle.ConstantTimeCompare([]byte(a.User), []byte(user)) == 1
}

// idOf returns the id at Google of a park or unit type.
func (a *Account) idOf(ours string) string {
	if id := a.IDs[ours]; id != "" {
		return id
	}
	return ours
}
