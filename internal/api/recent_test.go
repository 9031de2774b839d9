package api

import (
	"testing"

	"pgregory.net/rapid"
)

func TestWhatIsUsedOutlastsWhatIsNot(t *testing.T) {
	c := newRecent[string, int](8)
	for i, key := range []string{"a", "b", "c", "d"} {
		c.put(key, i, 2)
	}
	if v, ok := c.get("a"); !ok || v != 0 {
		t.Fatalf("got %d, %t", v, ok)
	}
	c.put("e", 4, 2)
	for key, kept := range map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": true} {
		if _, ok := c.get(key); ok != kept {
			t.Errorf("%s is there: %t, want %t", key, ok, kept)
		}
	}
}

func TestRecentKeepsWithinItsWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 40
		c := newRecent[int, int](most)
		held := map[int]int{} // the last value put
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 12).Draw(t, "key")
			if rapid.Bool().Draw(t, "put") {
				held[key]++
				c.put(key, held[key], rapid.IntRange(1, 12).Draw(t, "weight"))
			}
			if v, ok := c.get(key); ok && v != held[key] {
				t.Fatalf("%d is %d, want %d", key, v, held[key])
			}
			total := 0
			for element := c.order.Front(); element != nil; element = element.Next() {
				total += element.Value.(*recentEntry[int, int]).weight
			}
			if total != c.weight || total > most || c.order.Len() != len(c.entries) {
				t.Fatalf("weight %d, counted %d, %d in order, %d by key", c.weight, total, c.order.Len(), len(c.entries))
			}
		}
	})
}
