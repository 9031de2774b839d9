// Package cache keeps the entries that were used recently, up to a total weight.
package cache

import (
	"container/list"
	"sync"
)

// Cache evicts by second chance: an entry that was used since it last came to
// the end of the queue goes round once more. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	max     int
	weight  int
	queue   *list.List // of *entry[K, V], the next to evict at the back
	entries map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
	used   bool // since it was last at the back of the queue
}

// New returns a cache whose entries weigh at most max together.
func New[K comparable, V any](max int) *Cache[K, V] {
	return &Cache[K, V]{max: max, queue: list.New(), entries: map[K]*list.Element{}}
}

// Get returns the value of a key; ok is false where there is none.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		return v, false
	}
	return use[K, V](element), true
}

// use returns an element's value. It moves nothing: most uses write nothing.
func use[K comparable, V any](element *list.Element) V {
	e := element.Value.(*entry[K, V])
	if !e.used {
		e.used = true
	}
	return e.value
}

// Len is the number of entries.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

// GetOrPut returns the value of a key. Where there is none it keeps the result
// of fresh, with a weight of 1.
func (c *Cache[K, V]) GetOrPut(key K, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		return use[K, V](element)
	}
	v := fresh()
	c.add(key, v, 1)
	return v
}

// Put keeps a value, unless it weighs more than a quarter of the maximum.
func (c *Cache[K, V]) Put(key K, v V, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.remove(element)
	}
	if weight <= c.max/4 {
		c.add(key, v, weight)
	}
}

func (c *Cache[K, V]) add(key K, v V, weight int) {
	c.entries[key] = c.queue.PushFront(&entry[K, V]{key: key, value: v, weight: weight})
	for c.weight += weight; c.weight > c.max; {
		oldest := c.queue.Back()
		if e := oldest.Value.(*entry[K, V]); e.used {
			e.used = false
			c.queue.MoveToFront(oldest)
			continue
		}
		c.remove(oldest)
	}
}

func (c *Cache[K, V]) remove(element *list.Element) {
	e := c.queue.Remove(element).(*entry[K, V])
	delete(c.entries, e.key)
	c.weight -= e.weight
}
