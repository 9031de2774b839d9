package web

import (
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestEachBrandHasItsFiles checks that a brand brings what every document names.
func TestEachBrandHasItsFiles(t *testing.T) {
	for code, folder := range map[string]string{"BF": "bf", "SN": "sn", "MT": "mt", "RP": "rp"} {
		for _, name := range []string{"favicon.ico", "apple-touch-icon.png", "manifest.json", "placeholder.svg", "logo-dark.svg", "logo-light.svg"} {
			if _, err := os.Stat(filepath.Join("../../web/src/brands", folder, "public", code, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestEachBrandCanBeInstalled checks what browsers ask of a manifest before they
// offer to install a site: a name, a start address, a display of its own, and
// icons of 192 and 512 pixels.
func TestEachBrandCanBeInstalled(t *testing.T) {
	for code, folder := range map[string]string{"BF": "bf", "SN": "sn", "MT": "mt", "RP": "rp"} {
		public := filepath.Join("../../web/src/brands", folder, "public")
		text, err := os.ReadFile(filepath.Join(public, code, "manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		var manifest struct {
			Name, Display string
			StartURL      string `json:"start_url"`
			Icons         []struct{ Src, Sizes, Type, Purpose string }
		}
		if err := json.Unmarshal(text, &manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.Name != mustSite(t, code).Global.BrandName || manifest.StartURL != "/" || manifest.Display != "minimal-ui" {
			t.Errorf("%s: %+v", code, manifest)
		}
		sizes := map[string]bool{}
		for _, icon := range manifest.Icons {
			file, err := os.Open(filepath.Join(public, icon.Src))
			if err != nil {
				t.Fatal(err)
			}
			config, err := png.DecodeConfig(file)
			_ = file.Close()
			if size := fmt.Sprintf("%dx%d", config.Width, config.Height); err != nil || size != icon.Sizes || icon.Type != "image/png" {
				t.Errorf("%s: %s is %s, %v", code, icon.Src, size, err)
			}
			sizes[icon.Sizes+icon.Purpose] = true
		}
		if !sizes["192x192"] || !sizes["512x512"] || !sizes["512x512maskable"] {
			t.Errorf("%s: icons %v", code, sizes)
		}
	}
}
