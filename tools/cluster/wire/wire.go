// Package wire carries the IP packets of hosts on one machine to each other, and
// delays, loses or cuts them off as told. It needs nothing of the kernel but a
// device for each host from which packets can be read.
package wire

import (
	"io"
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"
)

// Rule is what happens to packets on their way.
type Rule struct {
	Cut   bool          // none arrives
	Delay time.Duration // one way
	Loss  float64       // the share that is lost, from 0 to 1
}

// biggest is the size of the largest packet that is carried, in bytes.
const biggest = 1 << 16

// queued is how many delayed packets may be under way from one host to another. More
// are lost, as in a router.
const queued = 4096

// Wire connects hosts. It is safe for concurrent use.
type Wire struct {
	mu      sync.Mutex
	devices map[netip.Addr]io.Writer
	rules   map[way]Rule
	delayed map[way]chan packet
	random  *rand.Rand
	ended   chan struct{}
}

// way is the way from one host to another.
type way struct{ from, to netip.Addr }

type packet struct {
	due  time.Time
	data []byte
}

// New returns a wire without hosts. The seed decides which packets are lost.
func New(seed uint64) *Wire {
	return &Wire{devices: map[netip.Addr]io.Writer{}, rules: map[way]Rule{}, delayed: map[way]chan packet{},
		random: rand.New(rand.NewPCG(seed, seed)), ended: make(chan struct{})}
}

// Attach connects a host. Each Read of its device must return one IPv4 packet that the
// host sends, and each Write is one that it receives. Attach returns at once.
func (w *Wire) Attach(host netip.Addr, device io.ReadWriter) {
	w.mu.Lock()
	w.devices[host] = device
	w.mu.Unlock()
	go func() {
		data := make([]byte, biggest)
		for {
			n, err := device.Read(data)
			if err != nil {
				return
			}
			w.carry(host, data[:n])
		}
	}()
}

// Between sets what happens to packets between two hosts, both ways.
func (w *Wire) Between(a, b netip.Addr, rule Rule) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rules[way{a, b}], w.rules[way{b, a}] = rule, rule
}

// Around sets what happens to all packets to and from a host.
func (w *Wire) Around(host netip.Addr, rule Rule) {
	w.mu.Lock()
	others := make([]netip.Addr, 0, len(w.devices))
	for other := range w.devices {
		others = append(others, other)
	}
	w.mu.Unlock()
	for _, other := range others {
		w.Between(host, other, rule)
	}
}

// Heal removes all rules.
func (w *Wire) Heal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.rules)
}

// Close drops the packets that are under way. Hosts end when their devices do.
func (w *Wire) Close() { close(w.ended) }

// carry sends one packet on its way. The caller uses data again afterwards.
func (w *Wire) carry(from netip.Addr, data []byte) {
	const header = 20 // bytes
	if len(data) < header || data[0]>>4 != 4 {
		return // such as IPv6 that looks for neighbours
	}
	to := way{from, netip.AddrFrom4([4]byte(data[16:20]))}
	w.mu.Lock()
	device, rule := w.devices[to.to], w.rules[to]
	lost := device == nil || rule.Cut || rule.Loss > 0 && w.random.Float64() < rule.Loss
	var queue chan packet
	if !lost && rule.Delay > 0 {
		queue = w.queue(to, device)
	}
	w.mu.Unlock()
	switch {
	case lost:
	case queue == nil:
		_, _ = device.Write(data) // a host that is ending loses what it gets
	default:
		select {
		case queue <- packet{time.Now().Add(rule.Delay), append([]byte(nil), data...)}:
		default:
		}
	}
}

// queue returns the packets that are under way, which arrive in their order. The caller
// holds the lock.
func (w *Wire) queue(to way, device io.Writer) chan packet {
	queue := w.delayed[to]
	if queue != nil {
		return queue
	}
	queue = make(chan packet, queued)
	w.delayed[to] = queue
	go func() {
		for {
			select {
			case <-w.ended:
				return
			case p := <-queue:
				select {
				case <-w.ended:
					return
				case <-time.After(time.Until(p.due)):
					_, _ = device.Write(p.data)
				}
			}
		}
	}()
	return queue
}
