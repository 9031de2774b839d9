package availability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// ErrUnreadable is the cause of every error about bytes that are not a price
// table or allotment in a version that this build reads.
var ErrUnreadable = errors.New("unreadable")

// Versions of the binary forms of price tables and allotments. The first byte
// is the version. Version 2 ends with a checksum (CRC-32C, little endian) of
// everything before it, so that a damaged blob is noticed.
//
// A build reads the newest version and the previous one. It writes a version
// only one release after the first build that reads it, so that nodes of two
// releases can run at the same time, and a release can be rolled back. See ADR
// 33.
const (
	plainBlob   = 1
	checkedBlob = 2

	writtenBlob = plainBlob // next release: checkedBlob
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealBlob completes bytes that begin with a version.
func sealBlob(b []byte) []byte {
	if b[0] == checkedBlob {
		b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	}
	return b
}

// openBlob checks the version and the checksum and returns what is between.
func openBlob(what string, b []byte) ([]byte, error) {
	switch {
	case len(b) == 0:
		return nil, fmt.Errorf("decode %s: %w: %w", what, ErrUnreadable, errTruncated)
	case b[0] == plainBlob:
		return b[1:], nil
	case b[0] != checkedBlob:
		return nil, fmt.Errorf("decode %s: %w: version %d, want %d or %d", what, ErrUnreadable, b[0], plainBlob, checkedBlob)
	case len(b) < 5:
		return nil, fmt.Errorf("decode %s: %w: %w", what, ErrUnreadable, errTruncated)
	}
	end := len(b) - 4
	if binary.LittleEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], castagnoli) {
		return nil, fmt.Errorf("decode %s: %w: the checksum is wrong", what, ErrUnreadable)
	}
	return b[1:end], nil
}
