// Package availability is the price index: every price on sale, kept in memory
// in the order in which searches read it. It answers the search, the price
// calendar, the park page, late deals and the cached-availability documents. It
// uses no SQL, no HTTP and no clock. docs/availability.md explains how it
// works.
//
// A PriceTable holds what one unit type costs (prices by arrival date, nights
// and party-size threshold), an Allotment how many units it has on each night.
// Both have a compact binary form, which imports write and the database stores;
// Build reads these bytes. Booked nights are counted by unit type and night. A
// stay is on sale when it has a price and a unit is left on each of its nights.
//
// Readers never wait: any number of them may run at the same time as one writer
// (Apply). The index never decides what is sold; the database does.
package availability
