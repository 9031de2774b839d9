package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// ARI returns the store through the interface that package ari needs.
func (s *Store) ARI() ari.Store { return ariStore{s} }

type ariStore struct{ *Store }

func (s ariStore) Received(ctx context.Context, partner, park string, units []string) (r ari.Received, err error) {
	r.Sheets = map[string]rates.Sheet{}
	err = s.View(ctx, func(tx *Tx) error {
		err := tx.QueryRow("SELECT COALESCE(MAX(version), 0) FROM ari_park WHERE partner = $1 AND park = $2", partner, park).Scan(&r.Version)
		if err != nil {
			return err
		}
		gone, err := tx.soldElsewhere(partner, units, &r)
		if err != nil {
			return err
		}
		for piece := range slices.Chunk(units, pricesPiece) {
			list, args := placeholders(piece)
			n := len(args)
			err := tx.Query(func(scan func(into ...any) error) error {
				var unit, text string
				var waits bool
				if err := scan(&unit, &text, &waits); err != nil {
					return err
				}
				if gone[unit] && !waits {
					return nil // it was withdrawn since: what was sent before has no effect
				}
				r.Sheets[unit], err = rates.Decode(text)
				return err
			}, fmt.Sprintf("SELECT unit_type, rates, compiled < version FROM ari_unit WHERE unit_type IN (%s) AND partner = $%d AND park = $%d", list, n+1, n+2), append(args, partner, park)...)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// soldElsewhere notes the unit types that are sold by what did not come from a partner, and
// returns those of which nothing of the partner is on sale.
func (tx *Tx) soldElsewhere(partner string, units []string, r *ari.Received) (gone map[string]bool, err error) {
	gone = map[string]bool{}
	for _, unit := range units {
		gone[unit] = true
	}
	newest, err := tx.newest(PricesPart, "price", "t2.unit_type = t.unit_type")
	if err != nil {
		return nil, err
	}
	for piece := range slices.Chunk(units, pricesPiece) {
		list, args := placeholders(piece)
		err := tx.Query(func(scan func(into ...any) error) error {
			var unit, source string
			var sold bool
			if err := scan(&unit, &source, &sold); err != nil {
				return err
			}
			if source == partner {
				gone[unit] = false
			} else if sold {
				r.Elsewhere = append(r.Elsewhere, unit)
			}
			return nil
		}, `SELECT t.unit_type, t.source, t.rates <> '' OR LENGTH(t.sheet) > 0 OR LENGTH(t.allotment) > 0
			FROM price t JOIN generation g ON g.id = t.generation WHERE g.state = 'live'`+newest+" AND t.unit_type IN ("+list+")", args...)
		if err != nil {
			return nil, err
		}
	}
	return gone, nil
}

func (s ariStore) Keep(ctx context.Context, version int64, sheets map[string]rates.Sheet, r ari.Receipt) error {
	var rows values
	for unit, sheet := range sheets {
		text, err := sheet.Encode()
		if err != nil {
			return err
		}
		rows.add(r.Partner, r.Park, unit, text, version+1, 0)
	}
	message, err := packed(r)
	if err != nil {
		return err
	}
	return s.Update(ctx, func(tx *Tx) error {
		n, err := tx.Exec(`INSERT INTO ari_park (partner, park, version, stored_ms, refused_ms, refusals, refusal) VALUES ($1, $2, $3, $4, 0, 0, '')
			ON CONFLICT (partner, park) DO UPDATE SET version = excluded.version, stored_ms = excluded.stored_ms, refusals = 0, refusal = '' WHERE ari_park.version = $5`,
			r.Partner, r.Park, version+1, millis(r.At), version)
		if err != nil {
			return err
		}
		if n == 0 {
			return ari.ErrChanged
		}
		if _, err = tx.Exec("UPDATE ari_park SET refusals = 0 WHERE partner = $1 AND park = ''", r.Partner); err != nil {
			return err
		}
		err = rows.exec(tx, "INSERT INTO ari_unit (partner, park, unit_type, rates, version, compiled) VALUES ",
			" ON CONFLICT (partner, park, unit_type) DO UPDATE SET rates = excluded.rates, version = excluded.version")
		if err != nil {
			return err
		}
		if r.Pulled && r.Body == nil {
			return nil
		}
		return tx.addReceipt(r, message)
	})
}

func (s ariStore) Claim(ctx context.Context, partner, park string, due, again time.Time) (mine bool, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		n, err := tx.Exec(`INSERT INTO ari_park (partner, park, version, stored_ms, refused_ms, refusals, refusal, asked_ms) VALUES ($1, $2, 0, 0, 0, 0, '', $3)
			ON CONFLICT (partner, park) DO UPDATE SET asked_ms = excluded.asked_ms WHERE ari_park.answered_ms < $4 AND ari_park.asked_ms <= $5`,
			partner, park, tx.NowMs(), millis(due), millis(again))
		mine = n == 1
		return err
	})
	return mine, err
}

func (s ariStore) Answered(ctx context.Context, partner, park string) error {
	return s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("UPDATE ari_park SET answered_ms = $3 WHERE partner = $1 AND park = $2", partner, park, tx.NowMs())
		return err
	})
}

func (s ariStore) Refused(ctx context.Context, r ari.Receipt) error {
	message, err := packed(r)
	if err != nil {
		return err
	}
	return s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO ari_park (partner, park, version, stored_ms, refused_ms, refusals, refusal) VALUES ($1, $2, 0, 0, $3, 1, $4)
			ON CONFLICT (partner, park) DO UPDATE SET refused_ms = excluded.refused_ms, refusals = ari_park.refusals + 1, refusal = excluded.refusal`,
			r.Partner, r.Park, millis(r.At), r.Refused)
		if err != nil || len(r.Body) == 0 {
			return err
		}
		return tx.addReceipt(r, message)
	})
}

func (s ariStore) Held(ctx context.Context, partner, hotel string, before time.Time) (all []ari.Held, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, func(scan func(into ...any) error) (h ari.Held, err error) {
			var from, to string
			if err := scan(&h.Room, &from, &to); err != nil {
				return h, err
			}
			if h.Arrival, err = date.ParseISO(from); err == nil {
				h.Departure, err = date.ParseISO(to)
			}
			return h, err
		}, "SELECT held_room, held_from, held_to FROM reservation WHERE partner = $1 AND held AND held_ms > 0 AND held_ms <= $2 AND held_to > $3",
			partner+"/"+hotel, millis(before), date.In(tx.Now()).ISO())
		return err
	})
	return all, err
}

// AddReceipt keeps a message for staff.
func (tx bookingTx) AddReceipt(r ari.Receipt) error {
	body, err := packed(r)
	if err != nil {
		return err
	}
	return tx.addReceipt(r, body)
}

func (tx *Tx) addReceipt(r ari.Receipt, body []byte) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("name a message: %w", err)
	}
	_, err = tx.Exec("INSERT INTO partner_message (id, partner, park, kind, at_ms, refused, warnings, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
		id.String(), r.Partner, r.Park, r.Kind, millis(r.At), r.Refused, strings.Join(r.Warnings, "\n"), body)
	return err
}

// packed returns the body of a message as it is stored.
func packed(r ari.Receipt) ([]byte, error) {
	var to bytes.Buffer
	w := gzip.NewWriter(&to)
	if _, err := w.Write(r.Body); err != nil {
		return nil, fmt.Errorf("pack a message: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack a message: %w", err)
	}
	return to.Bytes(), nil
}

func unpacked(body []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("unpack a message: %w", err)
	}
	plain, err := io.ReadAll(r) // our own, and limited when it came
	if err != nil {
		return nil, fmt.Errorf("unpack a message: %w", err)
	}
	return plain, nil
}

// Sent is what a partner has sent of a unit type, and that is not compiled yet.
type Sent struct {
	Partner, Park, Unit string
	Version             int64
	Rates               string
	// Error is why it cannot be sold; "": it can, or is not compiled yet.
	Error string
}

// Uncompiled lists what partners have sent and is not compiled, oldest first.
func (s *Store) Uncompiled(ctx context.Context, limit int) (all []Sent, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, func(scan func(into ...any) error) (u Sent, err error) {
			err = scan(&u.Partner, &u.Park, &u.Unit, &u.Version, &u.Rates)
			return u, err
		}, "SELECT partner, park, unit_type, version, rates FROM ari_unit WHERE compiled < version ORDER BY version, partner, park, unit_type LIMIT $1", limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list what partners have sent: %w", err)
	}
	return all, nil
}

// Compiled notes that what partners have sent was compiled, or cannot be sold.
func (s *Store) Compiled(ctx context.Context, all []Sent) error {
	err := s.Update(ctx, func(tx *Tx) error {
		for _, u := range all {
			_, err := tx.Exec("UPDATE ari_unit SET compiled = $4, error = $5 WHERE partner = $1 AND park = $2 AND unit_type = $3 AND compiled < $4", u.Partner, u.Park, u.Unit, u.Version, u.Error)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("note what is compiled: %w", err)
	}
	return nil
}

// Unsold returns the unit types that are off sale because what their partners have sent cannot
// be sold, with the reasons. Every node knows them, whichever has compiled them.
func (s *Store) Unsold(ctx context.Context) (all map[string]error, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all = map[string]error{}
		sources := map[string]string{} // the partner, by unit type
		err := tx.Query(func(scan func(into ...any) error) error {
			var unit, partner, reason string
			err := scan(&unit, &partner, &reason)
			all[unit], sources[unit] = errors.New(reason), partner
			return err
		}, "SELECT unit_type, partner, error FROM ari_unit WHERE error <> ''")
		if err != nil || len(all) == 0 {
			return err
		}
		live := map[string]string{}
		err = tx.Rates(slices.Collect(maps.Keys(all)), func(unit string, r UnitRates) error {
			live[unit] = r.Source
			return nil
		})
		maps.DeleteFunc(all, func(unit string, _ error) bool { return live[unit] != sources[unit] }) // it was withdrawn since
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list what partners have sent and cannot be sold: %w", err)
	}
	return all, nil
}

// Senders says how the partners do that have sent messages, by partner.
func (s *Store) Senders(ctx context.Context) (all []ari.Sender, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		selling := map[string]bool{}
		err := tx.eachRated(func(scan func(into ...any) error) error {
			var source string
			err := scan(&source)
			selling[source] = true
			return err
		}, "t.source", "t.source <> ''")
		if err != nil {
			return err
		}
		all, err = Select(tx, func(scan func(into ...any) error) (r ari.Sender, err error) {
			var stored, refused int64
			err = scan(&r.Partner, &stored, &refused, &r.Refusals, &r.Waiting)
			r.Stored, r.Refused, r.Selling = instant(stored), instant(refused), selling[r.Partner]
			return r, err
		}, `SELECT partner, MAX(stored_ms), MAX(refused_ms), COALESCE(MAX(refusals), 0),
			(SELECT COUNT(*) FROM ari_unit u WHERE u.compiled < u.version AND u.partner = ari_park.partner) FROM ari_park GROUP BY partner ORDER BY partner`)
		return err
	})
	return all, err
}

// ReceiptOf is a Receipt with its id.
type ReceiptOf struct {
	ID string
	ari.Receipt
}

// Receipts lists the newest messages of a partner, without their bodies.
func (s *Store) Receipts(ctx context.Context, partner string, limit int) (all []ReceiptOf, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		all, err = Select(tx, func(scan func(into ...any) error) (ReceiptOf, error) { return readReceipt(scan) },
			"SELECT id, partner, park, kind, at_ms, refused, warnings FROM partner_message WHERE partner = $1 ORDER BY at_ms DESC, id DESC LIMIT $2", partner, limit)
		return err
	})
	return all, err
}

func readReceipt(scan func(into ...any) error, more ...any) (r ReceiptOf, err error) {
	var at int64
	var warnings string
	err = scan(append([]any{&r.ID, &r.Partner, &r.Park, &r.Kind, &at, &r.Refused, &warnings}, more...)...)
	if r.At = instant(at); warnings != "" {
		r.Warnings = strings.Split(warnings, "\n")
	}
	return r, err
}

// Receipt reads a message of a partner, and returns ErrNotFound where there is none.
func (s *Store) Receipt(ctx context.Context, id string) (r ReceiptOf, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		var body []byte
		scan := tx.QueryRow("SELECT id, partner, park, kind, at_ms, refused, warnings, body FROM partner_message WHERE id = $1", id).Scan
		if r, err = readReceipt(scan, &body); err == nil {
			r.Body, err = unpacked(body)
		}
		return err
	})
	return r, err
}
