package reservation

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

// Arrival is a booking as the page of arrivals shows it to the office of a park.
type Arrival struct {
	Ref     string // in its normal form
	Version int
	Booking State // of a booking that was given up, without the guest
	// Received is when somebody pressed the button for this version; zero: not yet. Before
	// is when somebody did for an older version.
	Received, Before time.Time
}

// Arrivals is the page of a park: its bookings whose guests have not left, by arrival.
type Arrivals struct {
	Park string
	List []Arrival
}

const (
	linkTime = 90 * 24 * time.Hour // for how long a link is valid
	// mostArrivals limits the bookings of a page, longestStay those that began earlier.
	mostArrivals = 1000
	longestStay  = 63
)

// Link returns the part of an address that opens the page of a partner's park. It is valid
// for 90 days, or until the partners file has another number of links.
func (s *Service) Link(p Partner, park string, now time.Time) string {
	expires := strconv.FormatInt(now.Add(linkTime).Unix()/86400, 36) // of a day, so that the links of a day are equal
	return base64.RawURLEncoding.EncodeToString([]byte(park)) + "." + expires + "." + s.sign(p, park, expires)
}

func (s *Service) sign(p Partner, park, expires string) string {
	return base64.RawURLEncoding.EncodeToString(s.config.Keys.Sign(linkText(p, park, expires))[:linkMAC])
}

// linkMAC is how many bytes of its signature a link has.
const linkMAC = 18

// linkText is what the signature of a link signs.
func linkText(p Partner, park, expires string) []byte {
	return fmt.Appendf(nil, "arrivals %s %s %d", park, expires, p.Links)
}

// opened returns whose page a link opens, as Row.Partner.
func (s *Service) opened(token string, now time.Time) (park string, ok bool) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return "", false
	}
	decoded, err := base64.RawURLEncoding.DecodeString(parts[0])
	mac, badMAC := base64.RawURLEncoding.DecodeString(parts[2])
	days, number := strconv.ParseInt(parts[1], 36, 32)
	p, known := s.config.Partners().find(string(decoded))
	if err != nil || badMAC != nil || number != nil || !known || p.Transport != ByEmail || now.Unix()/86400 > days {
		return "", false
	}
	return string(decoded), len(mac) == linkMAC && s.config.Keys.Signed(linkText(p, string(decoded), parts[1]), mac)
}

// Arrivals returns the page behind a link; ok is false where the link is not valid.
func (s *Service) Arrivals(ctx context.Context, token string) (page Arrivals, ok bool, err error) {
	park, ok := s.opened(token, s.config.Clock()) // before the database is asked: anybody may call
	if !ok {
		return page, false, nil
	}
	p, _ := s.config.Partners().find(park)
	err = s.config.Store.View(ctx, func(tx Tx) error {
		page = Arrivals{Park: p.Name}
		today := date.In(tx.Now())
		all, err := tx.ReservationsOf(park, today-longestStay)
		if err != nil {
			return err
		}
		for _, e := range onPage(all, today) {
			a, err := arrivalOf(tx, e.Ref, park, p)
			if err != nil {
				return err
			}
			if a.Booking.Departure >= today.ISO() {
				page.List = append(page.List, a)
			}
		}
		return nil
	})
	if err != nil {
		return page, false, fmt.Errorf("read the arrivals of a park: %w", err)
	}
	return page, true, nil
}

// Expected is a booking of a partner, in short.
type Expected struct {
	Ref                string
	Arrival, Departure date.Date
	// Present is that of its Row. Otherwise the days are those to which it was moved.
	Present bool
}

// onPage returns the bookings that a page has room for, by arrival: those whose guests have
// left give way, and then the last ones of the list.
func onPage(all []Expected, today date.Date) []Expected {
	all = slices.DeleteFunc(all, func(e Expected) bool { return e.Present && e.Departure < today })
	all = all[:min(len(all), mostArrivals)]
	slices.SortFunc(all, func(a, b Expected) int { return cmp.Or(cmp.Compare(a.Arrival, b.Arrival), cmp.Compare(a.Ref, b.Ref)) })
	return all
}

// arrivalOf reads a booking for the page of a park.
func arrivalOf(tx Tx, ref, park string, p Partner) (a Arrival, err error) {
	rows, err := tx.Reservations(ref)
	if err != nil {
		return a, err
	}
	b, err := tx.Booking(ref)
	if err != nil {
		return a, err
	}
	for _, row := range rows {
		if row.Partner != park {
			continue
		}
		a = Arrival{Ref: ref, Version: row.Version, Before: row.AckedAt}
		if row.Acked == row.Version {
			a.Received, a.Before = row.AckedAt, time.Time{}
		}
		if row.Present && b.State == booking.Confirmed {
			a.Booking = stateOf(b, p.codesIn(row, b.Stay))
			return a, nil
		}
		if row.Told == "" {
			return a, nil // it was never told: nothing is shown
		}
		if err := json.Unmarshal([]byte(row.Told), &a.Booking); err != nil {
			return a, fmt.Errorf("read what %s was told: %w", park, err)
		}
		a.Booking.Status, a.Booking.Balance = "cancelled", 0
	}
	return a, nil
}

// Receive notes that the office has pressed the button of a booking, in the version that it
// saw. ok is false where the link is not valid or the booking is not on its page. To press
// the button again changes nothing.
func (s *Service) Receive(ctx context.Context, token, ref string, version int) (ok bool, err error) {
	park, ok := s.opened(token, s.config.Clock()) // before the database is asked: anybody may call
	if !ok {
		return false, nil
	}
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		if _, err := tx.LockBooking(ref); err != nil {
			return err
		}
		row, err := tx.LockReservation(ref, park)
		if err != nil {
			return err
		}
		if ok = 1 <= version && version <= row.Version; !ok {
			return nil
		}
		row.ack(version, tx.Now())
		return tx.SaveReservation(row)
	})
	if errors.Is(err, booking.ErrNoRow) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("acknowledge an arrival: %w", err)
	}
	return ok, nil
}
