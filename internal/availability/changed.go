package availability

import "holidaymaker/internal/date"

// Changed is what has changed of what is for sale.
type Changed struct {
	// Last is the number of the last change in the log.
	Last int64
	// All means that anything may have changed.
	All bool
	// Units are the unit types that have changed otherwise, with the nights that have; a zero
	// Nights stands for all.
	Units map[string]Nights
}

// Nights are the nights from one date to another.
type Nights struct{ First, Last date.Date }
