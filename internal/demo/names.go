package demo

import (
	"fmt"
	"slices"
	"strings"
)

// Park names are made of a first and a second word that fit the landscape and
// the language of the region, and for some a word that says what kind of place it
// is. All of them are invented.

var shoreFirsts = split("Gannet Tern Marram Samphire Puffin Sandpiper Cormorant Fulmar Oyster Thrift Curlew Redshank Turnstone Spindrift Shearwater Limpet Cockle Mariner’s Pebble Breakwater Sanderling Dunlin Eider Halyard Driftwood Sea-Kale Whimbrel Razorbill Periwinkle Lugger Guillemot Sandeel Bosun’s Petrel Mizzen Topsail Wrack")

var inlandFirsts = split("Harrow Wren Bracken Foxglove Larch Hazel Alder Rowan Linnet Merlin Sorrel Bramble Cowslip Damson Quince Teasel Yarrow Nuthatch Woodcock Dipper Otter Heron Kingfisher Plover Lapwing Badger Dormouse Hollin Thorn Tansy Goldcrest Bullfinch Redstart Medlar Speedwell Fennel Siskin Wheatear")

var seconds = map[string][]string{
	"coast":     split("Sands,Bay,Point,Warren,Strand,Dunes,Shore,Reach,Links,Saltings,Green,Beach,Spit,Flats", ","),
	"cliffs":    split("Head,Cliffs,Point,Cove,Bay,Ledges,Heights,Zawn,Down,Steps", ","),
	"lake":      split("Mere,Water,Tarn,Shore,Landing,Island View,Jetty", ","),
	"river":     split("Weir,Mill,Ford,Eyot,Bank,Withies,Bend", ","),
	"canal":     split("Lock,Wharf,Reach,Basin,Staithe,Bridge,Turn", ","),
	"forest":    split("Copse,Glade,Wood,Hollow,Ride,Holt,Clearing,Pines", ","),
	"moor":      split("Tor,Edge,Rigg,Moor,Cross,Scar,Fell,Intake", ","),
	"hills":     split("Down,Combe,Orchard,Meadow,Barn,Hill,Vale,Croft,Paddock", ","),
	"mountains": split("Crag,Pass,Ridge,Fell,Peak View,Cwm", ","),
}

var welshFirsts = map[string][]string{
	"coast": split("Traeth Glan Maes Morfa"), "cliffs": split("Pen Craig Trwyn"), "lake": split("Llyn Glan"),
	"forest": split("Coed Llwyn"), "mountains": split("Bryn Nant Cwm Moel"), "hills": split("Bryn Cae Dôl Maes"), "river": split("Dôl Glan Pont"),
}

var welshSeconds = split("Arian Eithin Gwylan Derwen Celyn Wennol Mafon Grug Rhedyn Heulwen Barcud Eryr Helyg Onnen Briallu Melyn Haf Lili Gwynt Seren Eos Mwyar")

var scotsFirsts = map[string][]string{
	"coast": split("Port Ard Inver Camus"), "cliffs": split("Dun Rubha Craig"), "lake": split("Loch Glen"), "forest": split("Glen Strath Inver"),
	"mountains": split("Glen Ben Strath"), "hills": split("Kil Craig Strath"), "river": split("Inver Strath Glen"), "canal": split("Loch Port"),
}

var scotsSeconds = split("Torran Ardra Corrie Vannoch Morlan Fergan Liath Marnoch Dorran Sheil Kerran Varrich Lossan Tarff Ruadhan Eskin Garvan Monar Fillan Tulloch")

var cornishFirsts = split("Tre Pol Pen Lan Bos Ros")

var cornishSeconds = split("venna garrick winnick mellow corran dower gwidden kerris tonna carne lisson meloe sillan zance huel varth nessa gloze")

// abroad holds the patterns of names by country. Each * is replaced by a word of
// the list beside it. Patterns with ~ are for parks by the sea only.
var abroad = map[string]struct{ frames, fillings []string }{
	"FR": {split("Domaine *,Camping *,Village *,Le Clos *", ","), split("de la Garrigue Bleue,des Tamaris Blancs,du Vieux Chêne Vert,des Cigales Dorées,de l’Étang Clair,du Moulin d’Argent,des Pins Chantants,du Héron Gris,des Genêts d’Or,de la Source Claire,du Martin-Pêcheur,des Amandiers,de la Lavande Sauvage,du Grand Tilleul,des Quatre Chemins,de l’Aubépine,du Loriot,des Peupliers d’Argent,de la Chouette Hulotte,du Verger Perdu,des Fougères Rousses,~de la Dune Rousse,~de l’Anse aux Mouettes,~du Phare Blanc,~des Sables Chantants,~de la Vague Lente,~des Goélands Gris", ",")},
	"ES": {split("Camping *,* Park,Vilas *,Parque *", ","), split("Pinar Sereno,Los Olivos Altos,La Higuera,Brisa Clara,Sol de Romero,Las Adelfas,Monte Tomillo,El Algarrobo,La Cigüeña,Agua Mansa,Los Almendros Rosas,~Cala Lucero,~Playa Brisa,~La Gaviota Azul,~Arena Dorada,~Bahía Sirena", ",")},
	"IT": {split("Villaggio *,Camping *,Residenza *,Tenuta *", ","), split("Pineta Azzurra,dei Cipressi,delle Lucciole,Oleandro Rosso,del Gelsomino,Monte Ulivo,Acquachiara,della Cicogna,dei Girasoli,Le Ginestre d’Oro,del Melograno,Vigna Vecchia,della Quercia Alta,Tramonto,del Biancospino,Fontana Fresca,~Onda Lunga,~del Gabbiano Bianco,~Riva Corallina,~Vela Bianca", ",")},
	"HR": {split("Kamp *,* Village,Vila *", ","), split("Lavanda,Plava Uvala,Bijeli Galeb,Stara Maslina,Borova Šuma,Mirna Luka,Zlatni Bor,Ružmarin,Kameni Zvonik,Tiha Zvijezda,Morska Zvijezda,Mala Smokva,Modri Val,Kadulja,Sunčani Kamen", ",")},
	"NL": {split("Park *,Camping *,Vakantiepark *", ","), split("De Zilveren Meeuw,Het Duinroosje,De Stille Plas,De Wilde Kamille,Het Gouden Riet,De Vier Wilgen,Het Reigersnest,De Blauwe Distel,Het Zandpad,De Lange Dreef,De Ruige Hoek,Het Strandloopertje", ",")},
	"LU": {split("Camping *,Parc *", ","), split("Om Wisestréch,Um Eechelbierg,Bei der Sauerbréck,Op der Houscht,Am Schlassbësch", ",")},
	"DE": {split("Ferienpark *,Camping *,Feriendorf *", ","), split("Tannengrund,Silberbach,Haselhof,Möwenwiese,Rebenhang,Seerosenbucht,Birkenau am Steg,Falkenstieg,Wacholderheide,Moorlinde,Kranichufer,Sonnenhalde im Grund", ",")},
	"AT": {split("Feriendorf *,Camping *,Alpenpark *", ","), split("Enzianwiese,Gamskogel,Sonnblick am See,Zirbenhof,Almrausch,Silberdistel,Murmelhang,Adlerhorst", ",")},
	"CH": {split("Camping *,Feriendorf *,Parco *", ","), split("Arvenhain,Steinbockhalde,Edelweissmatte,Lago Lucente,Föhrenblick", ",")},
	"PT": {split("Parque *,Quinta *,Camping *", ","), split("da Maré Alta,das Andorinhas,do Medronheiro,da Falésia Dourada,dos Pinheiros Mansos,do Alecrim,da Cegonha Branca,das Figueiras,do Vento Norte", ",")},
	"SI": {split("Kamp *,* Park,Vas *", ","), split("Zelena Lipa,Srebrni Slap,Modra Reka,Gorska Roža,Stara Murva,Sončni Breg,Brinov Gaj,Beli Galeb", ",")},
}

// kinds are words for the kind of place, "" for none.
var kinds = map[string][]string{
	"ukcaravan":  {"", "", "", " Holiday Park", " Park"},
	"uklodge":    {" Lodges", " Lodges", " Lodge Park", " Retreat"},
	"ukcottages": {" Farm", " Cottages", " Barns", " Farm Cottages", " Steading"},
	"uktouring":  {" Touring Park", " Campsite", " Camping", " Farm Camping", ""},
	"boats":      {" Boatyard", " Narrowboats", " Marina", " Boats"},
}

func split(s string, by ...string) []string {
	if len(by) == 0 {
		return strings.Fields(s)
	}
	return strings.Split(s, by[0])
}

// parkName makes a name that no park has yet. When most names of the place are
// taken it adds the town, and then, in demos of many thousands of parks, a number.
func (b *builder) parkName(s *stream, channel string, r *region, t town) string {
	for try := 0; ; try++ {
		name := nameOf(s, channel, r, t)
		if try > 60 {
			name = t.name + " " + name
		}
		if try > 120 {
			name = fmt.Sprintf("%s %d", name, try-119)
		}
		if !b.names[name] {
			b.names[name] = true
			return name
		}
	}
}

func nameOf(s *stream, channel string, r *region, t town) string {
	if a, ok := abroad[t.country]; ok {
		filling := pick(s, a.fillings)
		for strings.HasPrefix(filling, "~") && !t.seaside() {
			filling = pick(s, a.fillings)
		}
		return strings.ReplaceAll(pick(s, a.frames), "*", strings.TrimPrefix(filling, "~"))
	}
	name := homeName(s, r, t)
	for {
		kind := kindOf(s, channel, r)
		if last := name[strings.LastIndexByte(name, ' ')+1:]; !strings.Contains(kind, last) && !(kind == " Marina" && last == "Basin") {
			return name + kind
		}
	}
}

// homeName makes the first part of the name of a park in the United Kingdom.
func homeName(s *stream, r *region, t town) string {
	second := func() string {
		for {
			// There are no locks on the Broads.
			if word := pick(s, seconds[t.setting]); word != "Lock" || r.ID != "50" {
				return word
			}
		}
	}
	switch {
	case slices.Contains([]string{"31", "32", "33", "34"}, r.ID) && len(welshFirsts[t.setting]) > 0 && s.chance(65):
		return pick(s, welshFirsts[t.setting]) + " " + pick(s, welshSeconds)
	case slices.Contains([]string{"36", "37", "38", "39", "40", "57"}, r.ID) && len(scotsFirsts[t.setting]) > 0 && s.chance(65):
		return pick(s, scotsFirsts[t.setting]) + " " + pick(s, scotsSeconds)
	case r.ID == "12" && s.chance(55):
		return pick(s, cornishFirsts) + pick(s, cornishSeconds) + " " + second()
	case t.seaside() || t.setting == "river" && s.chance(20):
		return pick(s, shoreFirsts) + " " + second()
	}
	return pick(s, inlandFirsts) + " " + second()
}

// kindOf chooses the word for the kind of place. There are no narrowboats on the
// Broads and the lochs.
func kindOf(s *stream, channel string, r *region) string {
	for {
		word := pick(s, kinds[channel])
		if word == " Narrowboats" && slices.Contains([]string{"50", "51", "57", "58"}, r.ID) || word == " Steading" && !slices.Contains([]string{"35", "36", "37", "38", "39", "40"}, r.ID) {
			continue
		}
		return word
	}
}
