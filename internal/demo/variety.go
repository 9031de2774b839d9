package demo

import "slices"

// regionProse counts what the texts of a region have said, so that parks which a
// visitor sees side by side are described in different words.
type regionProse struct {
	phrases map[string]*phraseUse
	remarks map[string]int
}

// phraseUse counts how often each half of some phrases, and each pair of halves,
// was used.
type phraseUse struct {
	heads, tails []int
	pairs        [][]int
	left         int // pairs that were never used
}

func newRegionProse() *regionProse {
	return &regionProse{phrases: map[string]*phraseUse{}, remarks: map[string]int{}}
}

func (r *regionProse) use(key string, from phrases) *phraseUse {
	u := r.phrases[key]
	if u == nil {
		u = &phraseUse{heads: make([]int, len(from.heads)), tails: make([]int, len(from.tails)),
			pairs: make([][]int, len(from.heads)), left: len(from.heads) * len(from.tails)}
		for i := range u.pairs {
			u.pairs[i] = make([]int, len(from.tails))
		}
		r.phrases[key] = u
	}
	return u
}

// exhausted reports whether every sentence of these phrases was used in the region.
func (r *regionProse) exhausted(key string, from phrases) bool {
	return r.use(key, from).left == 0
}

// sentence returns one of the sentences that the region has used least, and of
// these one whose halves it has used least.
func (r *regionProse) sentence(s *stream, key string, from phrases) string {
	u := r.use(key, from)
	var best [][2]int
	var least [3]int
	for i := range from.heads {
		for j := range from.tails {
			uses := [3]int{u.pairs[i][j], u.heads[i], u.tails[j]}
			order := slices.Compare(uses[:], least[:])
			if best == nil || order < 0 {
				best, least = [][2]int{}, uses
				order = 0
			}
			if order == 0 {
				best = append(best, [2]int{i, j})
			}
		}
	}
	at := pick(s, best)
	i, j := at[0], at[1]
	if u.pairs[i][j] == 0 {
		u.left--
	}
	u.pairs[i][j]++
	u.heads[i]++
	u.tails[j]++
	return from.heads[i] + from.tails[j]
}

// rare returns up to n different texts that the region has used at most once, and
// counts them as used.
func (r *regionProse) rare(s *stream, from []string, n int) []string {
	var chosen []string
	for _, text := range some(s, from, len(from)) {
		if len(chosen) < n && r.remarks[text] < 2 {
			r.remarks[text]++
			chosen = append(chosen, text)
		}
	}
	return chosen
}
