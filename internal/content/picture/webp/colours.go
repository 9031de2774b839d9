package webp

import (
	"image"
	"image/color"
)

// Colours returns a decoded WebP picture with its true colours. In WebP, black is
// 16 and white 235. golang.org/x/image/webp returns such pictures as a type of
// Go's that takes black for 0 and white for 255, so they look faded.
func Colours(decoded image.Image) image.Image {
	switch m := decoded.(type) {
	case *image.YCbCr:
		return converted(m, func(int, int) uint8 { return 255 })
	case *image.NYCbCrA:
		return converted(&m.YCbCr, func(x, y int) uint8 { return m.A[m.AOffset(x, y)] })
	}
	return decoded // without loss
}

func converted(m *image.YCbCr, opacity func(x, y int) uint8) *image.NRGBA {
	made := image.NewNRGBA(m.Rect)
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			at := m.COffset(x, y)
			// The standard BT.601, in 1/65536.
			light := 76309 * (int(m.Y[m.YOffset(x, y)]) - 16)
			blue, red := int(m.Cb[at])-128, int(m.Cr[at])-128
			made.SetNRGBA(x, y, color.NRGBA{channel(light + 104597*red), channel(light - 25674*blue - 53278*red), channel(light + 132201*blue), opacity(x, y)})
		}
	}
	return made
}

func channel(value int) uint8 { return uint8(min(max((value+1<<15)>>16, 0), 255)) }
