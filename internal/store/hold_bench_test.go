package store_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// BenchmarkHolds takes nights of one much-wanted unit type for 32 concurrent
// clients: with group commits, and with one transaction for each hold.
func BenchmarkHolds(b *testing.B) {
	for name, open := range map[string]func(testing.TB) storetest.Database{"SQLite": storetest.SQLite, "PostgreSQL": storetest.PostgreSQL} {
		for _, joined := range []bool{true, false} {
			way := map[bool]string{true: "/group", false: "/each"}[joined]
			b.Run(name+way, func(b *testing.B) {
				s := open(b).Open(b)
				publish(b, s, true, map[string]int{"U1": 30000})
				run := s.Update
				if joined {
					run = s.GroupCommit
				}
				var left atomic.Int64
				left.Store(int64(b.N))
				var clients sync.WaitGroup
				b.ResetTimer()
				for range 32 {
					clients.Go(func() {
						for left.Add(-1) >= 0 {
							err := run(context.Background(), func(tx *store.Tx) error {
								_, err := tx.TakeNights("U1", summer, 3)
								return err
							})
							if err != nil {
								b.Error(err)
							}
						}
					})
				}
				clients.Wait()
			})
		}
	}
}
