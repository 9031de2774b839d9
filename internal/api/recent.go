package api

import (
	"container/list"
	"sync"
)

// recent keeps the entries that were used last, up to a total weight. It is
// safe for concurrent use.
type recent[V any] struct {
	mu      sync.Mutex
	most    int
	weight  int
	order   *list.List // most recent first
	entries map[string]*list.Element
}

type recentEntry[V any] struct {
	key    string
	value  V
	weight int
}

func newRecent[V any](most int) *recent[V] {
	return &recent[V]{most: most, order: list.New(), entries: map[string]*list.Element{}}
}

func (c *recent[V]) get(key string) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(element)
	return element.Value.(recentEntry[V]).value, true
}

// getOrPut returns the value of a key, made by fresh where there is none.
func (c *recent[V]) getOrPut(key string, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.order.MoveToFront(element)
		return element.Value.(recentEntry[V]).value
	}
	v := fresh()
	c.add(key, v, 1)
	return v
}

func (c *recent[V]) put(key string, v V, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.remove(element)
	}
	if weight <= c.most/4 {
		c.add(key, v, weight)
	}
}

func (c *recent[V]) add(key string, v V, weight int) {
	c.entries[key] = c.order.PushFront(recentEntry[V]{key, v, weight})
	for c.weight += weight; c.weight > c.most; {
		c.remove(c.order.Back())
	}
}

func (c *recent[V]) remove(element *list.Element) {
	entry := c.order.Remove(element).(recentEntry[V])
	delete(c.entries, entry.key)
	c.weight -= entry.weight
}
