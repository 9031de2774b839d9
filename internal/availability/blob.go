package availability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// ErrUnreadable is the cause of every error about bytes that are not a price
// table or allotment in the version that this build reads.
var ErrUnreadable = errors.New("unreadable")

// blobVersion is the version of the binary forms of price tables and allotments: their first
// byte. They end with a checksum (CRC-32C, little endian) of everything before it, so that a
// damaged blob is noticed. ADR 33 says how the version changes.
const blobVersion = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealBlob completes bytes that begin with a version.
func sealBlob(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// openBlob checks the version and the checksum and returns what is between.
func openBlob(what string, b []byte) ([]byte, error) {
	end := len(b) - 4
	switch {
	case len(b) > 0 && b[0] != blobVersion:
		return nil, fmt.Errorf("decode %s: %w: version %d, want %d", what, ErrUnreadable, b[0], blobVersion)
	case end < 1:
		return nil, fmt.Errorf("decode %s: %w: %w", what, ErrUnreadable, errTruncated)
	case binary.LittleEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], castagnoli):
		return nil, fmt.Errorf("decode %s: %w: the checksum is wrong", what, ErrUnreadable)
	}
	return b[1:end], nil
}
