package ari

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
)

// The dialects in which partners send rates.
const (
	ByOTA     = "ota"     // they post OpenTravel messages
	ByChannex = "channex" // Channex, as an Open Channel, posts changes
	ByBeds24  = "beds24"  // we ask Beds24 (v2)
)

// Settings are what the partners file says of how a partner sends availability and rates.
type Settings struct {
	// By is the dialect: ota, channex or beds24.
	By string `json:"by"`
	// User and Secrets are what the partner sends with each message; by channex, User is our
	// code of provider, which it does not send. Secrets names
	// environment variables with passwords, each of which is right.
	User    string   `json:"user"`
	Secrets []string `json:"secrets"`
	// Gross says that the partner sends all units, as our bookings have left them or not.
	// Otherwise it sends how many are left.
	Gross bool `json:"gross"`

	// Address is where we ask the partner, and Key names the environment variable with what
	// we send then: by channex, to have everything sent anew each night; by beds24, the token
	// with which we read the calendar. Private allows an address in our own network.
	Address string `json:"address"`
	Key     string `json:"key"`
	Private bool   `json:"private"`

	passwords []string
	key       string
}

// Partner sends availability and rates.
type Partner struct {
	Settings
	ID, Name string
	Hotels   map[string]Hotel // by the partner's code
}

// Hotel is a park of ours, as a partner calls it.
type Hotel struct {
	Code, Park string
	Rooms      map[string]Room // by the partner's code
}

// Room is a unit type of ours, and the code of its rate that we sell; other rates are not
// taken. An empty code means that its messages name no rate.
type Room struct{ Unit, Rate string }

// codeOf returns the partner's code of a unit type.
func (h Hotel) codeOf(unit string) string {
	for code, room := range h.Rooms {
		if room.Unit == unit {
			return code
		}
	}
	return unit
}

// codes returns the codes of the hotel's rooms, sorted.
func (h Hotel) codes() []string { return slices.Sorted(maps.Keys(h.Rooms)) }

// Check reads the secrets, and says what is wrong.
func (s *Settings) Check(getenv func(string) string) error {
	asked := s.Address != "" || s.Key != ""
	switch {
	case !slices.Contains([]string{ByOTA, ByChannex, ByBeds24}, s.By):
		return fmt.Errorf("rates.by is %s, %s or %s, not %q", ByOTA, ByChannex, ByBeds24, s.By)
	case s.By == ByOTA && asked:
		return errors.New("rates.address and rates.key are for partners that we ask: by ota, the partner sends")
	case s.By == ByBeds24 && (s.User != "" || s.Secrets != nil || !asked):
		return errors.New("rates: by beds24, a partner has address and key, and neither user nor secrets")
	case s.By != ByBeds24 && s.User == "":
		return errors.New("rates.user is missing: the name that the partner sends with each message; by channex our code of provider")
	case s.By != ByBeds24 && len(s.Secrets) == 0:
		return errors.New("rates.secrets is missing: name the environment variable that has the password")
	}
	if asked {
		at, err := url.Parse(s.Address)
		if err != nil || at.Host == "" || at.User != nil || at.Scheme != "https" && (at.Scheme != "http" || !s.Private) {
			return errors.New("rates.address is one that begins with https://, without a password")
		}
		if s.key = getenv(s.Key); s.key == "" {
			return fmt.Errorf("rates.key: the environment variable %q is not set", s.Key)
		}
	}
	s.passwords = nil
	for _, name := range s.Secrets {
		password := getenv(name)
		if len(password) < minSecret {
			return fmt.Errorf("%s: the environment variable needs a secret of at least %d characters", name, minSecret)
		}
		s.passwords = append(s.passwords, password)
	}
	return nil
}

// minSecret is the length of the shortest secret: partners may try as many as they like.
const minSecret = 16

// admits reports whether a user and a password are right. It takes as long for wrong ones.
func (s *Settings) admits(user, password string) bool {
	ok := 0
	for _, right := range s.passwords {
		ok |= same(password, right)
	}
	return ok&same(user, s.User) == 1
}

// same compares two texts in a time that does not depend on them.
func same(a, b string) int {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:])
}
