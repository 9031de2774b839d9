// Package cache holds caches with a limit: Cache in memory, by the total weight of
// its entries, and Disk in a directory, by the total size of its files.
package cache

import (
	"container/list"
	"sync"
)

// Cache evicts the entries that were used least recently. It is safe for concurrent
// use.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	max     int
	weight  int
	entries map[K]*list.Element
	recent  *list.List // of *entry[K, V], the one used last first
}

type entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
}

// New returns a cache. The weights of its entries never exceed max in total.
func New[K comparable, V any](max int) *Cache[K, V] {
	return &Cache[K, V]{max: max, entries: map[K]*list.Element{}, recent: list.New()}
}

// Get returns the value of a key; ok is false if there is none.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key)
}

func (c *Cache[K, V]) get(key K) (v V, ok bool) {
	found, ok := c.entries[key]
	if !ok {
		return v, false
	}
	c.recent.MoveToFront(found)
	return found.Value.(*entry[K, V]).value, true
}

// Len returns the number of entries.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}

// GetOrPut returns the value of a key. Where there is none, it stores the
// result of fresh with a weight of 1.
func (c *Cache[K, V]) GetOrPut(key K, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.get(key); ok {
		return v
	}
	v := fresh()
	c.add(key, v, 1)
	return v
}

// Put stores a value, unless it weighs more than half of the maximum.
func (c *Cache[K, V]) Put(key K, v V, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.entries[key]; ok {
		c.remove(found)
	}
	if weight <= c.max/2 {
		c.add(key, v, weight)
	}
}

func (c *Cache[K, V]) add(key K, v V, weight int) {
	c.entries[key] = c.recent.PushFront(&entry[K, V]{key, v, weight})
	for c.weight += weight; c.weight > c.max; {
		c.remove(c.recent.Back())
	}
}

func (c *Cache[K, V]) remove(found *list.Element) {
	removed := c.recent.Remove(found).(*entry[K, V])
	delete(c.entries, removed.key)
	c.weight -= removed.weight
}
