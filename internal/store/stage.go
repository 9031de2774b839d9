package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/operations/loop"
)

// Part is a part of what is for sale that has generations of its own.
type Part string

// The parts: the catalogue, and the prices with the allotments.
const (
	CataloguePart Part = "catalogue"
	PricesPart    Part = "prices"
)

// table returns the table of the part's rows, and the columns of their key beside the
// generation.
func (p Part) table() (name, key string) {
	if p == CataloguePart {
		return "entity", "kind, id"
	}
	return "price", "unit_type"
}

func (p Part) live() ChangeKind {
	if p == CataloguePart {
		return CatalogueLive
	}
	return PricesLive
}

// Limits of one staging transaction, so that a booking waits for it for
// milliseconds only.
const (
	stageRows  = 200
	stageBytes = 400 << 10
)

// writePause is how long letOthersWrite pauses.
const writePause = 4 * time.Millisecond

// Staging is a generation that is being written. No node reads it before it is
// complete, and none shows it before it is published. Only one goroutine may use
// it. After Stage always call Discard, for example by defer: it releases the lock
// of imports.
type Staging struct {
	store *Store
	part  Part
	id    string
	full  bool

	entities []stagedEntity
	prices   []stagedPrices
	bytes    int
	closed   bool // nodes may have read it
	unlock   func()
}

type stagedEntity struct {
	kind catalogue.Kind
	id   string
	body []byte
}

type stagedPrices struct {
	unitType string
	UnitRates
}

// Stage begins a generation of a part. When published, a full one replaces
// everything that is live; a delta replaces single rows of it. While another
// import of the part runs, Stage returns ErrBusy. So the live data does not
// change while a delta is computed from it.
func (s *Store) Stage(ctx context.Context, part Part, full bool) (*Staging, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("name a generation: %w", err)
	}
	unlock, err := s.lockImport(ctx, part)
	if err != nil {
		return nil, fmt.Errorf("stage %s: %w", part, err)
	}
	staging := &Staging{store: s, part: part, id: id.String(), full: full, unlock: unlock}
	err = s.Update(ctx, func(tx *Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		if err := tx.discardStagings(part); err != nil {
			return err
		}
		_, err = tx.Exec("INSERT INTO generation (id, kind, complete, state, touched_ms) VALUES ($1, $2, $3, 'staging', $4)",
			staging.id, string(part), full, tx.NowMs())
		return err
	})
	if err != nil {
		unlock()
		return nil, fmt.Errorf("stage %s: %w", part, err)
	}
	return staging, nil
}

// discardStagings discards what killed imports have left. The caller must hold
// the lock of imports, so that no other import is running.
func (tx *Tx) discardStagings(part Part) error {
	_, err := tx.Exec("UPDATE generation SET state = 'dead' WHERE kind = $1 AND state = 'staging'", string(part))
	return err
}

// ID returns the generation's id. It is the detail of the change that publishes
// it.
func (s *Staging) ID() string { return s.id }

// Put stages one entity of the catalogue as JSON; an empty body withdraws it.
// When called twice for an entity, the last call counts.
func (s *Staging) Put(ctx context.Context, kind catalogue.Kind, id string, body []byte) error {
	s.entities = append(s.entities, stagedEntity{kind, id, body})
	return s.grown(ctx, len(body))
}

// PutPrices stages all prices and the allotment of one unit type, as encoded by
// availability; an empty table withdraws the unit type. The caller must not
// change the bytes afterwards. When called twice for a unit type, the last call
// counts.
func (s *Staging) PutPrices(ctx context.Context, unitType string, table, allotment []byte) error {
	return s.PutRates(ctx, unitType, UnitRates{Table: table, Allotment: allotment})
}

// PutRates is PutPrices for a unit type whose prices may have been compiled from rates.
func (s *Staging) PutRates(ctx context.Context, unitType string, r UnitRates) error {
	s.prices = append(s.prices, stagedPrices{unitType, r})
	return s.grown(ctx, len(r.Table)+len(r.Allotment)+len(r.Rates))
}

func (s *Staging) grown(ctx context.Context, bytes int) error {
	if s.bytes += bytes; s.bytes < stageBytes && len(s.entities)+len(s.prices) < stageRows {
		return nil
	}
	if err := s.flush(ctx); err != nil {
		return err
	}
	s.store.letOthersWrite(ctx)
	return nil
}

// letOthersWrite pauses briefly between transactions, so that other processes can write
// to an SQLite file.
func (s *Store) letOthersWrite(ctx context.Context) {
	if s.pool == nil {
		loop.Pause(ctx, writePause)
	}
}

// flush writes the collected rows in one short transaction.
func (s *Staging) flush(ctx context.Context) error {
	if s.closed {
		return fmt.Errorf("stage %s: %w", s.part, errClosed)
	}
	err := s.store.Update(ctx, func(tx *Tx) error {
		if err := s.stillStaging(tx); err != nil {
			return err
		}
		if err := s.writeEntities(tx); err != nil {
			return err
		}
		return s.writePrices(tx)
	})
	if err != nil {
		return fmt.Errorf("stage %s: %w", s.part, err)
	}
	s.entities, s.prices, s.bytes = s.entities[:0], s.prices[:0], 0
	return nil
}

// stillStaging returns an error when the staging was discarded: it ended, or it
// lost the connection with its lock and another import has begun.
func (s *Staging) stillStaging(tx *Tx) error {
	n, err := tx.Exec("UPDATE generation SET touched_ms = $1 WHERE id = $2 AND state = 'staging'", tx.NowMs(), s.id)
	if err == nil && n == 0 {
		return errDiscarded
	}
	return err
}

var (
	errDiscarded = errors.New("the staging was discarded: it ended, or another import has begun")
	errClosed    = errors.New("the staging is complete")
)

func (s *Staging) writeEntities(tx *Tx) error {
	last := map[[2]string]int{} // one statement must not contain a key twice
	for i, e := range s.entities {
		last[[2]string{string(e.kind), e.id}] = i
	}
	var v values
	for i, e := range s.entities {
		if last[[2]string{string(e.kind), e.id}] == i {
			v.add(string(e.kind), e.id, s.id, string(e.body))
		}
	}
	return v.exec(tx, "INSERT INTO entity (kind, id, generation, body) VALUES ",
		" ON CONFLICT (kind, id, generation) DO UPDATE SET body = excluded.body")
}

func (s *Staging) writePrices(tx *Tx) error {
	last := map[string]int{}
	for i, p := range s.prices {
		last[p.unitType] = i
	}
	var v values
	for i, p := range s.prices {
		if last[p.unitType] == i {
			v.add(p.unitType, s.id, p.Rates, p.Source, p.Compiled, append([]byte{}, p.Table...), append([]byte{}, p.Allotment...), digestOf(p.Table, p.Allotment)) // nil would be NULL
		}
	}
	return v.exec(tx, "INSERT INTO price (unit_type, generation, rates, source, compiled, sheet, allotment, digest) VALUES ",
		` ON CONFLICT (unit_type, generation) DO UPDATE SET rates = excluded.rates, source = excluded.source, compiled = excluded.compiled,
			sheet = excluded.sheet, allotment = excluded.allotment, digest = excluded.digest`)
}

// digestOf returns a digest of the data of a unit type.
func digestOf(table, allotment []byte) string {
	hash := sha256.New()
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(table)))
	hash.Write(length[:]) // so that bytes moved from one to the other change the digest
	hash.Write(table)
	hash.Write(allotment)
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:16])
}

// Publish publishes the generation in one small transaction and returns the
// number of that change. Before that it waits until the nodes have prepared a
// full set of prices. Afterwards nothing may be put into the generation, not
// even after an error. Sweep later deletes what it has replaced.
func (s *Staging) Publish(ctx context.Context) (change int64, err error) {
	if err := s.flush(ctx); err != nil {
		return 0, err
	}
	s.closed = true
	if s.full && s.part == PricesPart {
		if err := s.letNodesPrepare(ctx); err != nil {
			return 0, fmt.Errorf("publish %s: %w", s.part, err)
		}
	}
	err = s.store.GroupCommit(ctx, func(tx *Tx) error {
		if s.full {
			_, err := tx.Exec("UPDATE generation SET state = 'dead' WHERE kind = $1 AND state = 'live'", string(s.part))
			if err != nil {
				return err
			}
		}
		tx.change(s.part.live(), "", s.id)
		tx.sells = nil // work that shares this commit must read it again
		change = tx.number
		n, err := tx.Exec("UPDATE generation SET state = 'live', live_since = $1, touched_ms = $2 WHERE id = $3 AND state = 'staging'",
			change, tx.NowMs(), s.id)
		if err == nil && n == 0 {
			return errDiscarded
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("publish %s: %w", s.part, err)
	}
	s.unlock()
	return change, nil
}

// Discard discards the generation and releases the lock of imports; Sweep
// deletes its rows. After Publish it only releases the lock.
func (s *Staging) Discard(ctx context.Context) error {
	defer s.unlock()
	err := s.store.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE generation SET state = 'dead' WHERE id = $1 AND state = 'staging'", s.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("discard the staged %s: %w", s.part, err)
	}
	return nil
}
