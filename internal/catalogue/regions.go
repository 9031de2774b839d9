package catalogue

import (
	"cmp"
	"slices"
)

// europeanOrder is the order of eurocaravan's regions by name (specification,
// 'Search'). Regions that are not in it come after them, sorted by name.
var europeanOrder = []string{
	"France: North", "France: Central", "France: South & Corsica", "Spain", "Italy: North",
	"Italy: Central & Sardinia", "Croatia", "Netherlands & Luxembourg", "Germany",
	"Austria & Switzerland", "Portugal", "Slovenia",
}

// orderRegions sorts the regions of a channel in the order in which lists show
// them.
func orderRegions(channel string, regions []*RegionInfo) {
	place := func(r *RegionInfo) int {
		if i := slices.Index(europeanOrder, r.Name); channel == "eurocaravan" && i >= 0 {
			return i
		}
		return len(europeanOrder)
	}
	slices.SortFunc(regions, func(a, b *RegionInfo) int {
		return cmp.Or(place(a)-place(b), cmp.Compare(fold(a.Name), fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

// tally counts the parks of a region that are on a channel, each park once. The units
// of a park come one after the other.
type tally struct {
	info *RegionInfo
	last *ParkInfo // the last park that was counted
	dogs *ParkInfo // the last park that was counted as one that takes dogs
}

// indexRegions computes from the parks and their units: the regions of each
// channel, and of each operator on a channel; the operators of each channel;
// and the towns.
func (s *Snapshot) indexRegions() {
	regions := map[[3]string]*tally{} // by operator or "", channel, region
	operators := map[[3]string]bool{} // by channel, region or "", operator
	for _, p := range s.allParks {
		if p.RegionID == HiddenRegion {
			continue
		}
		s.byRegion[p.RegionID] = append(s.byRegion[p.RegionID], p)
		for _, u := range p.Units {
			s.countPark(regions, [3]string{"", u.Channel, p.RegionID}, u)
			s.countPark(regions, [3]string{p.OperatorID, u.Channel, p.RegionID}, u)
			if key := [3]string{u.Channel, "", p.OperatorID}; !operators[key] {
				operators[key] = true
				s.operatorsOn[u.Channel] = append(s.operatorsOn[u.Channel], p.Operator)
			}
			if key := [3]string{u.Channel, p.RegionID, p.OperatorID}; !operators[key] {
				operators[key] = true
				inside := [2]string{u.Channel, p.RegionID}
				s.operatorsIn[inside] = append(s.operatorsIn[inside], p.Operator)
			}
		}
	}
	for key, t := range regions {
		operator, channel := key[0], key[1]
		if operator == "" {
			s.regionsOn[channel] = append(s.regionsOn[channel], t.info)
			continue
		}
		if s.regionsOf[operator] == nil {
			s.regionsOf[operator] = map[string][]*RegionInfo{}
		}
		s.regionsOf[operator][channel] = append(s.regionsOf[operator][channel], t.info)
	}
	for channel, list := range s.regionsOn {
		orderRegions(channel, list)
	}
	for _, channels := range s.regionsOf {
		for channel, list := range channels {
			orderRegions(channel, list)
		}
	}
	for _, list := range s.operatorsOn {
		orderOperators(list)
	}
	for _, list := range s.operatorsIn {
		orderOperators(list)
	}
	s.indexTowns()
}

// countPark counts the park of a unit type in the tally of a key.
func (s *Snapshot) countPark(regions map[[3]string]*tally, key [3]string, u *UnitInfo) {
	t := regions[key]
	if t == nil {
		t = &tally{info: &RegionInfo{Region: u.Park.Region, Slug: SlugOr(u.Park.Region.Name, "region")}}
		regions[key] = t
	}
	if t.last != u.Park {
		t.last = u.Park
		t.info.ParkCount++
	}
	if u.Dogs && t.dogs != u.Park {
		t.dogs = u.Park
		t.info.DogParks++
	}
}

func orderOperators(list []*Operator) {
	slices.SortFunc(list, func(a, b *Operator) int {
		return cmp.Or(cmp.Compare(fold(a.Name), fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

// indexTowns lists the towns of each region, with their parks.
func (s *Snapshot) indexTowns() {
	for region, parks := range s.byRegion {
		byID := map[string]*Town{}
		for _, p := range parks {
			if p.TownID == "" {
				continue
			}
			town := byID[p.TownID]
			if town == nil {
				town = &Town{ID: p.TownID, Name: p.Town, Slug: SlugOr(p.Town, "town"), RegionID: region}
				byID[p.TownID] = town
				s.towns[region] = append(s.towns[region], town)
			}
			town.Parks = append(town.Parks, p)
		}
		slices.SortFunc(s.towns[region], func(a, b *Town) int {
			return cmp.Or(cmp.Compare(fold(a.Name), fold(b.Name)), cmp.Compare(a.ID, b.ID))
		})
	}
}

// Regions returns the regions in which a channel has parks, in the order of
// lists: the fixed European order, or by name. It omits the hidden region and
// 'All of the UK', which is not a region.
func (s *Snapshot) Regions(channel string) []*RegionInfo { return s.regionsOn[channel] }

// RegionsOf lists the regions in which an operator has parks on a channel.
func (s *Snapshot) RegionsOf(operatorID, channel string) []*RegionInfo {
	return s.regionsOf[operatorID][channel]
}

// Operators returns a channel's operators by name. With a region, it returns
// only those that have parks there.
func (s *Snapshot) Operators(channel, region string) []*Operator {
	if region == "" || region == AllRegions {
		return s.operatorsOn[channel]
	}
	return s.operatorsIn[[2]string{channel, region}]
}

// Town returns a town of a region.
func (s *Snapshot) Town(region, id string) (t *Town, ok bool) {
	towns := s.towns[region]
	i := slices.IndexFunc(towns, func(t *Town) bool { return t.ID == id })
	if i < 0 {
		return nil, false
	}
	return towns[i], true
}

// Towns lists the towns of a region by name.
func (s *Snapshot) Towns(region string) []*Town { return s.towns[region] }

// PageSize is how many parks a page of a listing has.
const PageSize = 24

// ParkFilter narrows a list of parks. Empty fields have no effect.
type ParkFilter struct {
	Channel, Operator, Town string
	Dogs                    bool
}

func (f ParkFilter) admits(p *ParkInfo) bool {
	return p.On(f.Channel) && (f.Operator == "" || p.OperatorID == f.Operator) &&
		(f.Town == "" || p.TownID == f.Town) && (!f.Dogs || p.TakesDogs(f.Channel))
}

// TakesDogs reports whether a unit of the park on a channel allows dogs; ""
// means any channel.
func (p *ParkInfo) TakesDogs(channel string) bool {
	return slices.ContainsFunc(p.Units, func(u *UnitInfo) bool { return u.Dogs && (channel == "" || u.Channel == channel) })
}

// Parks lists the parks of a region by name. AllRegions or "" means all regions
// that are not hidden.
func (s *Snapshot) Parks(region string, filter ParkFilter) []*ParkInfo {
	list := s.byRegion[region]
	if region == "" || region == AllRegions {
		list = s.allParks
	}
	var found []*ParkInfo
	for _, p := range list {
		if p.RegionID != HiddenRegion && filter.admits(p) {
			found = append(found, p)
		}
	}
	return found
}
