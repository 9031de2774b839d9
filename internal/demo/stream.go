package demo

import "hash/fnv"

// stream is a sequence of pseudo-random numbers that depends only on a seed and a
// list of keys. Each part of the demo has streams of its own, so that a park does
// not depend on those made before it.
type stream struct{ state uint64 }

func newStream(seed uint64, keys ...string) *stream {
	h := fnv.New64a()
	for _, k := range keys {
		h.Write([]byte(k))
		h.Write([]byte{0})
	}
	return &stream{mix(seed ^ h.Sum64())}
}

// mix scrambles a number (the finaliser of splitmix64).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *stream) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return mix(s.state)
}

// intn returns a number from 0 to n-1.
func (s *stream) intn(n int) int { return int((s.next() >> 11) % uint64(n)) }

// between returns a number from lo to hi, both included.
func (s *stream) between(lo, hi int) int { return lo + s.intn(hi-lo+1) }

// float returns a number from 0 up to but not including 1.
func (s *stream) float() float64 { return float64(s.next()>>11) / (1 << 53) }

// chance is true with a probability in per cent.
func (s *stream) chance(percent int) bool { return s.intn(100) < percent }

func pick[T any](s *stream, from []T) T { return from[s.intn(len(from))] }

// some returns n different entries of from, in random order.
func some[T any](s *stream, from []T, n int) []T {
	left := append([]T(nil), from...)
	for i := range left {
		j := i + s.intn(len(left)-i)
		left[i], left[j] = left[j], left[i]
	}
	return left[:min(n, len(left))]
}
