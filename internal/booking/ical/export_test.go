package ical

import "time"

// Wait makes a reader give feeds another time than it does.
func (r *Reader) Wait(patience time.Duration) {
	r.public.Timeout, r.private.Timeout = patience, patience
}
