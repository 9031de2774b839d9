package api

// Limit names a rate limit of a client address.
type Limit string

// The limits; their sizes are configuration.
const (
	limitNone       Limit = ""
	limitSearch     Limit = "search"
	limitBook       Limit = "book"
	limitDiscount   Limit = "discount"
	limitReset      Limit = "reset"
	limitNewsletter Limit = "newsletter"
)
