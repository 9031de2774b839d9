package catalogue

import (
	"encoding/json"
	"fmt"
)

// Kind is a kind of entity of the catalogue. Its value is the name in feeds and
// in the database.
type Kind string

// The kinds of entities.
const (
	KindRegion   Kind = "region"
	KindOperator Kind = "operator"
	KindPark     Kind = "park"
	KindUnit     Kind = "unit"
	KindOffer    Kind = "offer"
	KindFeature  Kind = "feature"
	KindCode     Kind = "code" // discount codes and vouchers
)

// Kinds lists all kinds, each after the kinds to which it refers.
var Kinds = []Kind{KindFeature, KindOffer, KindRegion, KindOperator, KindPark, KindUnit, KindCode}

// Entity is one record of the catalogue: a Region, Operator, Park, UnitType,
// Offer, Feature or Code.
type Entity interface {
	// EntityKind returns the entity's kind.
	EntityKind() Kind
	// EntityID returns the id that identifies the entity within its kind.
	EntityID() string
	// Validate checks the entity itself, but not the entities to which it
	// refers. It returns an *Invalid, or nil.
	Validate() error
}

// EntityKind returns KindRegion.
func (Region) EntityKind() Kind { return KindRegion }

// EntityID returns the id.
func (r Region) EntityID() string { return r.ID }

// EntityKind returns KindOperator.
func (Operator) EntityKind() Kind { return KindOperator }

// EntityID returns the id.
func (o Operator) EntityID() string { return o.ID }

// EntityKind returns KindPark.
func (Park) EntityKind() Kind { return KindPark }

// EntityID returns the id.
func (p Park) EntityID() string { return p.ID }

// EntityKind returns KindUnit.
func (UnitType) EntityKind() Kind { return KindUnit }

// EntityID returns the id.
func (u UnitType) EntityID() string { return u.ID }

// EntityKind returns KindOffer.
func (Offer) EntityKind() Kind { return KindOffer }

// EntityID returns the urn.
func (o Offer) EntityID() string { return o.URN }

// EntityKind returns KindFeature.
func (Feature) EntityKind() Kind { return KindFeature }

// EntityID returns the key.
func (f Feature) EntityID() string { return f.Key }

// EntityKind returns KindCode.
func (Code) EntityKind() Kind { return KindCode }

// EntityID returns the code.
func (c Code) EntityID() string { return c.Code }

// Decode reads the JSON of an entity in a feed. It is strict: it returns an
// *Invalid for a field that the kind does not have, or that is given twice. It
// does not validate.
func Decode(kind Kind, body []byte) (Entity, error) { return decode(kind, body, true) }

// Read reads the JSON of an entity in the database. It ignores unknown fields,
// which a later version of the product may have written.
func Read(kind Kind, body []byte) (Entity, error) { return decode(kind, body, false) }

func decode(kind Kind, body []byte, strict bool) (Entity, error) {
	switch kind {
	case KindRegion:
		return decodeAs[Region](body, strict)
	case KindOperator:
		return decodeAs[Operator](body, strict)
	case KindPark:
		return decodeAs[Park](body, strict)
	case KindUnit:
		return decodeAs[UnitType](body, strict)
	case KindOffer:
		return decodeAs[Offer](body, strict)
	case KindFeature:
		return decodeAs[Feature](body, strict)
	case KindCode:
		return decodeAs[Code](body, strict)
	}
	return nil, fmt.Errorf("unknown kind %q", kind)
}

func decodeAs[T Entity](body []byte, strict bool) (Entity, error) {
	var e T
	if strict {
		if err := CheckFields(body, e); err != nil {
			return nil, err
		}
	}
	err := json.Unmarshal(body, &e)
	return e, err
}
