package ari

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

const (
	// pullEvery is how often a partner that sends nothing by itself is asked for everything.
	pullEvery = 15 * time.Minute
	// askAgain is how soon a partner is asked again that did not answer.
	askAgain = 5 * time.Minute
	// syncHour is the hour of the night, in London, from which everything is asked for anew.
	syncHour = 3
	// askTimeout limits a call, partnerTimeout all calls to a partner in a round.
	askTimeout     = 30 * time.Second
	partnerTimeout = 3 * time.Minute
)

// wire asks partners. It refuses addresses of our own network, except for partners that may be
// there, and follows no redirects.
type wire struct {
	public, private *http.Client

	mu    sync.Mutex
	rests map[string]time.Time // until when a partner must not be asked, by its id
}

func newWire(wrap func(http.RoundTripper) http.RoundTripper) *wire {
	client := func(dialer *net.Dialer) *http.Client {
		var transport http.RoundTripper = &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: 10 * time.Second}
		if wrap != nil {
			transport = wrap(transport)
		}
		return &http.Client{Transport: transport, Timeout: askTimeout, CheckRedirect: httpx.NoRedirects}
	}
	return &wire{
		public:  client(&net.Dialer{Timeout: 10 * time.Second, Control: httpx.PublicOnly}),
		private: client(&net.Dialer{Timeout: 10 * time.Second}), rests: map[string]time.Time{},
	}
}

// rest has a partner not asked until a time.
func (w *wire) rest(partner string, until time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rests[partner] = until
}

func (w *wire) resting(partner string, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return now.Before(w.rests[partner])
}

// do sends a request and returns the body of a success. Its errors do not name the address.
func (w *wire) do(p Partner, request *http.Request) (http.Header, []byte, error) {
	client := w.public
	if p.Private {
		client = w.private
	}
	response, err := client.Do(request)
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	if err != nil {
		return nil, nil, fmt.Errorf("its system cannot be reached: %w", err)
	}
	defer response.Body.Close()
	body, err := httpx.ReadAll(response.Body, maxBody)
	if err != nil {
		return response.Header, nil, fmt.Errorf("its answer was cut off: %w", err)
	}
	if response.StatusCode/100 != 2 {
		return response.Header, nil, fmt.Errorf("its system answered %d", response.StatusCode)
	}
	return response.Header, body, nil
}

// Loop asks the partners that are to be asked: some for their rates, others to send everything
// anew. Every node tries; one of them asks.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "partner_ask", Every: time.Minute, Deadline: 10 * time.Minute, Round: s.Ask}
}

// Ask is a round of Loop. Partners are asked side by side, so that one whose system hangs
// holds up no other.
func (s *Service) Ask(ctx context.Context) error {
	partners := s.config.Partners()
	failed := make([]error, len(partners))
	var all sync.WaitGroup
	for i, p := range partners {
		if p.Address != "" {
			all.Go(func() { failed[i] = loop.Catch(func() error { return s.askAbout(ctx, p) }) })
		}
	}
	all.Wait()
	return errors.Join(failed...)
}

// askAbout asks a partner about its hotels, as far as it comes.
func (s *Service) askAbout(ctx context.Context, p Partner) (failed error) {
	ctx, cancel := context.WithTimeout(ctx, partnerTimeout)
	defer cancel()
	for _, h := range p.Hotels {
		if ctx.Err() != nil {
			break // the others in the next round
		}
		if err := s.askFor(ctx, p, h); err != nil {
			failed = errors.Join(failed, fmt.Errorf("ask partner %s about park %s: %w", p.ID, h.Park, err))
		}
	}
	return failed
}

// askFor asks a partner about a hotel, if it is time and no other node does.
func (s *Service) askFor(ctx context.Context, p Partner, h Hotel) error {
	now := s.config.Clock()
	if s.wire.resting(p.ID, now) {
		return nil
	}
	due, ask := now.Add(-pullEvery), s.pull
	if p.By == ByChannex {
		due, ask = lastNight(now), s.requestSync
	}
	mine, err := s.config.Store.Claim(ctx, p.ID, h.Park, due, now.Add(-askAgain))
	if err != nil || !mine {
		return err
	}
	if err := ask(ctx, p, h, now); err != nil {
		return err
	}
	return s.config.Store.Answered(ctx, p.ID, h.Park)
}

// lastNight returns when the last night was over syncHour, or the last day ended before it.
func lastNight(now time.Time) time.Time {
	at := date.In(now).Midnight().Add(syncHour * time.Hour)
	if at.After(now) {
		at = (date.In(now) - 1).Midnight().Add(syncHour * time.Hour)
	}
	return at
}

// requestSync asks Channex to send everything about a hotel.
func (s *Service) requestSync(ctx context.Context, p Partner, h Hotel, _ time.Time) error {
	body, err := json.Marshal(map[string]string{"provider_code": p.User, "hotel_code": h.Code})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(p.Address, "/")+"/api/v1/channel_webhooks/open_channel/request_full_sync", bytes.NewReader(body))
	if err != nil {
		return errors.New("its address cannot be used")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Api-Key", p.key)
	_, _, err = s.wire.do(p, request)
	return err
}

// pull asks Beds24 for the calendar of a hotel, and stores it.
func (s *Service) pull(ctx context.Context, p Partner, h Hotel, now time.Time) error {
	var rooms []beds24Room
	var raw []byte
	for page := 1; ; page++ {
		header, body, err := s.beds24Page(ctx, p, h, now, page)
		if left, bad := strconv.Atoi(header.Get("X-Five-Min-Limit-Remaining")); bad == nil && left < creditsKept {
			s.wire.rest(p.ID, now.Add(creditsRest))
		}
		if err != nil {
			return err
		}
		var answer beds24Answer
		if err := json.Unmarshal(body, &answer); err != nil {
			return fmt.Errorf("its answer is not the JSON of a calendar: %w", err)
		}
		if !answer.Success {
			return errors.New("its answer says that it failed")
		}
		if rooms, raw = append(rooms, answer.Data...), append(append(raw, body...), '\n'); !answer.Pages.Next {
			break
		}
		if page == mostPages || len(raw) > mostCalendar {
			return fmt.Errorf("its calendar has more than %d pages, or %d bytes", mostPages, mostCalendar)
		}
	}
	receipt := Receipt{At: now, Body: raw, Pulled: true}
	m, refused := readBeds24(rooms, p, h, date.In(now), s.sleeps)
	if refused != nil {
		return s.refuse(ctx, p, m, refused, receipt)
	}
	return s.keep(ctx, p, m, receipt)
}
