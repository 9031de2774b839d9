package feed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"holidaymaker/internal/catalogue"
)

// entityID names an entity of the catalogue.
type entityID struct {
	kind catalogue.Kind
	id   string
}

func (e entityID) String() string { return string(e.kind) + " " + e.id }

// slot is the number under which a spill stores the entity's links: a hash of
// its kind and id.
func (e entityID) slot() int {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(e.kind))
	_, _ = hash.Write([]byte{0})
	_, _ = hash.Write([]byte(e.id))
	return int(hash.Sum64() >> 1)
}

// lineRef is a line of one of the import's files.
type lineRef struct {
	file int // index among the files
	line int64
}

// linkKind is what a link says about an entity.
type linkKind byte

const (
	linkDefined   linkKind = iota // the import contains the entity
	linkWithdrawn                 // the import withdraws it
	linkNeeded                    // an entity of the import refers to it
	linkLive                      // it is on sale
	linkLiveNeeds                 // an entity that is on sale refers to it
)

// link is one fact about an entity, from the import or from the database.
type link struct {
	kind   linkKind
	to     entityID // the entity that the link is about
	from   entityID // the entity that refers to it
	at     lineRef  // the row of the import
	column string   // the field that refers to it
	more   int64    // how many more links of this kind were counted but not stored
}

func (l link) pack(b []byte) []byte {
	b = append(b, byte(l.kind))
	for _, text := range []string{string(l.to.kind), l.to.id, string(l.from.kind), l.from.id, l.column} {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	b = binary.AppendUvarint(b, uint64(l.at.file))
	b = binary.AppendUvarint(b, uint64(l.at.line))
	return binary.AppendUvarint(b, uint64(l.more))
}

func unpackLink(b []byte) link {
	kind := linkKind(b[0])
	b = b[1:]
	var texts [5]string
	for i := range texts {
		size, n := binary.Uvarint(b)
		texts[i] = string(b[n : n+int(size)])
		b = b[n+int(size):]
	}
	file, n := binary.Uvarint(b)
	b = b[n:]
	line, n := binary.Uvarint(b)
	more, _ := binary.Uvarint(b[n:])
	return link{kind, entityID{catalogue.Kind(texts[0]), texts[1]}, entityID{catalogue.Kind(texts[2]), texts[3]},
		lineRef{int(file), int64(line)}, texts[4], int64(more)}
}

// links collects all links of an import. In limited memory it finds entities
// that the import contains twice, references to entities that will not exist,
// and withdrawals of entities that others need. It divides the links by entity,
// and moves them to temporary files when there are many.
type links struct {
	byTarget spill // by link.to
	byOwner  spill // by link.from: references of entities on sale, in a delta
	delta    bool
	packed   []byte
	repeated map[repeat]int64 // how many links of each kind an entity has
}

// repeat identifies links of one kind to one entity. Every park refers to a
// region and an operator, so these may have very many: the first are stored,
// the others only counted.
type repeat struct {
	kind linkKind
	to   entityID
}

// maxRepeats limits the number of entities whose references are counted.
const maxRepeats = 10_000

// maxLinkMemory is how many bytes of links are kept in memory before they are
// moved to temporary files.
const maxLinkMemory = 8 << 20

func newLinks(temp string, delta bool, maxBytes int) *links {
	return &links{byTarget: spill{parent: temp, maxBytes: maxBytes}, byOwner: spill{parent: temp, maxBytes: maxBytes}, delta: delta, repeated: map[repeat]int64{}}
}

func (l *links) close() error { return errors.Join(l.byTarget.close(), l.byOwner.close()) }

// add records a link.
func (l *links) add(link link) error {
	if link.kind == linkNeeded || link.kind == linkLiveNeeds {
		key := repeat{link.kind, link.to}
		n, counted := l.repeated[key]
		if counted || len(l.repeated) < maxRepeats {
			l.repeated[key] = n + 1
		}
		if n >= MaxBadRows {
			return nil
		}
	}
	return l.put(link)
}

func (l *links) put(link link) error {
	l.packed = link.pack(l.packed[:0])
	l.byTarget.add(link.to.slot(), l.packed)
	return l.byTarget.relieve()
}

// addNamed records that the import contains or withdraws an entity.
func (l *links) addNamed(kind linkKind, id entityID, at lineRef) error {
	link := link{kind: kind, to: id, at: at}
	if err := l.add(link); err != nil || !l.delta {
		return err
	}
	return l.addByOwner(id, link)
}

func (l *links) addByOwner(owner entityID, link link) error {
	l.packed = link.pack(l.packed[:0])
	l.byOwner.add(owner.slot(), l.packed)
	return l.byOwner.relieve()
}

// addLive records an entity that is on sale, and what it refers to. These
// references only count when the import does not contain the entity; settleLive
// decides that.
func (l *links) addLive(id entityID, entity catalogue.Entity) error {
	if err := l.add(link{kind: linkLive, to: id}); err != nil {
		return err
	}
	for _, r := range references(entity) {
		if err := l.addByOwner(id, link{kind: linkLiveNeeds, to: r.to, from: id}); err != nil {
			return err
		}
	}
	return nil
}

// settleLive records the references of those entities on sale that the import
// neither contains nor withdraws.
func (l *links) settleLive() error {
	for part := range parts {
		slots, err := l.byOwner.read(part)
		if err != nil {
			return err
		}
		for _, slot := range slices.Sorted(maps.Keys(slots)) {
			changed := map[entityID]bool{}
			for _, packed := range slots[slot] {
				if link := unpackLink(packed); link.kind != linkLiveNeeds {
					changed[link.to] = true
				}
			}
			for _, packed := range slots[slot] {
				link := unpackLink(packed)
				if link.kind != linkLiveNeeds || changed[link.from] {
					continue
				}
				if err := l.add(link); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// check returns all rows that contradict each other or contradict what is on
// sale.
func (l *links) check(files []File) (found badRows, err error) {
	if err := l.settleLive(); err != nil {
		return found, err
	}
	for key, n := range l.repeated {
		if n > MaxBadRows {
			if err := l.put(link{kind: key.kind, to: key.to, more: n - MaxBadRows}); err != nil {
				return found, err
			}
		}
	}
	for part := range parts {
		slots, err := l.byTarget.read(part)
		if err != nil {
			return found, err
		}
		for _, packed := range slots {
			about := map[entityID][]link{} // more than one entity only where hashes collide
			for _, p := range packed {
				link := unpackLink(p)
				about[link.to] = append(about[link.to], link)
			}
			for id, all := range about {
				found.checkEntity(id, all, files)
			}
		}
	}
	return found, nil
}

// checkEntity checks all links of one entity.
func (b *badRows) checkEntity(id entityID, all []link, files []File) {
	bad := func(at lineRef, column, reason string) {
		b.add(at, BadRow{files[at.file].Name, at.line, column, reason})
	}
	var first *link // row of the import that names it
	var needed, usedBy []link
	exists := false
	for i, link := range all {
		switch link.kind {
		case linkDefined, linkWithdrawn:
			if first != nil {
				where := fmt.Sprintf("line %d", first.at.line)
				if first.at.file != link.at.file {
					where += " of " + files[first.at.file].Name
				}
				bad(link.at, "id", fmt.Sprintf("%s is already in %s", id, where))
				continue
			}
			first = &all[i]
		case linkNeeded:
			needed = append(needed, link)
		case linkLive:
			exists = true
		case linkLiveNeeds:
			usedBy = append(usedBy, link)
		}
	}
	if first != nil {
		exists = first.kind == linkDefined
	}
	if exists {
		return
	}
	for _, link := range needed {
		if link.more > 0 {
			b.count += link.more
			continue
		}
		bad(link.at, link.column, fmt.Sprintf("there is no %s %s", id.kind, shorten([]byte(id.id))))
	}
	if first != nil && len(usedBy) > 0 {
		bad(first.at, "id", needsReason(id, usedBy))
	}
}

// needsReason returns the error text for a withdrawn entity that entities on
// sale still need. It lists these.
func needsReason(id entityID, usedBy []link) string {
	var users []string
	more := int64(0)
	for _, link := range usedBy {
		if more += link.more; link.more == 0 {
			users = append(users, link.from.String())
		}
	}
	slices.Sort(users)
	users = slices.Compact(users)
	if len(users) == 1 {
		return fmt.Sprintf("%s needs %s: withdraw it too, or change it in the same import", users[0], id)
	}
	named := users[0] + " and " + users[1]
	if more += int64(len(users)) - 2; more > 0 {
		named = fmt.Sprintf("%s, %s and %d more", users[0], users[1], more)
	}
	return fmt.Sprintf("%s need %s: withdraw them too, or change them in the same import", named, id)
}

// entityRef is a reference to an entity, with the field that contains it.
type entityRef struct {
	to     entityID
	column string
}

// references lists what an entity refers to.
func references(entity catalogue.Entity) (refs []entityRef) {
	one := func(kind catalogue.Kind, id, column string) {
		refs = append(refs, entityRef{entityID{kind, id}, column})
	}
	list := func(kind catalogue.Kind, ids []string, column string) {
		for i, id := range ids {
			one(kind, id, fmt.Sprintf("%s[%d]", column, i))
		}
	}
	switch e := entity.(type) {
	case catalogue.Park:
		one(catalogue.KindRegion, e.RegionID, "region")
		one(catalogue.KindOperator, e.OperatorID, "operator")
		list(catalogue.KindFeature, e.Features, "features")
		for i, extra := range e.Extras {
			if extra.Feature != "" {
				one(catalogue.KindFeature, extra.Feature, fmt.Sprintf("extras[%d].feature", i))
			}
		}
	case catalogue.UnitType:
		one(catalogue.KindPark, e.ParkID, "park")
		list(catalogue.KindFeature, e.Features, "features")
		list(catalogue.KindOffer, e.Offers, "offers")
	case catalogue.Code:
		list(catalogue.KindOperator, e.Operators, "operators")
	}
	return refs
}
