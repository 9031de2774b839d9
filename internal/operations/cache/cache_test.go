package cache

import (
	"testing"

	"pgregory.net/rapid"
)

func TestUsedEntriesAreEvictedLast(t *testing.T) {
	c := New[string, int](8)
	for i, key := range []string{"a", "b", "c", "d"} {
		c.Put(key, i, 2)
	}
	if v, ok := c.Get("a"); !ok || v != 0 {
		t.Fatalf("got %d, %t", v, ok)
	}
	c.Put("e", 4, 2)
	for key, kept := range map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": true} {
		if _, ok := c.Get(key); ok != kept {
			t.Errorf("%s is there: %t, want %t", key, ok, kept)
		}
	}
}

func TestEntriesStayWithinTheWeightLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const max = 40
		c := New[int, int](max)
		held := map[int]int{} // the last value put
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 12).Draw(t, "key")
			if rapid.Bool().Draw(t, "put") {
				held[key]++
				c.Put(key, held[key], rapid.IntRange(1, 12).Draw(t, "weight"))
			}
			if v, ok := c.Get(key); ok && v != held[key] {
				t.Fatalf("%d is %d, want %d", key, v, held[key])
			}
			total := 0
			queued := 0
			for e := c.recent.Front(); e != nil; e = e.Next() {
				queued++
				total += e.Value.(*entry[int, int]).weight
			}
			if total != c.weight || total > max || queued != len(c.entries) {
				t.Fatalf("weight %d, counted %d, %d in the queue, %d by key", c.weight, total, queued, len(c.entries))
			}
		}
	})
}

func TestAValueInUseIsKept(t *testing.T) {
	c := New[string, int](4)
	c.Put("a", 1, 1)
	for _, key := range []string{"b", "c", "d", "e"} {
		if v, ok := c.Get("a"); v != 1 || !ok {
			t.Errorf("before %s: found %d, %t", key, v, ok)
		}
		c.Put(key, 2, 1) // a is the oldest, but is used
	}
	if _, ok := c.Get("a"); !ok {
		t.Error("a value in use was evicted")
	}
	if _, ok := c.Get("b"); ok {
		t.Error("the oldest value that nobody used was kept")
	}
}
