//go:build !linux

package availability

// preferHugePages does nothing: other systems choose the size of pages
// themselves.
func preferHugePages([]uint64) {}
