package booking

// SaleJob is the outbox kind of the report of a sale to the affiliate network,
// with the payload Sale; package affiliate handles it. A booking that was
// brought by an affiliate's click has one.
const SaleJob = "affiliate.sale"

// Sale names the booking that was sold.
type Sale struct {
	Ref string `json:"ref"`
}

func (s Sale) encode() string { return encodeJob(s) }
