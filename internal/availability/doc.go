// Package availability is the price index: every price that is on sale, kept
// in memory in the order in which searches read it. It answers the search, the
// price calendar, the park page, late deals and the cached-availability
// documents; it knows no SQL, no HTTP and no clock.
//
// What one unit type sells is a PriceTable (prices by arrival date, nights and
// party-size threshold) and an Allotment (units per night). Both have a compact
// binary form, which feeds make and the database keeps; Build reads those
// bytes. Booked nights are counted per unit type and night. A stay is on
// sale when it has a price and each of its nights has a unit left.
//
// Readers never wait: any number of them may run beside one writer (Apply).
// The index never decides what is sold; the database does.
package availability
