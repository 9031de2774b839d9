package catalogue

// Kind is a kind of entity of the catalogue, as feeds and the database name it.
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

// Kinds lists all kinds, each after those that it refers to.
var Kinds = []Kind{KindFeature, KindOffer, KindRegion, KindOperator, KindPark, KindUnit, KindCode}
