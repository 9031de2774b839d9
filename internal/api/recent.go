package api

import (
	"container/list"
	"sync"
)

// recent keeps the entries that were used of late, up to a total weight. It is
// safe for concurrent use.
type recent[K comparable, V any] struct {
	mu      sync.Mutex
	most    int
	weight  int
	order   *list.List // of *recentEntry, those that came first at the back
	entries map[K]*list.Element
}

type recentEntry[K comparable, V any] struct {
	key    K
	value  V
	weight int
	used   bool // since it was last at the back: one more round is its due
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, order: list.New(), entries: map[K]*list.Element{}}
}

func (c *recent[K, V]) get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		return v, false
	}
	return use[K, V](element), true
}

// use gives an element's value. Nothing moves: most uses change nothing at all.
func use[K comparable, V any](element *list.Element) V {
	entry := element.Value.(*recentEntry[K, V])
	if !entry.used {
		entry.used = true
	}
	return entry.value
}

// getOrPut returns the value of a key, made by fresh where there is none.
func (c *recent[K, V]) getOrPut(key K, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		return use[K, V](element)
	}
	v := fresh()
	c.add(key, v, 1)
	return v
}

func (c *recent[K, V]) put(key K, v V, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.remove(element)
	}
	if weight <= c.most/4 {
		c.add(key, v, weight)
	}
}

func (c *recent[K, V]) add(key K, v V, weight int) {
	c.entries[key] = c.order.PushFront(&recentEntry[K, V]{key: key, value: v, weight: weight})
	for c.weight += weight; c.weight > c.most; {
		oldest := c.order.Back()
		if entry := oldest.Value.(*recentEntry[K, V]); entry.used {
			entry.used = false
			c.order.MoveToFront(oldest)
			continue
		}
		c.remove(oldest)
	}
}

func (c *recent[K, V]) remove(element *list.Element) {
	entry := c.order.Remove(element).(*recentEntry[K, V])
	delete(c.entries, entry.key)
	c.weight -= entry.weight
}
