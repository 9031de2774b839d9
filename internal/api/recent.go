package api

import (
	"container/list"
	"sync"
)

// recent keeps the entries that were used last, up to a total weight. It is
// safe for concurrent use.
type recent[K comparable, V any] struct {
	mu      sync.Mutex
	most    int
	weight  int
	order   *list.List // most recent first
	entries map[K]*list.Element
}

type recentEntry[K comparable, V any] struct {
	key    K
	value  V
	weight int
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
	c.order.MoveToFront(element)
	return element.Value.(recentEntry[K, V]).value, true
}

// getOrPut returns the value of a key, made by fresh where there is none.
func (c *recent[K, V]) getOrPut(key K, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.order.MoveToFront(element)
		return element.Value.(recentEntry[K, V]).value
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
	c.entries[key] = c.order.PushFront(recentEntry[K, V]{key, v, weight})
	for c.weight += weight; c.weight > c.most; {
		c.remove(c.order.Back())
	}
}

func (c *recent[K, V]) remove(element *list.Element) {
	entry := c.order.Remove(element).(recentEntry[K, V])
	delete(c.entries, entry.key)
	c.weight -= entry.weight
}
