package ical

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/web/httpx"
)

// Path is the path of our nights; a link and ".ics" follow it.
const Path = "/ical/"

// linkMAC is how many bytes of its signature a link has.
const linkMAC = 18

// Link returns the path at which a channel reads our nights. It is valid until the calendar
// has another number of links, is removed, or the secret that has signed it is not accepted
// any more.
func (s *Service) Link(c Calendar) string {
	return Path + base64.RawURLEncoding.EncodeToString([]byte(c.Source+"/"+c.UnitType)) + "." + strconv.FormatInt(c.Link, 36) +
		"." + base64.RawURLEncoding.EncodeToString(s.config.Keys.Sign(linkText(c))[:linkMAC]) + ".ics"
}

// linkText is what the signature of a link signs.
func linkText(c Calendar) []byte {
	return fmt.Appendf(nil, "ical %s/%s %d", c.Source, c.UnitType, c.Link)
}

// opened returns the unit type, source and number of a link that we have signed; ok is false
// for any other.
func (s *Service) opened(file string) (c Calendar, ok bool) {
	token, named := strings.CutSuffix(file, ".ics")
	parts := strings.Split(token, ".")
	if len(parts) != 3 || !named {
		return c, false
	}
	name, bad := base64.RawURLEncoding.DecodeString(parts[0])
	mac, badMAC := base64.RawURLEncoding.DecodeString(parts[2])
	number, badNumber := strconv.ParseInt(parts[1], 36, 64)
	source, unit, _ := strings.Cut(string(name), "/")
	c = Calendar{UnitType: unit, Source: source, Link: number}
	return c, errors.Join(bad, badMAC, badNumber) == nil && len(mac) == linkMAC && s.config.Keys.Signed(linkText(c), mac)
}

// Serve answers a link to our nights. Channels read it every hour or so; what has not changed
// is answered by 304.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Robots-Tag", "noindex")
	file := r.PathValue("file")
	asked, ok := s.opened(file) // before the database is asked: anybody may call
	var doc []byte
	var err error
	if ok {
		doc, err = s.document(r.Context(), asked, s.Link(asked) != Path+file)
	}
	switch {
	case !ok || errors.Is(err, booking.ErrNoRow):
		httpx.SendText(w, r, http.StatusNotFound, httpx.NoStore, "This link is not valid any more.")
	case err != nil:
		s.config.Log.Error("request failed", "operation", "ical", "request", httpx.RequestID(r.Context()), "error", err)
		w.Header().Set("Retry-After", "60")
		httpx.SendText(w, r, http.StatusServiceUnavailable, httpx.NoStore, "The calendar cannot be read for a moment. Please try again later.")
	default:
		w.Header().Set("Cache-Control", "no-cache")
		httpx.NewBody([]string{"text/calendar; charset=utf-8"}, doc, nil).Send(w, r)
	}
}

// document writes our nights for a channel, and notes that it has read them. earlier means
// that an earlier secret has signed its link.
func (s *Service) document(ctx context.Context, asked Calendar, earlier bool) (doc []byte, err error) {
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		c, err := tx.Calendar(asked.UnitType, asked.Source)
		if err != nil {
			return err
		}
		if c.Link != asked.Link {
			return booking.ErrNoRow
		}
		today := date.In(tx.Now())
		stays, err := tx.Stays(c.UnitType, today)
		if err != nil {
			return err
		}
		closed, err := tx.ClosedByHand(c.UnitType)
		if err != nil {
			return err
		}
		doc = document(c.events(stays, closed, today))
		c.Read, c.Earlier = tx.Now(), earlier
		return tx.SaveCalendar(c)
	})
	if err != nil {
		return nil, fmt.Errorf("write the calendar %s of %s: %w", asked.Source, asked.UnitType, err)
	}
	return doc, nil
}
