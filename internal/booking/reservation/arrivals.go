package reservation

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
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
	// Unreadable are the references of bookings that cannot be shown; see Config.Bad.
	Unreadable []string
}

const (
	linkTime = 90 * 24 * time.Hour // for how long a link is valid
	// mostArrivals limits the bookings of a page.
	mostArrivals = 1000
	// LongestStay is how many days after the arrival a park has nothing to do with a booking
	// any more: no stay is longer.
	LongestStay = 63
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
		all, err := tx.ReservationsOf(park, today-LongestStay)
		if err != nil {
			return err
		}
		for _, e := range onPage(all, today) {
			var a Arrival
			err := loop.Catch(func() (err error) {
				a, err = arrivalOf(tx, e.Row, p)
				return err
			})
			switch {
			case endsWork(ctx, err):
				return err
			case err != nil:
				s.config.Bad.Report(badrecord.Reservation, e.Row.Ref, err)
				page.Unreadable = append(page.Unreadable, e.Row.Ref)
			case a.Booking.Departure >= today.ISO():
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
	Row Row
	// Arrival and Departure are its days, or those to which it was moved where the partner does
	// not take it any more; 0 where they cannot be read.
	Arrival, Departure date.Date
}

// onPage returns the bookings that a page has room for, by arrival: those whose guests have
// left give way, and then the last ones of the list.
func onPage(all []Expected, today date.Date) []Expected {
	all = slices.DeleteFunc(all, func(e Expected) bool { return e.Row.Present && 0 < e.Departure && e.Departure < today })
	all = all[:min(len(all), mostArrivals)]
	slices.SortFunc(all, func(a, b Expected) int {
		return cmp.Or(cmp.Compare(a.Arrival, b.Arrival), cmp.Compare(a.Row.Ref, b.Row.Ref))
	})
	return all
}

// arrivalOf reads the booking of a row for the page of its park. One that was never told and is
// not to be made any more has no days.
func arrivalOf(tx Tx, row Row, p Partner) (a Arrival, err error) {
	b, err := tx.Booking(row.Ref)
	if err != nil {
		return a, err
	}
	a = Arrival{Ref: row.Ref, Version: row.Version, Before: row.AckedAt}
	if row.Acked == row.Version {
		a.Received, a.Before = row.AckedAt, time.Time{}
	}
	switch {
	case row.live(b):
		a.Booking = p.stateOf(row, b)
	case row.Told != "":
		a.Booking, err = row.told()
		a.Booking.Status, a.Booking.Balance = "cancelled", 0
	}
	return a, err
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
