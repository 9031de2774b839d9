package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
)

// benchNow is the clock of every store in the bench: the day before the first
// arrival.
func benchNow() time.Time { return dayBefore }

var dayBefore = firstArrival.Midnight().Add(-12 * time.Hour)

// fill imports a market into a store: it publishes the catalogue, then all
// prices.
func (m *market) fill(ctx context.Context, s *store.Store, unitData []availability.UnitData) error {
	if err := m.publishCatalogue(ctx, s); err != nil {
		return err
	}
	return m.publishPrices(ctx, s, unitData, true)
}

func (m *market) publishCatalogue(ctx context.Context, s *store.Store) error {
	goods, err := s.Stage(ctx, store.CataloguePart, true)
	if err != nil {
		return err
	}
	for _, e := range m.entities() {
		body, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := goods.Put(ctx, e.EntityKind(), e.EntityID(), body); err != nil {
			return err
		}
	}
	_, err = goods.Publish(ctx)
	return err
}

// publishPrices stages and publishes the prices of unit types.
func (m *market) publishPrices(ctx context.Context, s *store.Store, unitData []availability.UnitData, full bool) error {
	prices, err := s.Stage(ctx, store.PricesPart, full)
	if err != nil {
		return err
	}
	for u := range unitData {
		if unitData[u].PriceTable == nil {
			continue // not in this delta
		}
		if err := prices.PutPrices(ctx, m.inv.Units[u].ID, unitData[u].PriceTable, unitData[u].Allotment); err != nil {
			return err
		}
	}
	_, err = prices.Publish(ctx)
	return err
}

func (m *market) entities() (all []catalogue.Entity) {
	for f := range featureCount {
		all = append(all, catalogue.Feature{Key: feature(f), Name: fmt.Sprint("Feature ", f), Group: "1"})
	}
	for t := range trades {
		for r := range trades[t].regions {
			id := regionID(t, r)
			all = append(all, catalogue.Region{ID: fmt.Sprint(id), Name: fmt.Sprint("Region ", id), Country: "GB"})
		}
	}
	for o := range operatorCount {
		all = append(all, catalogue.Operator{ID: operator(o), Name: fmt.Sprint("Operator ", o)})
	}
	for _, p := range m.inv.Parks {
		all = append(all, catalogue.Park{ID: p.ID, Name: p.SortName, RegionID: p.Region, OperatorID: p.Operator, Country: "GB",
			Town: "Town", County: "County", Postcode: "AB1 2CD", Lat: 51.5, Lon: -2.5})
	}
	for _, u := range m.inv.Units {
		all = append(all, catalogue.UnitType{ID: u.ID, ParkID: m.inv.Parks[u.Park].ID, Channel: u.Channel, Name: "Unit " + u.ID,
			Bedrooms: 3, Sleeps: 8, Dogs: u.Dogs, Features: u.Features})
	}
	return all
}
