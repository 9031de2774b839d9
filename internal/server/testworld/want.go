package testworld

import (
	"testing"

	"holidaymaker/internal/booking"
)

// Want fails the test unless a value is the one that is wanted.
func Want[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// CodeOf returns the code of the failure that an error is, and "" if there is no error.
// Any other error ends the test.
func CodeOf(t testing.TB, err error) booking.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	f, ok := booking.FailureOf(err)
	if !ok {
		t.Fatalf("not a failure: %v", err)
	}
	return f.Code
}
