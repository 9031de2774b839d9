package api

import (
	"time"

	"holidaymaker/internal/date"
)

// staleFor is for how long a large value is used after the prices have changed.
const staleFor = 30 * time.Second

// versioned is a value that was computed of what is for sale and of settings.
type versioned[T any] struct {
	value   T
	version version
	made    time.Time
	// large says that it takes long to compute, or is in every page. Every hold changes the
	// prices, so it is not computed for each of them.
	large bool
}

// serves reports whether the value may be used for a version at a time: it is of this
// version, or it is large and recent, and only the prices have changed.
func (v *versioned[T]) serves(now version, at time.Time) bool {
	if v.version == now {
		return true
	}
	before, age := v.version, at.Sub(v.made)
	before.prices = now.prices
	return v.large && before == now && age >= 0 && age < staleFor
}

// version is what a value depends on, apart from its key.
type version struct {
	view             uint64
	day              date.Date
	prices           uint64 // 0 where the value does not depend on prices
	cardOn, walletOn bool
	// promotion and home are the versions of the brand's promotion and of what the
	// brand adds to the home page, which few answers show.
	promotion, home uint64
	counting        bool // the countdown of the home page has not ended
}

// version returns what a value from a view depends on, with or without prices.
func (a *API) version(v *View, today date.Date, priced bool) version {
	current := version{view: v.id, day: today, cardOn: a.Payments.CardOn(), walletOn: a.Payments.WalletOn(), promotion: a.Promotion.Version(), home: a.HomePage.Version(), counting: a.counting(a.HomePage.Current().Countdown)}
	if priced {
		current.prices = v.index.Version()
	}
	return current
}
