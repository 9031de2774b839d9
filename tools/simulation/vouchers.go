package main

import (
	"math/rand/v2"
	"time"
)

// homeShard has the vouchers. Each call has the reference of its booking as its key, so that
// it may come twice, late, or after the one that should follow it.
type homeShard struct {
	reserved map[int]int  // by voucher: the booking that has it
	taken    map[int]bool // by booking
	released map[int]bool // by booking: a reservation that comes later is refused
}

func (h *homeShard) reserve(booking, voucher int) bool {
	if of, is := h.reserved[voucher]; h.released[booking] || is && of != booking {
		return false
	}
	h.reserved[voucher] = booking
	return true
}

func (h *homeShard) take(booking, voucher int) {
	if h.reserved[voucher] == booking {
		h.taken[booking] = true
	}
}

func (h *homeShard) release(booking, voucher int) {
	h.released[booking] = true
	if h.reserved[voucher] == booking && !h.taken[booking] {
		delete(h.reserved, voucher)
	}
}

// network carries calls between shards. It loses some, and some answers, carries others
// twice, and takes its time. down says when the shard that is called is down.
type network struct {
	clock  *clockwork
	random *rand.Rand
	down   func(time.Duration) bool
}

// Of a hundred calls as many are lost, as many answers, and as many calls come twice.
const badCalls = 20

// call carries one. answered is called with whether there was an answer.
func (n *network) call(do func(), answered func(ok bool)) {
	late := func() time.Duration { return time.Duration(n.random.ExpFloat64() * float64(time.Second)) }
	bad := func() bool { return n.random.IntN(100) < badCalls }
	arrive := func(again bool) {
		arrives, lost := !bad() && !n.down(n.clock.now), bad()
		if arrives {
			do()
		}
		if !again {
			n.clock.after(late(), func() { answered(arrives && !lost) })
		}
	}
	n.clock.after(late(), func() { arrive(false) })
	if bad() {
		n.clock.after(10*late(), func() { arrive(true) })
	}
}

// books is what shards say at the end.
type books struct {
	confirmed, refused, left int           // bookings: paid; told that the voucher is used; whose visitor went away
	twice                    int           // vouchers of more than one confirmed booking
	unpaid                   int           // confirmed bookings whose voucher was not taken
	stuck                    int           // vouchers that a booking keeps which is not confirmed
	settled                  time.Duration // when the last job had its answer
}

// spend lets two visitors try to use each of many vouchers, for bookings on another shard,
// while calls are lost and the home shard is down for a minute. A booking first writes on its
// own shard that it is about to reserve, with the job that ends this; so whatever is lost,
// the job takes or releases.
func spend(vouchers int, seed uint64) (b books) {
	const hold, payment, tries = 20 * time.Minute, 30 * time.Second, 4
	c := &clockwork{}
	home := &homeShard{map[int]int{}, map[int]bool{}, map[int]bool{}}
	n := &network{c, rand.New(rand.NewPCG(seed, 124)), func(t time.Duration) bool { return t > time.Minute && t < 2*time.Minute }}
	confirmed := map[int]int{} // by voucher
	for booking := range 2 * vouchers {
		voucher := booking / 2
		paid := false
		var end func()
		end = func() {
			n.call(func() {
				if paid {
					home.take(booking, voucher)
				} else {
					home.release(booking, voucher)
				}
			}, func(ok bool) {
				if ok {
					b.settled = max(b.settled, c.now)
				} else {
					c.after(10*time.Second, end) // the job is tried again
				}
			})
		}
		var try func(left int)
		try = func(left int) {
			granted := false
			n.call(func() { granted = home.reserve(booking, voucher) }, func(ok bool) {
				switch {
				case ok && granted && n.random.IntN(100) < 90:
					c.after(payment, func() { paid = true; b.confirmed++; confirmed[voucher]++; end() })
				case ok && !granted:
					b.refused++
					end()
				case !ok && left > 1:
					try(left - 1)
				default: // the visitor goes away, and the hold ends
					b.left++
					c.after(hold, end)
				}
			})
		}
		c.after(time.Duration(n.random.Float64()*float64(3*time.Minute)), func() { try(tries) })
	}
	c.run(time.Duration(1<<63 - 1))
	for voucher, count := range confirmed {
		if count > 1 {
			b.twice++
		}
		if !home.taken[home.reserved[voucher]] {
			b.unpaid++
		}
	}
	for _, booking := range home.reserved {
		if !home.taken[booking] {
			b.stuck++
		}
	}
	return b
}
