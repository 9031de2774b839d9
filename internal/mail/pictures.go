package mail

import (
	"embed"

	"holidaymaker/internal/picture"
)

// The pictures of package picture are SVG, which mail programs do not show.
// These are JPEGs of 900 × 390 pixels, one for each kind of landscape.
//
//go:embed pictures/*.jpg
var pictures embed.FS

// inline is a picture that is attached to an e-mail; the HTML refers to it by
// "cid:" and its name.
type inline struct {
	name, kind string
	data       []byte
}

// landscape is the picture of a park's landscape.
func landscape(at picture.Place) inline {
	data, err := pictures.ReadFile("pictures/" + picture.OfPark(at, 1).Biome + ".jpg")
	if err != nil { // a kind of landscape that has no JPEG yet
		data, _ = pictures.ReadFile("pictures/hills.jpg") // it is embedded
	}
	return inline{name: "landscape", kind: "image/jpeg", data: data}
}
