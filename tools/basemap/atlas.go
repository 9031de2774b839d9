package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// atlas is a TopoJSON file. Neighbours share their lines; shapes list the lines
// of each country and of all land.
type atlas struct {
	arcs              [][]point
	landRings         [][]int // each a list of arcs; ^i is arc i reversed
	countryArcs, edge map[int]bool
}

type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64
	Objects   struct {
		Land      struct{ Geometries []shape }
		Countries struct{ Geometries []shape }
	}
}

type shape struct {
	Type string
	Arcs json.RawMessage
}

// rings lists the rings of a polygon or multipolygon.
func (s shape) rings() (rings [][]int, err error) {
	if s.Type == "Polygon" {
		err = json.Unmarshal(s.Arcs, &rings)
		return rings, err
	}
	var polygons [][][]int
	if s.Type != "MultiPolygon" {
		return nil, nil // a country without land
	}
	err = json.Unmarshal(s.Arcs, &polygons)
	return slices.Concat(polygons...), err
}

func readAtlas(path string) (*atlas, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the atlas (npm ci in web/ brings it): %w", err)
	}
	var t topology
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("read the atlas: %w", err)
	}
	a := &atlas{countryArcs: map[int]bool{}, edge: map[int]bool{}}
	for _, deltas := range t.Arcs {
		var line []point
		var x, y float64
		for _, d := range deltas {
			x, y = x+d[0], y+d[1]
			line = append(line, point{x*t.Transform.Scale[0] + t.Transform.Translate[0], y*t.Transform.Scale[1] + t.Transform.Translate[1]})
		}
		a.arcs = append(a.arcs, line)
	}
	for _, s := range t.Objects.Land.Geometries {
		rings, err := s.rings()
		if err != nil {
			return nil, fmt.Errorf("read the land: %w", err)
		}
		a.landRings = append(a.landRings, rings...)
	}
	for _, ring := range a.landRings {
		for _, arc := range ring {
			a.edge[max(arc, ^arc)] = true
		}
	}
	for _, s := range t.Objects.Countries.Geometries {
		rings, err := s.rings()
		if err != nil {
			return nil, fmt.Errorf("read the countries: %w", err)
		}
		for _, arc := range slices.Concat(rings...) {
			a.countryArcs[max(arc, ^arc)] = true
		}
	}
	return a, nil
}

// land returns the coasts within the bounds as closed lines.
func (a *atlas) land() (shapes [][]int) {
	for _, ring := range a.landRings {
		var line []point
		for _, arc := range ring {
			part := a.arcs[max(arc, ^arc)]
			if arc < 0 {
				part = slices.Clone(part)
				slices.Reverse(part)
			}
			line = append(line[:max(0, len(line)-1)], part...) // the last point of an arc is the first of the next
		}
		line = simplified(clipped(line[:len(line)-1]), true)
		if len(line) > 2 && !small(line) {
			shapes = append(shapes, steps(line))
		}
	}
	return shapes
}

// borders returns the lines between two countries.
func (a *atlas) borders() (lines [][]int) {
	for arc := range a.arcs {
		if a.edge[arc] || !a.countryArcs[arc] {
			continue
		}
		for _, line := range inside(a.arcs[arc]) {
			if line = simplified(line, false); len(line) > 1 {
				lines = append(lines, steps(line))
			}
		}
	}
	return lines
}
