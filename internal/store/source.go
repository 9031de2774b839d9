package store

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ErrSource means that a source is neither the URL of a PostgreSQL server nor a
// data directory.
var ErrSource = errors.New("this names no database")

var (
	schemed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`) // a drive letter of Windows is no scheme
	keyword = regexp.MustCompile(`^\s*[A-Za-z_]+\s*=`)
)

// isPostgres reports whether a source is the URL of a PostgreSQL server.
// Anything that looks like another kind of URL or connection string is an
// error: otherwise a mistyped URL would create an empty database in a folder
// whose name contains the password. The error does not repeat the source.
func isPostgres(source string) (bool, error) {
	scheme, _, _ := strings.Cut(source, ":")
	switch {
	case strings.HasPrefix(source, "postgres://"), strings.HasPrefix(source, "postgresql://"):
		return true, nil
	case source == "":
		return false, fmt.Errorf("%w: it is empty", ErrSource)
	case schemed.MatchString(source):
		return false, fmt.Errorf("%w: it begins with %q, want postgres:// or a directory", ErrSource, scheme+":")
	case keyword.MatchString(source):
		return false, fmt.Errorf("%w: connection strings of the form key=value are not supported, want postgres:// or a directory", ErrSource)
	}
	return false, nil
}
