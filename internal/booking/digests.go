package booking

import (
	"context"
	"strings"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
)

// RenewDigests makes those digests of e-mail addresses anew that are not by the first key,
// so that an earlier key can be removed, and returns how many. Several nodes may do so at
// the same time.
func (s *Service) RenewDigests(ctx context.Context) (int, error) {
	return s.forEach(ctx, records{
		kind: badrecord.Digest,
		list: func(tx Tx, after string) ([]string, error) {
			return tx.BookingsOfOtherKeys(s.keys.Current(), after, recordPage)
		},
		do: func(ref string) error {
			return s.store.Update(ctx, func(tx Tx) error { return s.renewDigest(tx, ref) })
		},
	})
}

func (s *Service) renewDigest(tx Tx, ref string) error {
	b, err := tx.LockBooking(ref)
	if err != nil || b.EmailKey == "" || strings.HasPrefix(b.EmailKey, s.keys.Current()) {
		return err // erased, or done by another node meanwhile
	}
	b.EmailKey = ""
	if b.Contact.Email != "" {
		b.EmailKey = s.EmailKey(b.Contact.Email)
	}
	return tx.SaveBooking(b)
}

// DigestLoop renews digests once a day, and when the server starts: a secret is changed
// while it stands still.
func (s *Service) DigestLoop() loop.Loop {
	return loop.Loop{Name: "digests", Every: 24 * time.Hour, Deadline: time.Hour, Round: func(ctx context.Context) error {
		_, err := s.RenewDigests(ctx)
		return err
	}}
}
