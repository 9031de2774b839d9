package mail

import (
	"embed"

	"holidaymaker/internal/content/picture"
)

// JPEGs of 900 × 390 pixels, one for each kind of landscape. Mail programs do
// not show the SVG pictures of package picture.
//
//go:embed pictures/*.jpg
var pictures embed.FS

// inline is a picture attached to an e-mail. The HTML refers to it by "cid:"
// and its name.
type inline struct {
	name, kind string
	data       []byte
}

// landscape returns the picture of a park's landscape.
func landscape(at picture.Place) inline {
	data, err := pictures.ReadFile("pictures/" + picture.OfPark(at, 1).Biome + ".jpg")
	if err != nil { // there is no JPEG for this kind of landscape
		data, _ = pictures.ReadFile("pictures/hills.jpg") // it is embedded
	}
	return inline{name: "landscape", kind: "image/jpeg", data: data}
}
