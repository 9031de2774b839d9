package picture

import "math"

// stream is a seeded stream of 32-bit numbers (mulberry32): the same seed draws
// the same picture, on every machine and with every version of Go.
type stream uint32

func newStream(seed string) *stream {
	h := uint32(2166136261)
	for _, b := range []byte(seed) {
		h = (h ^ uint32(b)) * 16777619
	}
	s := stream(h)
	return &s
}

// unit returns a number from 0 to below 1.
func (s *stream) unit() float64 {
	*s += 0x6D2B79F5
	t := uint32(*s)
	t = (t ^ t>>15) * (1 | t)
	t ^= t + (t^t>>7)*(61|t)
	return float64(t^t>>14) / (1 << 32)
}

func (s *stream) between(a, b float64) float64 { return a + (b-a)*s.unit() }

func (s *stream) chance(p float64) bool { return s.unit() < p }

func (s *stream) upTo(n int) int { return int(s.unit() * float64(n)) }

func pick[T any](s *stream, choices ...T) T { return choices[s.upTo(len(choices))] }

func sin(v float64) float64 { return math.Sin(v) }
func cos(v float64) float64 { return math.Cos(v) }
