package hotelads

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/web/httpx"
)

// Round lists what is for sale where it has changed, and sends what Google is to know.
func (s *Service) Round(ctx context.Context) error {
	listed, err := s.list(ctx)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(listed.of)) {
		if a := listed.of[id]; a.Mode == ByLOS {
			err = errors.Join(err, loop.Catch(func() error { return s.publish(ctx, listed, a) }))
		}
	}
	return err
}

// list returns what the accounts list now.
func (s *Service) list(ctx context.Context) (*listing, error) {
	now := &listing{accounts: s.config.Accounts.Current(), catalogue: s.config.Current().Catalogue, of: map[string]*listedAccount{}}
	if before := s.listed.Load(); before != nil && before.accounts == now.accounts && before.catalogue == now.catalogue {
		return before, nil
	}
	left, sent := map[string]error{}, []string{}
	for _, a := range now.accounts.list {
		if a.Mode == ByLOS {
			sent = append(sent, a.ID)
		}
		properties, bad := a.properties(now.catalogue)
		properties, err := s.keepIDs(ctx, a, properties, bad)
		if err != nil {
			return nil, err
		}
		of := &listedAccount{a, properties, map[string]*property{}}
		for _, p := range properties {
			of.byID[p.id] = p
		}
		now.of[a.ID] = of
		for subject, err := range bad {
			left[a.ID+" "+subject] = err
		}
	}
	if err := s.config.Store.Update(ctx, func(tx Tx) error { return tx.UnmarkAds(sent) }); err != nil {
		return nil, fmt.Errorf("forget what accounts were to be told that are gone: %w", err)
	}
	s.config.Bad.Set(badrecord.HotelAd, left)
	s.listed.Store(now)
	return now, nil
}

// keepIDs notes for what the ids of properties stand, and leaves out those that have stood
// for something else: Google takes an id for the same place for ever.
func (s *Service) keepIDs(ctx context.Context, a *Account, properties []*property, bad map[string]error) (kept []*property, err error) {
	subjects := map[string]string{}
	for _, p := range properties {
		subjects[p.id] = p.subject
	}
	var known map[string]string
	err = s.config.Store.Update(ctx, func(tx Tx) (err error) {
		known, err = tx.AddAdProperties(a.ID, subjects)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("note the ids of properties: %w", err)
	}
	for _, p := range properties {
		if known[p.id] != p.subject {
			bad[p.subject] = fmt.Errorf("the id %s is that of %s at Google: give it another in ids of the hotel ads file", p.id, known[p.id])
			continue
		}
		kept = append(kept, p)
	}
	return kept, nil
}

// publish marks the properties of an account that changes concern, and sends what is due,
// unless another node does.
func (s *Service) publish(ctx context.Context, listed *listing, a *listedAccount) error {
	progress, mine, err := s.take(ctx, a.ID)
	if err != nil || !mine {
		return err
	}
	changes, err := s.config.Store.ChangesAfter(ctx, progress.Change)
	if err != nil {
		return err
	}
	// All that was marked so far is in what is for sale then, too, whichever node marked it.
	if err := s.config.Shown(ctx, changes.Last); err != nil {
		return nil //nolint:nilerr // the index is behind: the follower says so; the next round goes on
	}
	view := s.config.Current()
	if view.Catalogue != listed.catalogue {
		return nil // the next round lists it
	}
	first := date.In(s.config.Clock()) + 1
	if state := listingOf(a, first); progress.Listing != state {
		changes.All, progress.Listing = true, state
	}
	if changes.All || changes.Last != progress.Change {
		progress.Change = changes.Last
		if err := s.mark(ctx, a, changes, progress); err != nil {
			return err
		}
	}
	if s.config.Clock().Before(progress.Due) {
		return nil
	}
	return s.sendDue(ctx, a, view, first, progress)
}

// take makes this node the one that sends for an account, or reports that another is.
func (s *Service) take(ctx context.Context, account string) (p Progress, mine bool, err error) {
	err = s.config.Store.Update(ctx, func(tx Tx) error {
		var err error
		if p, err = tx.AdProgress(account); err != nil {
			return err
		}
		now := s.config.Clock()
		if mine = p.Node == s.config.Node || p.Until.Before(now); !mine {
			return nil
		}
		if p.Node == s.config.Node && p.Until.After(now.Add(lease/2)) {
			return nil
		}
		p.Node, p.Until = s.config.Node, now.Add(lease)
		return tx.SaveAdProgress(p)
	})
	if err != nil {
		return p, false, fmt.Errorf("take account %s: %w", account, err)
	}
	return p, mine, nil
}

// listingOf stands for what an account lists, and from which day: where it is another,
// every property is looked at. What of it has changed, their digests say.
func listingOf(a *listedAccount, first date.Date) string {
	text := ""
	for _, p := range a.properties {
		text += " " + p.id
		for _, u := range p.units {
			text += "/" + u.ID
		}
	}
	return first.ISO() + " " + part{body: text}.digest(a.Resend)
}

// mark marks the properties that changes concern.
func (s *Service) mark(ctx context.Context, a *listedAccount, c availability.Changed, p Progress) error {
	var properties []string // nil: all that were ever listed
	if !c.All {
		properties = []string{}
		for _, one := range a.properties {
			if slices.ContainsFunc(one.units, func(u *catalogue.UnitInfo) bool { _, changed := c.Units[u.ID]; return changed }) {
				properties = append(properties, one.id)
			}
		}
	}
	err := s.config.Store.Update(ctx, func(tx Tx) error {
		if err := tx.MarkAds(a.ID, properties, max(p.Change, 1)); err != nil {
			return err
		}
		return tx.SaveAdProgress(p)
	})
	if err != nil {
		return fmt.Errorf("mark the properties of %s: %w", a.ID, err)
	}
	return nil
}

// dueAtOnce is how many properties are read at once, sendAtOnce how many Google is told of:
// each day it has to be told of all.
const (
	dueAtOnce  = 20
	sendAtOnce = 4
)

// sendDue tells Google of the marked properties. Where Google cannot be reached, it stops: the
// others would fail, too.
func (s *Service) sendDue(ctx context.Context, a *listedAccount, view View, first date.Date, progress Progress) error {
	stop := s.config.Clock().Add(roundTime - sendTimeout)
	for s.config.Clock().Before(stop) && ctx.Err() == nil {
		var due []Row
		err := s.config.Store.View(ctx, func(tx Tx) (err error) {
			due, err = tx.DueAds(a.ID, dueAtOnce)
			return err
		})
		if err != nil || len(due) == 0 {
			return err
		}
		failed, err := s.tellOf(ctx, a, view, first, due, progress.Change, stop)
		if err != nil {
			return err
		}
		if err := s.note(ctx, &progress, failed); err != nil || failed != nil {
			return err
		}
	}
	return nil
}

// tellOf tells Google of some properties, until a time; see tell.
func (s *Service) tellOf(ctx context.Context, a *listedAccount, view View, first date.Date, due []Row, upTo int64, stop time.Time) (failed, err error) {
	var mu sync.Mutex
	over := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failed != nil || err != nil || !s.config.Clock().Before(stop)
	}
	var group errgroup.Group
	group.SetLimit(sendAtOnce)
	for _, row := range due {
		group.Go(func() error {
			if over() {
				return nil
			}
			var unreached error
			wrong := loop.Catch(func() (err error) { unreached, err = s.tell(ctx, a, view, first, row, upTo); return err })
			mu.Lock()
			defer mu.Unlock()
			failed, err = cmp.Or(failed, unreached), errors.Join(err, wrong)
			return nil
		})
	}
	_ = group.Wait() // the errors are in failed and err
	return failed, err
}

// save writes what Google knows of a property; see Tx.SaveAd.
func (s *Service) save(ctx context.Context, row Row, upTo int64) error {
	if err := s.config.Store.Update(ctx, func(tx Tx) error { return tx.SaveAd(row, upTo) }); err != nil {
		return fmt.Errorf("save what Google knows of %s: %w", row.Property, err)
	}
	return nil
}

// note keeps whether Google can be reached.
func (s *Service) note(ctx context.Context, p *Progress, failed error) error {
	switch {
	case failed != nil:
		p.Tries++
		p.Error, p.Due = httpx.Printable(failed.Error(), longestWhy), s.config.Clock().Add(pause(p.Tries))
	case p.Tries == 0:
		return nil
	default:
		p.Tries, p.Error, p.Due = 0, "", time.Time{}
	}
	if err := s.config.Store.Update(ctx, func(tx Tx) error { return tx.SaveAdProgress(*p) }); err != nil {
		return fmt.Errorf("keep that Google was not reached: %w", err)
	}
	return nil
}

const (
	// refusedFor is how long a property waits that Google refuses, unless it changes.
	refusedFor = time.Hour
	// longestPause is the longest pause where Google gives no verdict: what is sold meanwhile
	// is still for sale there.
	longestPause = 10 * time.Minute
)

func pause(tries int) time.Duration { return min(outbox.Pause(tries), longestPause) }

// unknown is the digest of a part of which Google may know more than we do: it was on its
// way when the connection, or this node, was cut off.
const unknown = ""

// tell sends what Google does not know of a property, and writes its row, before and after. Where Google refuses a message, the others are sent: what is sold must not stay
// on sale because of a rate. failed says that Google gave no verdict.
func (s *Service) tell(ctx context.Context, a *listedAccount, view View, first date.Date, row Row, upTo int64) (failed, err error) {
	sent, missing := s.compare(a, view, first, row)
	for _, p := range missing {
		row.Sent[p.key] = unknown
	}
	if len(missing) > 0 {
		if err := s.save(ctx, row, upTo); err != nil {
			return nil, err
		}
	}
	told := Row{Account: row.Account, Property: row.Property, Subject: row.Subject, Sent: sent}
	for _, m := range messagesOf(missing) {
		err := s.send(ctx, a.Account, row.Property, m)
		if refused := refusal(""); errors.As(err, &refused) {
			told.Refusal = string(refused)
			continue
		}
		if failed = err; failed != nil {
			break
		}
		for _, p := range m.parts {
			sent[p.key] = p.digest(a.Resend)
		}
	}
	if failed == nil && told.Refusal == "" {
		return nil, s.save(ctx, told, upTo)
	}
	told.Dirty, told.Waiting, told.Tries, told.Due = row.Dirty, row.Waiting, row.Tries+1, s.config.Clock().Add(refusedFor)
	if failed != nil {
		told.Error, told.Due = httpx.Printable(failed.Error(), longestWhy), s.config.Clock().Add(pause(told.Tries))
	}
	told.Sent = withOld(sent, row.Sent)
	return failed, s.save(ctx, told, upTo)
}

// compare returns which of the parts that Google is to know it knows, and the others.
func (s *Service) compare(a *listedAccount, view View, first date.Date, row Row) (sent map[string]string, missing []part) {
	s.computing.Lock() // it takes a processor, of which visitors need the others
	defer s.computing.Unlock()
	sent = map[string]string{}
	var wanted []part
	if p := a.byID[row.Property]; p != nil {
		wanted = partsOf(a.Account, p, view.Index, first)
	} else if closed(row.Sent) {
		return row.Sent, nil
	} else {
		wanted = noParts(roomsIn(row.Sent), first)
	}
	for _, p := range wanted {
		if row.Sent[p.key] == p.digest(a.Resend) {
			sent[p.key] = row.Sent[p.key]
		} else {
			missing = append(missing, p)
		}
	}
	return sent, missing
}

// withOld adds to what was sent now what was sent earlier under other keys: Google still has
// it.
func withOld(sent, old map[string]string) map[string]string {
	for key, digest := range old {
		if _, again := sent[key]; !again {
			sent[key] = digest
		}
	}
	return sent
}
