package ical

import "time"

// Impatient makes a reader give feeds less time.
func (r *Reader) Impatient(patience time.Duration) *Reader {
	r.public.Timeout, r.private.Timeout = patience, patience
	return r
}
