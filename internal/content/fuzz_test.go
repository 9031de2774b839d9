package content

import "testing"

// FuzzPicture proves that a picture is decoded within the limit of its size, or refused.
func FuzzPicture(f *testing.F) {
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00"))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Fuzz(func(t *testing.T, source []byte) {
		if _, taken, err := decode(source); err == nil && taken > decodedBytes {
			t.Fatalf("%d bytes were decoded", taken)
		}
	})
}

// FuzzPictureAddress proves that nothing but an address that we have named is fetched.
func FuzzPictureAddress(f *testing.F) {
	p, err := newPictures(Config{URL: "https://cms.test/wp-json/wp/v2", PictureSize: drawn})
	if err != nil {
		f.Fatal(err)
	}
	named := p.at("https://cms.test/uploads/lake.jpg", 800)
	f.Add(named)
	f.Add(PicturePath + "///")
	f.Fuzz(func(t *testing.T, asked string) {
		if address, _, ok := p.named(asked); ok && address != "https://cms.test/uploads/lake.jpg" {
			t.Fatalf("%q names %q", asked, address)
		}
	})
}
