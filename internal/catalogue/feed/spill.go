package feed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

const (
	// parts is the number of parts into which rows are divided by unit type, because a
	// worker reads a whole part into memory.
	parts = 128
	// maxMemory is how many bytes of rows are kept in memory before they are
	// moved to temporary files.
	maxMemory = 48 << 20
)

// spill stores packed rows, divided into parts by unit type, in the order in
// which they were added: in memory while they are few, otherwise in temporary
// files.
type spill struct {
	parent   string // directory of the temporary files
	maxBytes int
	files    [parts]*os.File
	memory   [parts][]byte
	bytes    int
}

// add stores a packed row of a unit type.
func (s *spill) add(unit int, packed []byte) {
	part := unit % parts
	b := binary.AppendUvarint(s.memory[part], uint64(unit))
	b = binary.AppendUvarint(b, uint64(len(packed)))
	s.memory[part] = append(b, packed...)
	s.bytes += len(packed) + 4
}

// relieve moves all rows from memory to files when there are too many in
// memory.
func (s *spill) relieve() error {
	if s.bytes < s.maxBytes {
		return nil
	}
	for part := range s.memory {
		if len(s.memory[part]) == 0 {
			continue
		}
		if s.files[part] == nil {
			file, err := os.CreateTemp(s.parent, "holidaymaker-import-")
			if err != nil {
				return fmt.Errorf("keep rows in a file: %w", err)
			}
			s.files[part] = file
			// The file's name is removed at once. The system then deletes the
			// file when the process ends, even after a crash.
			if err := os.Remove(file.Name()); err != nil {
				return fmt.Errorf("keep rows in a file: %w", err)
			}
		}
		if _, err := s.files[part].Write(s.memory[part]); err != nil {
			return fmt.Errorf("keep rows in a file: %w", err)
		}
		s.memory[part] = s.memory[part][:0]
	}
	s.bytes = 0
	return nil
}

// read returns the rows of a part by unit type, in the order in which they were
// added. It can be called once for each part.
func (s *spill) read(part int) (rows map[int][][]byte, err error) {
	var all []byte
	if file := s.files[part]; file != nil {
		info, err := file.Stat()
		if err != nil {
			return nil, fmt.Errorf("read kept rows: %w", err)
		}
		all = make([]byte, info.Size(), info.Size()+int64(len(s.memory[part])))
		if _, err := file.ReadAt(all, 0); err != nil {
			return nil, fmt.Errorf("read kept rows: %w", err)
		}
	}
	all = append(all, s.memory[part]...)
	s.memory[part] = nil
	rows = map[int][][]byte{}
	for len(all) > 0 {
		unit, n := binary.Uvarint(all)
		size, m := binary.Uvarint(all[n:])
		all = all[n+m:]
		rows[int(unit)] = append(rows[int(unit)], all[:size])
		all = all[size:]
	}
	return rows, nil
}

// close closes the temporary files, which deletes them.
func (s *spill) close() error {
	var errs []error
	for _, file := range s.files {
		if file != nil {
			errs = append(errs, file.Close())
		}
	}
	return errors.Join(errs...)
}
