package mail

import (
	"context"
	"net/url"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/operations/outbox"
)

// WatchesPath is the path of the page of a watcher, on which watches are confirmed and ended.
// The query has the watcher's token.
const WatchesPath = "/watch/mine"

// watchesLink is the address of a watcher's page.
func (m *Mailer) watchesLink(token string) string {
	return m.config.Brand.SiteURL + WatchesPath + "?" + url.Values{TokenParameter: {token}}.Encode()
}

// confirmWatch asks the owner of an address to confirm that it wants to watch prices, unless
// that is no longer needed.
func (m *Mailer) confirmWatch(ctx context.Context, job outbox.Job) error {
	j, err := watch.ReadJob(job.Payload)
	if err != nil || m.config.Watches == nil {
		return err
	}
	w, _, ok, err := m.config.Watches.Watcher(ctx, j.Token)
	if err != nil || !ok || !w.Pending() {
		return err
	}
	brand, link := m.config.Brand, m.watchesLink(w.Token)
	v := signUpView{Brand: brand, Title: "Please confirm your email address", Greeting: "Hello,",
		Lead:    "please confirm that " + brand.Name + " may tell you by email when the price of a stay changes. The page shows which stay.",
		Confirm: link, Unsubscribe: link,
		Reason: "You receive this email because somebody entered this address on " + brand.SiteURL + " to watch the price of a stay."}
	made, err := m.both("Please confirm your email address to watch a price at "+brand.Name, "subscribe", v)
	if err != nil {
		return err
	}
	made.headers = Unsubscribing(link)
	return m.sendNow(ctx, job.ID, w.Email, made)
}

// watchView is what the e-mail shows that tells a watcher what is news.
type watchView struct {
	Brand  Brand
	Title  string
	Items  []watchItem
	Manage string // the address of the watcher's page
	Reason string
}

// watchItem is a stay of which there is news.
type watchItem struct {
	Title, Stay, Text string
	Terms             []string // of a booking
	Link, Button      string
}

// watchNews tells a watcher what is news, if anything is.
func (m *Mailer) watchNews(ctx context.Context, job outbox.Job) error {
	j, err := watch.ReadJob(job.Payload)
	if err != nil || m.config.Watches == nil {
		return err
	}
	now, err := m.now(ctx)
	if err != nil {
		return err
	}
	return m.config.Watches.Tell(ctx, j, func(to string, news []watch.Watched) error {
		made, err := m.aboutNews(news, m.watchesLink(j.Token), now)
		if err != nil {
			return err
		}
		// The job of a watcher is written again and again; an e-mail has its own day.
		return m.send(ctx, job.ID+"."+date.In(now).ISO(), to, now, made)
	})
}

// aboutNews writes the e-mail with what is news for a watcher.
func (m *Mailer) aboutNews(news []watch.Watched, manage string, now time.Time) (email, error) {
	v := watchView{Brand: m.config.Brand, Title: "News of a stay that you watch", Manage: manage,
		Reason: "You receive this email because you asked us to watch the price of a stay. There is one a day at most."}
	if len(news) > 1 {
		v.Title = "News of stays that you watch"
	}
	for _, n := range news {
		v.Items = append(v.Items, m.itemOf(n, date.In(now)))
	}
	made, err := m.both(v.Title, "watch", v)
	made.headers = Unsubscribing(manage)
	return made, err
}

// itemOf says what is news of a stay.
func (m *Mailer) itemOf(n watch.Watched, today date.Date) watchItem {
	item := watchItem{Title: n.Title, Stay: n.Stay.Text(), Link: m.config.Brand.SiteURL + n.Path, Button: "See the stay"}
	switch {
	case n.Booking != nil:
		item.Text = "Without extras, this stay costs " + n.Price.Text() + " today. You have booked it for " + n.Booking.AsShown().Text() + "."
		item.Terms = bookingTerms(*n.Booking, today)
	case n.Told == 0:
		item.Text = "It is on sale again: " + n.PriceText() + "."
	default:
		item.Text = "It costs less: " + n.PriceText() + ". It was " + n.Told.Text() + "."
	}
	return item
}

// bookingTerms says what can be done about a booking whose stay costs less now: only what was
// agreed with it.
func bookingTerms(b booking.Booking, today date.Date) []string {
	terms := []string{"Your booking " + b.Shown + " keeps its price: nothing changes by itself."}
	texts := b.Stay.CancellationTexts(today, b.BalanceToOperator())
	if len(texts) == 0 {
		return append(terms, "Its terms do not say that you can cancel it or pay less. Please ring us if you have a question.")
	}
	terms = append(append(terms, "Its terms:"), texts...)
	if b.CheckCancel(today) == nil {
		terms = append(terms, "My Booking shows what would come back before you cancel anything.")
	}
	return terms
}
