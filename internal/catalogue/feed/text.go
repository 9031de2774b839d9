package feed

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// skipMark skips the byte order mark that some programs put at the start of a
// UTF-8 file.
func skipMark(r *bufio.Reader) error {
	if mark, err := r.Peek(3); err != nil || string(mark) != "\xef\xbb\xbf" {
		return nil // reading the first line returns this error again
	}
	if _, err := r.Discard(3); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	return nil
}

// checkText refuses a line of JSON with text that the decoder would silently
// replace: bytes that are not UTF-8, and surrogates without their other half.
func checkText(line []byte) *fault {
	if wrong := checkUTF8(line); wrong != nil {
		return wrong
	}
	for at := 0; ; {
		escape := bytes.IndexByte(line[at:], '\\')
		if escape < 0 {
			return nil
		}
		at += escape
		unit, ok := escapedUnit(line[at:])
		if !ok { // any other escape is two bytes long
			at += 2
			if at >= len(line) {
				return nil
			}
			continue
		}
		if !utf16.IsSurrogate(rune(unit)) {
			at += 6
			continue
		}
		next, paired := escapedUnit(line[at+6:])
		if !paired || utf16.DecodeRune(rune(unit), rune(next)) == utf8.RuneError {
			return faultf(fmt.Sprintf("character %d", at+1), `%s is half a character: the other half of the pair is missing`, line[at:at+6])
		}
		at += 12
	}
}

// escapedUnit reads \uXXXX at the start of b. ok is false where there is
// something else.
func escapedUnit(b []byte) (unit uint64, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return unit, err == nil
}
