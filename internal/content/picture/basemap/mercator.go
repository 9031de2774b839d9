package basemap

import "math"

// SquareLat is where the square map ends in north and south, in degrees.
const SquareLat = 85.05112878

// Square returns the position of coordinates in degrees on the square map of the world
// (Mercator's projection): from 0 to 1, from west to east and from north to south. y is outside for a latitude beyond SquareLat.
func Square(lat, lon float64) (x, y float64) {
	return lon/360 + .5, .5 - math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))/(2*math.Pi)
}

// FromSquare is the inverse of Square.
func FromSquare(x, y float64) (lat, lon float64) {
	return math.Atan(math.Sinh((1-2*y)*math.Pi)) * 180 / math.Pi, (x - .5) * 360
}
