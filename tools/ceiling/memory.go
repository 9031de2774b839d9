package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/store"
)

// measureMemory prints the memory of nodes by the number of their parks.
func measureMemory(ctx context.Context, parks []string) error {
	fmt.Print("| parks | unit types | prices | ready after | memory, MB | of it live | after use, MB |\n|-|-|-|-|-|-|-|\n")
	for _, text := range parks {
		count, err := strconv.Atoi(text)
		if err != nil {
			return errors.New("-memory takes numbers of parks, separated by commas")
		}
		var line, data string
		err = onNode(ctx, count, func(ctx context.Context, n *node, dir string) error {
			data = filepath.Join(dir, "data")
			fresh := n.resident()
			live := n.metric(ctx, "go_memstats_heap_alloc_bytes")
			c, err := newCrowd(ctx, n.site)
			if err != nil {
				return err
			}
			var visitors atomic.Int64
			for _, k := range c.kinds()[:3] {
				apply(ctx, &visitors, k.visit, func(int) {}, part{k.from, trial})
			}
			units, prices, err := countPrices(ctx, data)
			line = fmt.Sprintf("| %d | %d | %.1f million | %.1f s | %d | %.0f | %d |\n", count, units, float64(prices)/1e6, n.started.Seconds(), fresh>>20, live/(1<<20), n.resident()>>20)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Print(line)
	}
	return nil
}

// countPrices counts the unit types and prices of a database.
func countPrices(ctx context.Context, data string) (units, prices int, err error) {
	s, err := store.Open(ctx, data, time.Now)
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	replica, err := inventory.Open(ctx, s)
	if err != nil {
		return 0, 0, err
	}
	var ids []string
	for _, u := range replica.Current().Catalogue.AllUnits() {
		ids = append(ids, u.ID)
	}
	err = s.View(ctx, func(tx *store.Tx) error {
		return tx.UnitPrices(ids, func(p store.UnitPrices) error {
			table, err := availability.DecodePriceTable(p.Table)
			if err == nil {
				prices += table.Count()
			}
			return err
		})
	})
	return len(ids), prices, err
}
