// Command basemap generates internal/content/picture/basemap/base.json from Natural Earth's
// countries (the npm package world-atlas) and the tables of names in
// internal/content/picture/basemap. With -check it fails if the file differs from what it would write.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"holidaymaker/internal/content/picture/basemap"
)

const (
	source    = "web/node_modules/world-atlas/countries-10m.json"
	directory = "internal/content/picture/basemap/"
	towns     = "internal/demo/data/towns.tsv"
	target    = directory + "base.json"
)

// bounds is the area of the map: west, south, east, north in degrees. It is
// larger than the area in which the map can be moved, so that its edges never
// show.
var bounds = [4]float64{-32, 27, 38, 68}

func main() {
	check := flag.Bool("check", false, "only check whether the file is up to date")
	flag.Parse()
	base, err := cut()
	if err == nil && *check {
		if have, readErr := os.ReadFile(target); readErr != nil || !bytes.Equal(have, base) {
			err = fmt.Errorf("%s is not up to date: run make basemap", target)
		}
	} else if err == nil {
		err = os.WriteFile(target, base, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "basemap:", err)
		os.Exit(1)
	}
}

func cut() ([]byte, error) {
	base := basemap.Base{Credits: []string{"Made with Natural Earth"}}
	for i, degrees := range bounds {
		base.Bounds[i] = int(degrees * 1000)
	}
	atlas, err := readAtlas(source)
	if err != nil {
		return nil, err
	}
	base.Land, base.Borders = atlas.land(), atlas.borders()
	if base.Lakes, err = lakes(); err != nil {
		return nil, err
	}
	if base.Parks, err = parks(); err != nil {
		return nil, err
	}
	if base.Places, err = places(); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(base)
	return append(encoded, '\n'), err
}

// table reads a tab-separated file. Lines that begin with # are comments.
func table(path string, columns int) (rows [][]string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) < columns {
			return nil, fmt.Errorf("%s: %d columns in %q, want %d", path, len(fields), line, columns)
		}
		rows = append(rows, fields)
	}
	return rows, nil
}

func lakes() (list []basemap.Lake, err error) {
	rows, err := table(directory+"lakes.tsv", 3)
	for _, f := range rows {
		var line []point
		for pair := range strings.SplitSeq(f[2], ",") {
			lon, lat, _ := strings.Cut(pair, " ")
			line = append(line, point{number(lon), number(lat)})
		}
		list = append(list, basemap.Lake{Name: f[0], Width: int(number(f[1])), Line: steps(line)})
	}
	return list, err
}

func parks() (list []basemap.Park, err error) {
	rows, err := table(directory+"parks.tsv", 5)
	for _, f := range rows {
		list = append(list, basemap.Park{
			Name: f[0], At: thousandths(f[2], f[1]), Radius: [2]int{int(number(f[3])), int(number(f[4]))},
		})
	}
	return list, err
}

// places lists the names in the table, followed by the demo's towns that are
// not in it. Where two names would overlap, the earlier one is shown.
func places() (list []basemap.Place, err error) {
	const townZoom, lastZoom = 9, 12
	rows, err := table(directory+"places.tsv", 6)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, f := range rows {
		known[f[1]] = true
		zoom := [2]int{int(number(f[4])), int(number(f[5]))}
		list = append(list, basemap.Place{Kind: f[0], Name: f[1], At: thousandths(f[3], f[2]), Zoom: zoom})
	}
	rows, err = table(towns, 7)
	for _, f := range rows {
		if known[f[1]] {
			continue
		}
		known[f[1]] = true
		zoom := [2]int{townZoom, lastZoom}
		list = append(list, basemap.Place{Kind: "town", Name: f[1], At: thousandths(f[6], f[5]), Zoom: zoom})
	}
	return list, err
}

func thousandths(lon, lat string) [2]int {
	at := point{number(lon), number(lat)}
	x, y := at.thousandths()
	return [2]int{x, y}
}

// number parses a number in a table. An invalid one stops the program, because
// the tables are part of the source.
func number(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("basemap: %q is not a number", text))
	}
	return n
}
