// Package cache holds caches with a limit: Cache in memory, by the total weight of
// its entries, and Disk in a directory, by the total size of its files.
package cache

import "sync"

// Cache evicts entries by second chance: an entry at the end of the queue that
// was used since it was last there goes back to the beginning once. It is safe
// for concurrent use.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	max     int
	weight  int
	entries map[K]*entry[K, V]
	// queue is the start of the ring of entries: queue.next is the newest entry,
	// queue.before is evicted first.
	queue entry[K, V]
}

type entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
	used   bool // since it was last at the back of the queue

	// in the ring; reading a value does not touch them
	before, next *entry[K, V]
}

// New returns a cache. The weights of its entries never exceed max in total.
func New[K comparable, V any](max int) *Cache[K, V] {
	c := &Cache[K, V]{max: max, entries: map[K]*entry[K, V]{}}
	c.queue.before, c.queue.next = &c.queue, &c.queue
	return c
}

// Get returns the value of a key; ok is false if there is none.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.entries[key]
	if !ok {
		return v, false
	}
	return found.use(), true
}

// use marks the entry as used and returns its value. It does not move the entry
// in the queue, and writes only if the mark changes.
func (e *entry[K, V]) use() V {
	if !e.used {
		e.used = true
	}
	return e.value
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
	if entry, ok := c.entries[key]; ok {
		return entry.use()
	}
	v := fresh()
	c.add(key, v, 1)
	return v
}

// Put stores a value, unless it weighs more than half of the maximum.
func (c *Cache[K, V]) Put(key K, v V, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if entry, ok := c.entries[key]; ok {
		c.remove(entry)
	}
	if weight <= c.max/2 {
		c.add(key, v, weight)
	}
}

func (c *Cache[K, V]) add(key K, v V, weight int) {
	added := &entry[K, V]{key: key, value: v, weight: weight}
	c.entries[key] = added
	c.enqueue(added)
	for c.weight += weight; c.weight > c.max; {
		oldest := c.queue.before
		if oldest.used {
			oldest.used = false
			oldest.dequeue()
			c.enqueue(oldest)
			continue
		}
		c.remove(oldest)
	}
}

// enqueue puts an entry at the beginning of the queue.
func (c *Cache[K, V]) enqueue(e *entry[K, V]) {
	e.before, e.next = &c.queue, c.queue.next
	e.before.next, e.next.before = e, e
}

// dequeue takes the entry out of the queue.
func (e *entry[K, V]) dequeue() {
	e.before.next, e.next.before = e.next, e.before
	e.before, e.next = nil, nil
}

func (c *Cache[K, V]) remove(e *entry[K, V]) {
	e.dequeue()
	delete(c.entries, e.key)
	c.weight -= e.weight
}
