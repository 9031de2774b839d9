package main

import (
	"time"

	"holidaymaker/internal/availability"
)

func (r *run) http(m *market, stocks []availability.Stock)  {}
func (r *run) ready(m *market, stocks []availability.Stock) {}
func (r *run) holds()                                       {}
func runSoak(dir string, d time.Duration) error             { return nil }
