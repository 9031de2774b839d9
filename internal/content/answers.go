package content

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// How long answers are used. A stale answer is used while it is asked for
// again, and as long as the source fails.
const (
	freshFor   = time.Minute
	staleFor   = 24 * time.Hour
	missingFor = 20 * time.Second // that there is no such thing
	retryAfter = 5 * time.Second  // after a failure
	cacheBytes = 64 << 20
	itemBytes  = 16 << 20 // of the cache of sanitised items
)

// How many answers are asked for and sanitised at once, how many more wait, and
// for how long.
const (
	askedAtOnce = 32
	askedLater  = 512
	askPatience = 2 * time.Second
)

// mostListed is how many items of a kind are looked through for one.
const mostListed = 2000

// kept is an answer in the cache.
type kept struct {
	answer  *answer  // nil after a failure
	missing *Failure // that there is no such thing
	failed  error    // why the source could not be asked
	at      time.Time
	lasts   time.Duration
	purge   uint64 // number of purges before it was asked for
	digest  [sha256.Size]byte
	bad     []string // names under which unusable items were reported
}

// answer is what a call found, checked and sanitised.
type answer struct {
	items        []*item
	picture      *picture // of a call for media
	total, pages int
}

// get answers a call from the cache or the source. Its error is a *Failure.
func (s *Service) get(ctx context.Context, c call) (*answer, error) {
	key := c.key()
	held, ok := s.answers.Get(key)
	if !ok {
		return s.result(s.askFor(ctx, c, key, nil))
	}
	now := s.Now()
	current := held.purge == s.purges.Load()
	switch {
	case current && now.Sub(held.at) < held.lasts:
		s.counts.Fresh.Add(1)
		return s.result(held)
	case current && held.answer != nil && now.Sub(held.at) < staleFor:
		s.counts.Stale.Add(1)
		whole := context.WithValue(context.WithoutCancel(ctx), unshared{}, true)
		s.flights.DoChan(key, func() (any, error) { return s.ask(whole, c, key, held), nil })
		return s.result(held)
	}
	return s.result(s.askFor(ctx, c, key, held))
}

// askFor asks the source on behalf of the client of a context. A client that has had
// its share gets what is known to exist; what it invents is not asked for.
func (s *Service) askFor(ctx context.Context, c call, key string, before *kept) *kept {
	if ctx.Value(unshared{}) != nil {
		return s.await(ctx, c, key, before)
	}
	end, ok := s.Shares.Begin(ctx)
	if ok {
		began := time.Now()
		defer func() { end(time.Since(began)) }()
		return s.await(ctx, c, key, before)
	}
	switch listed, certain := s.listed(context.WithValue(ctx, unshared{}, true), c); {
	case listed && c.canonical():
		return s.await(ctx, c, key, before)
	case certain && !listed && c.id != 0:
		return &kept{missing: errInvalidID}
	case certain && !listed:
		return &kept{answer: &answer{items: []*item{}, pages: 0}}
	}
	return &kept{failed: errShare}
}

// unshared is the key of a context whose calls belong to no client.
type unshared struct{}

var errShare = errors.New("the client has asked for too much content")

// listed reports whether a call for one item finds it in the lists of its kind, which
// are cached. certain is false where the lists cannot tell: because they are too long
// or cannot be read, or because the call is for something else.
func (s *Service) listed(ctx context.Context, c call) (listed, certain bool) {
	if c.id == 0 && c.slug == "" && c.region == "" || c.kind == media {
		return false, false
	}
	for page := 1; page <= mostListed/maxPerPage; page++ {
		found, err := s.get(ctx, call{kind: c.kind, page: page, perPage: maxPerPage})
		if err != nil || found.pages < 0 {
			return false, false
		}
		for _, it := range found.items {
			region, _ := it.fields[regionName].(string)
			if it.id == c.id || c.slug != "" && it.slug == c.slug || c.region != "" && strings.EqualFold(region, c.region) {
				return true, true
			}
		}
		if page >= found.pages {
			return false, true
		}
	}
	return false, false
}

// await asks the source and waits for the answer; before is the answer that is
// used where the visitor goes first.
func (s *Service) await(ctx context.Context, c call, key string, before *kept) *kept {
	whole := context.WithValue(context.WithoutCancel(ctx), unshared{}, true) // what the answer needs is part of the same work
	flight := s.flights.DoChan(key, func() (any, error) { return s.ask(whole, c, key, before), nil })
	select {
	case result := <-flight:
		return result.Val.(*kept)
	case <-ctx.Done():
		if before != nil {
			return before
		}
		return &kept{failed: ctx.Err()}
	}
}

func (s *Service) result(k *kept) (*answer, error) {
	switch {
	case k.answer != nil:
		return k.answer, nil
	case k.missing != nil:
		return nil, k.missing
	}
	return nil, errUnavailable
}

// ask asks the source and caches the answer. Where the source fails, the answer
// from before is used on for a while.
func (s *Service) ask(ctx context.Context, c call, key string, before *kept) *kept {
	s.counts.Asked.Add(1)
	found := &kept{at: s.Now(), lasts: freshFor, purge: s.purges.Load()}
	weight := 400 + 2*len(key)
	err := loop.Catch(func() error {
		if c.kind != media { // a call for the picture of a card is part of another call
			if err := s.asking.Enter(ctx); err != nil {
				return fmt.Errorf("wait to ask for content: %w", err)
			}
			defer s.asking.Leave()
		}
		got, err := s.source.fetch(ctx, c)
		if err != nil {
			return err
		}
		found.answer, found.bad = s.read(c, got)
		if c.kind != Posts {
			s.cards(ctx, c.kind, found.answer.items)
		}
		found.digest = digest(got, found.answer.items)
		for _, text := range got.items {
			weight += 2 * len(text)
		}
		return nil
	})
	var missing *Failure
	switch {
	case errors.As(err, &missing):
		found.missing, found.lasts = missing, missingFor
	case err != nil:
		s.counts.Failed.Add(1)
		found.failed, found.lasts = err, retryAfter
		if before != nil && before.failed == nil {
			again := *before
			again.purge, again.at, again.lasts = found.purge, found.at, retryAfter
			found = &again
		}
	}
	if found.answer != nil && len(found.answer.items) == 0 && found.answer.picture == nil {
		found.lasts = min(found.lasts, missingFor)
	}
	if before != nil {
		s.compare(before, found)
	}
	s.answers.Put(key, found, weight)
	return found
}

// compare counts the version on where an answer differs from the one before, and
// resolves the reports of items that are gone.
func (s *Service) compare(before, found *kept) {
	if before.digest != found.digest || before.missing != found.missing || (before.failed == nil) != (found.failed == nil) {
		s.version.Add(1)
	}
	if found.failed != nil {
		return
	}
	for _, name := range before.bad {
		if !slices.Contains(found.bad, name) {
			s.Bad.Report(badrecord.Content, name, nil)
		}
	}
}

// digest is different for answers that pages show differently. The pictures of
// cards are asked for apart.
func digest(r reply, items []*item) (sum [sha256.Size]byte) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d,%d", r.total, r.pages)
	for _, text := range r.items {
		fmt.Fprintf(hash, ",%d,", len(text))
		hash.Write(text)
	}
	for _, it := range items {
		fmt.Fprintf(hash, ",%v", it.fields["image"])
	}
	copy(sum[:], hash.Sum(nil))
	return sum
}
