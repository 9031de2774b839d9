package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// itemKey names an item as a source has sent it.
type itemKey struct {
	kind   string
	digest [sha256.Size]byte
}

// cleanItem is an item that was checked and sanitised, or why it cannot be used.
type cleanItem struct {
	item *item
	err  error
	at   time.Time
}

// read checks and sanitises what a source has answered. Items that cannot be
// used are left out and reported; those that are not public are left out. bad
// has the names of the reported ones.
func (s *Service) read(c call, got reply) (found *answer, bad []string) {
	found = &answer{items: []*item{}, total: got.total, pages: got.pages}
	for _, text := range got.items {
		if c.kind == media {
			if entry, err := readMedia(text); err == nil {
				found.picture = s.pictures.resolve(entry)
			}
			continue
		}
		read, err := s.readOnce(c.kind, text)
		name := nameOf(c.kind, text)
		if err != nil && !errors.Is(err, errHidden) {
			s.Bad.Report(badrecord.Content, name, err)
			bad = append(bad, name)
			continue
		}
		s.Bad.Report(badrecord.Content, name, nil)
		if err == nil {
			found.items = append(found.items, read)
		}
	}
	return found, bad
}

// readOnce reads an item, which may be in many lists, and sanitises it once while
// it is fresh.
func (s *Service) readOnce(kind string, text []byte) (*item, error) {
	key := itemKey{kind, sha256.Sum256(text)}
	held, ok := s.items.Get(key)
	if !ok || s.Now().Sub(held.at) >= freshFor {
		held = &cleanItem{at: s.Now()}
		held.err = loop.Catch(func() (err error) {
			held.item, err = s.readItem(kind, text)
			return err
		})
		s.items.Put(key, held, 400+3*len(text))
	}
	if held.err != nil {
		return nil, held.err
	}
	own := *held.item // cards completes the fields of each answer
	own.fields = maps.Clone(own.fields)
	return &own, nil
}

// nameOf returns the name under which an unusable item is reported. One without a
// readable id is named by its text: its place in a list is soon that of another.
func nameOf(kind string, text []byte) string {
	var w struct {
		ID json.Number `json:"id"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if decoder.Decode(&w) == nil && w.ID != "" {
		return kind + " " + w.ID.String()
	}
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%s, an item without id, digest %x", kind, sum[:6])
}
