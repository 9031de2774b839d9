package availability

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of the pages that Linux can use for large blocks.
const hugePage = 2 << 20

// preferHugePages asks the system to use huge pages for a block that was not
// written yet: the rows of one search are then on few pages, whose addresses the
// processor can keep (ADR 35). It is a hint: without it searches work as well.
func preferHugePages(words []uint64) {
	if len(words) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
	from := int(-uintptr(unsafe.Pointer(&bytes[0])) & (hugePage - 1))
	if to := from + (len(bytes)-from)&^(hugePage-1); to > from {
		_ = unix.Madvise(bytes[from:to], unix.MADV_HUGEPAGE) // only a hint
	}
}
