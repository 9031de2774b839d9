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
	entries map[K]*Entry[K, V]
	// queue is the start of the ring of entries: queue.next is the newest entry,
	// queue.before is evicted first.
	queue Entry[K, V]
}

// Entry is a value in a cache. With an Entry, a caller can read the value again
// without looking up its key, as long as the cache keeps it.
type Entry[K comparable, V any] struct {
	key    K
	value  V
	weight int
	used   bool // since it was last at the back of the queue
	gone   bool // from the cache; value is the zero value

	// in the ring; reading a value does not touch them
	before, next *Entry[K, V]
}

// New returns a cache. The weights of its entries never exceed max in total.
func New[K comparable, V any](max int) *Cache[K, V] {
	c := &Cache[K, V]{max: max, entries: map[K]*Entry[K, V]{}}
	c.queue.before, c.queue.next = &c.queue, &c.queue
	return c
}

// Get returns the value of a key; ok is false if there is none.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	v, entry := c.Find(key)
	return v, entry != nil
}

// Find returns the value of a key and its entry, or a nil entry if there is
// none.
func (c *Cache[K, V]) Find(key K) (v V, entry *Entry[K, V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.entries[key]
	if !ok {
		return v, nil
	}
	return entry.use(), entry
}

// Again returns the value of an entry; ok is false if the cache no longer keeps
// it. The entry may be nil.
func (c *Cache[K, V]) Again(entry *Entry[K, V]) (v V, ok bool) {
	if entry == nil {
		return v, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if entry.gone {
		return v, false
	}
	return entry.use(), true
}

// use marks the entry as used and returns its value. It does not move the entry
// in the queue, and writes only if the mark changes.
func (e *Entry[K, V]) use() V {
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
	entry := &Entry[K, V]{key: key, value: v, weight: weight}
	c.entries[key] = entry
	c.enqueue(entry)
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
func (c *Cache[K, V]) enqueue(e *Entry[K, V]) {
	e.before, e.next = &c.queue, c.queue.next
	e.before.next, e.next.before = e, e
}

// dequeue takes the entry out of the queue.
func (e *Entry[K, V]) dequeue() {
	e.before.next, e.next.before = e.next, e.before
	e.before, e.next = nil, nil
}

func (c *Cache[K, V]) remove(e *Entry[K, V]) {
	e.dequeue()
	delete(c.entries, e.key)
	c.weight -= e.weight
	var none V
	e.value, e.gone = none, true // who keeps the entry keeps no more than that
}
