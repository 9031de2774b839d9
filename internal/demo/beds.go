package demo

import (
	"fmt"
	"strings"

	"holidaymaker/internal/catalogue"
)

// bedsOf returns the beds of a unit type, for as many people as it sleeps: a
// double bed in the first bedroom and in every second one after it, single beds
// in the others, a sofa bed for two more, and bunks for the rest. A pitch has
// none.
func bedsOf(u *catalogue.UnitType) []catalogue.Beds {
	room, sofa := "Bedroom", "Lounge"
	switch {
	case strings.Contains(u.Name, "Pod"):
		return []catalogue.Beds{{Room: "Pod", Singles: u.Sleeps - 2, Bunks: 1}}
	case u.Bedrooms == 0:
		return nil
	case u.Bedrooms == 1 && u.Bathrooms == 0:
		return []catalogue.Beds{{Room: "Tent", Doubles: 1, Singles: u.Sleeps - 2}}
	case u.Channel == "boats":
		room, sofa = "Cabin", "Saloon"
	}
	list := make([]catalogue.Beds, u.Bedrooms)
	for i := range list {
		list[i].Room = fmt.Sprint(room, " ", i+1)
		if i%2 == 0 {
			list[i].Doubles = 1
		} else {
			list[i].Singles = 2
		}
	}
	if u.Bedrooms == 1 {
		list[0].Room = room
	}
	rest := u.Sleeps - 2*u.Bedrooms
	if rest%2 == 1 {
		list[u.Bedrooms-1].Singles++
	}
	for i := u.Bedrooms - 1; i >= 0 && rest > 3; i-- {
		list[i].Bunks++
		rest -= 2
	}
	if rest > 1 {
		list = append(list, catalogue.Beds{Room: sofa, Sofas: 1})
	}
	return list
}
