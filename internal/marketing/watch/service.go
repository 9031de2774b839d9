package watch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// Config is what New needs.
type Config struct {
	Store    Store
	Bookings booking.Store
	// Current returns what is for sale now, and Shown waits until it has a change.
	Current func() View
	Shown   func(ctx context.Context, change int64) error
	Node    string // of this process
	Clock   func() time.Time
	Wake    func()              // has the outbox do new jobs at once
	Bad     *badrecord.Register // watches that cannot be read; may be nil
}

// Service keeps watches and finds out what is news for watchers. It is safe for concurrent
// use, its rounds apart.
type Service struct {
	config Config

	// Of the round: the last change that was tested, -1: none; and the day on which all watches
	// were tested last.
	tested int64
	day    date.Date
}

// New returns a service. Run its Loop.
func New(c Config) *Service { return &Service{config: c, tested: -1} }

const (
	// roundTime limits a round of the loop, so that none outlives the lease of its node.
	roundTime = time.Minute
	lease     = 2 * time.Minute
	// page is how many watches are read and tested at once.
	page = 2000
	// morning is the hour in London at which news is told that came after a day's e-mail.
	morning = 8 * time.Hour
)

// Loop tests watches after changes of what is for sale, on one node at a time, and all of them
// each morning.
func (s *Service) Loop() loop.Loop {
	return loop.Loop{Name: "price_watches", Every: 2 * time.Second, Deadline: roundTime, Round: s.Round}
}

// Round tests the watches that changes concern since the round before.
func (s *Service) Round(ctx context.Context) error {
	leads, err := s.config.Store.Lead(ctx, s.config.Node, lease)
	if err != nil || !leads {
		s.tested = -1 // another node tests meanwhile; afterwards anything may have changed
		return err
	}
	changed, err := s.config.Store.ChangesAfter(ctx, s.tested)
	if err != nil {
		return err
	}
	day := date.In(s.config.Clock().Add(-morning))
	all := changed.All || s.tested < 0 || day != s.day
	if !all && changed.Last == s.tested {
		return nil
	}
	if err := s.config.Shown(ctx, changed.Last); err != nil {
		return nil //nolint:nilerr // the index is behind: the follower says so; the next round goes on
	}
	view := s.config.Current()
	var parks []string // nil: all
	if !all {
		if parks = parksOf(view, changed); len(parks) == 0 {
			s.tested = changed.Last
			return nil
		}
	}
	if err := s.test(ctx, view, parks, changed.Last); err != nil {
		return err
	}
	s.tested, s.day = changed.Last, day
	return nil
}

// parksOf returns the parks of unit types that have changed, never nil.
func parksOf(view View, changed availability.Changed) []string {
	parks := map[string]bool{}
	for unit := range changed.Units {
		if u, ok := view.Catalogue.Unit(unit); ok {
			parks[u.Park.ID] = true
		}
	}
	return append([]string{}, slices.Sorted(maps.Keys(parks))...)
}

// test tests the watches of parks; nil: all.
func (s *Service) test(ctx context.Context, view View, parks []string, change int64) error {
	bad := map[string]error{}
	for after := ""; ; {
		due, err := s.config.Store.Due(ctx, parks, after, page)
		if err != nil {
			return err
		}
		var soldOut []string
		news := map[string]bool{} // by token
		for _, d := range due {
			after = d.ID
			if d.Wrong != nil {
				bad[d.ID] = d.Wrong
				continue
			}
			price, _ := view.Price(d.Stay)
			switch {
			case d.isNews(price) && !d.Written:
				news[d.Token] = true
			case price == 0 && d.Returns && d.Told > 0:
				soldOut = append(soldOut, d.ID)
			}
		}
		if len(news)+len(soldOut) > 0 {
			if err := s.config.Store.Found(ctx, slices.Sorted(maps.Keys(news)), change, soldOut); err != nil {
				return err
			}
			s.config.Wake()
		}
		if len(due) < page {
			break
		}
	}
	if parks == nil {
		s.config.Bad.Set(badrecord.PriceWatch, bad)
		return nil
	}
	for id, err := range bad {
		s.config.Bad.Report(badrecord.PriceWatch, id, err)
	}
	return nil
}

// Why a stay cannot be watched, as texts for visitors.
var (
	errPast    = booking.Refuse(booking.WrongState, "A stay can be watched until the day before it begins.")
	errWhere   = booking.Refuse(booking.UnitUnavailable, "We do not sell this stay.")
	errEnded   = booking.Refuse(booking.WrongState, "Only a confirmed booking can be watched.")
	errNoPrice = booking.Refuse(booking.WrongState, "The price of this booking cannot be compared with today's. Please call us.")
)

// Check returns why a stay cannot be watched, as a *booking.Failure, or nil.
func (s *Service) Check(stay Stay) error {
	view := s.config.Current()
	park, ok := view.Catalogue.Park(stay.Park)
	unit, known := view.Catalogue.Unit(stay.Unit)
	switch {
	case stay.Arrival <= date.In(s.config.Clock()):
		return errPast
	case !ok || park.Affiliate != "" || park.Operator.Affiliate || !park.On(stay.Channel) || stay.Nights < 1 || stay.Party.Size() < 1:
		return errWhere
	case stay.Unit != "" && (!known || unit.Park.ID != stay.Park || unit.Channel != stay.Channel):
		return errWhere
	}
	return nil
}

// Ask has an address asked whether it wants to watch a stay from its present price on. What
// it returns does not depend on the address.
func (s *Service) Ask(ctx context.Context, email string, stay Stay) error {
	if err := s.Check(stay); err != nil {
		return err
	}
	price, _ := s.config.Current().Price(stay)
	return s.ask(ctx, email, Watch{Stay: stay, Told: price})
}

func (s *Service) ask(ctx context.Context, email string, w Watch) error {
	if err := s.config.Store.Ask(ctx, email, w); err != nil {
		return err
	}
	s.config.Wake()
	return nil
}

// AskForBooking has the address of a booking asked whether it wants to know when the stay
// costs less than it was booked for.
func (s *Service) AskForBooking(ctx context.Context, b booking.Booking) error {
	if b.State != booking.Confirmed || b.Contact.Email == "" {
		return errEnded
	}
	told := b.AsShown()
	if b.Imported || len(b.Stay.Parts) > 0 || told <= 0 { // goodwill may take more off than the stay costs
		return errNoPrice
	}
	stay := stayOf(b)
	if err := s.Check(stay); err != nil {
		return err
	}
	return s.ask(ctx, b.Contact.Email, Watch{Stay: stay, Ref: b.Ref, Told: told})
}

func stayOf(b booking.Booking) Stay {
	party := b.Party
	party.DogCount = 0 // searches do not ask for it
	return Stay{Channel: b.Stay.Channel, Park: b.Stay.ParkID, Unit: b.Stay.UnitTypeID, Arrival: b.Stay.Arrival, Nights: b.Stay.Nights, Party: party}
}

// Watched is a watch with what is known of it now.
type Watched struct {
	Watch
	// Price is that of now; 0: the stay is not on sale.
	Price money.Pence
	// Title names the unit type and the park; "" where they are not on sale any more.
	Title string
	// Path is that of the park's page, which opens the stay at its price.
	Path string
	// Booking is the booking of the stay, nil for none.
	Booking *booking.Booking
}

// PriceText is the price of now as people read it.
func (w Watched) PriceText() string {
	if w.Stay.Unit == "" {
		return "from " + w.Price.Text()
	}
	return w.Price.Text()
}

// describe says what is known of a watch.
func (v View) describe(w Watch) Watched {
	known := Watched{Watch: w}
	park, ok := v.Catalogue.Park(w.Stay.Park)
	if !ok {
		return known
	}
	known.Title = park.Name
	if unit, ok := v.Catalogue.Unit(w.Stay.Unit); ok {
		known.Title = unit.Title() + ", " + park.Name
	}
	price, unit := v.Price(w.Stay)
	known.Price = price
	row := w.Stay.Unit
	if unit != nil {
		row = unit.ID
	}
	p := w.Stay.Party
	known.Path = park.StayPath(row, w.Stay.Channel, w.Stay.Arrival, w.Stay.Nights, [3]int{p.Adults, p.Children, p.Under5s}, p.Dogs)
	return known
}

// Describe says what is known of a stay that nobody watches yet.
func (s *Service) Describe(stay Stay) Watched { return s.config.Current().describe(Watch{Stay: stay}) }

// Watcher finds a watcher by token, with what is known of the watches; ok is false where there
// is none.
func (s *Service) Watcher(ctx context.Context, token string) (w Watcher, watched []Watched, ok bool, err error) {
	w, ok, err = s.config.Store.Watcher(ctx, token)
	view := s.config.Current()
	for _, one := range w.Watches {
		watched = append(watched, view.describe(one))
	}
	return w, watched, ok, err
}

// Confirm confirms all watches of a watcher; ok is false where there is none.
func (s *Service) Confirm(ctx context.Context, token string) (ok bool, err error) {
	ok, err = s.config.Store.Confirm(ctx, token)
	s.config.Wake()
	return ok, err
}

// End ends a watch, or all of a watcher where id is ""; ok is false where there is no watcher.
func (s *Service) End(ctx context.Context, token, id string) (ok bool, err error) {
	return s.config.Store.End(ctx, token, id)
}

// Tell sends a watcher what is news now, unless there is nothing, or an e-mail with news went
// there today: what came later is told the next morning. send sends it; where its end is not
// known, as after a crash, nothing is sent again on that day.
func (s *Service) Tell(ctx context.Context, job Job, send func(to string, news []Watched) error) error {
	if err := s.config.Shown(ctx, job.Change); err != nil {
		return fmt.Errorf("wait for the prices of which a watcher is told: %w", err)
	}
	w, ok, err := s.config.Store.Watcher(ctx, job.Token)
	if err != nil || !ok {
		return err
	}
	news, err := s.news(ctx, w)
	if err != nil || len(news) == 0 {
		return err
	}
	if ok, err := s.config.Store.Claim(ctx, job.Token); err != nil || !ok {
		return err
	}
	if err := send(w.Email, news); err != nil {
		return errors.Join(err, s.config.Store.Unclaim(context.WithoutCancel(ctx), job.Token))
	}
	prices := map[string]money.Pence{}
	for _, n := range news {
		prices[n.ID] = n.Price
	}
	return s.config.Store.Told(context.WithoutCancel(ctx), prices)
}

// news returns what a watcher wants to know now. A watch of a booking ends when the booking is
// cancelled or moved.
func (s *Service) news(ctx context.Context, w Watcher) (news []Watched, err error) {
	view := s.config.Current()
	for _, one := range w.Watches {
		known := view.describe(one)
		if !one.Confirmed || !one.isNews(known.Price) {
			continue
		}
		if one.Ref != "" {
			b, live, err := s.booking(ctx, one)
			if err != nil {
				return nil, err
			}
			if !live {
				if _, err := s.config.Store.End(ctx, w.Token, one.ID); err != nil {
					return nil, err
				}
				continue
			}
			if known.Price >= b.AsShown() { // staff have lowered the price of the booking since
				continue
			}
			known.Booking = &b
		}
		news = append(news, known)
	}
	return news, nil
}

// booking reads the booking of a watch; live is false where it does not have the stay any more.
func (s *Service) booking(ctx context.Context, w Watch) (b booking.Booking, live bool, err error) {
	err = s.config.Bookings.View(ctx, func(tx booking.Tx) (err error) {
		b, err = tx.Booking(w.Ref)
		return err
	})
	if errors.Is(err, booking.ErrNoRow) {
		return b, false, nil
	}
	if err != nil {
		return b, false, fmt.Errorf("read the booking of a price watch: %w", err)
	}
	return b, b.State == booking.Confirmed && b.ErasedAt.IsZero() && stayOf(b) == w.Stay, nil
}
