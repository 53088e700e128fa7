// The manifest: what browsers call the site where it is on a home screen.

package pages

import (
	"encoding/json"
	"path"
	"strconv"

	"candor/projections/content"
)

// ManifestPath is the manifest's address.
const ManifestPath = "/site.webmanifest"

type manifest struct {
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description,omitempty"`
	Language    string         `json:"lang"`
	Start       string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source string `json:"src"`
	Sizes  string `json:"sizes"`
	Type   string `json:"type,omitempty"`
}

// Manifest returns the site's manifest.
func Manifest(c *content.Reader) ([]byte, error) {
	shown, err := c.ShownSettings()
	if err != nil {
		return nil, err
	}
	site, icon := &shown.Site, manifestIcon{"/favicon.svg", "any", contentTypes[".svg"]}
	if site.Icon != "" {
		known := shown.Pictures[site.Icon]
		icon = manifestIcon{site.Icon, strconv.Itoa(known.Width) + "x" + strconv.Itoa(known.Height), contentTypes[path.Ext(site.Icon)]}
	}
	return json.Marshal(manifest{Name: site.Name, ShortName: site.Name, Description: site.Description, Language: site.Language,
		Start: "/", Scope: "/", Display: "minimal-ui", Icons: []manifestIcon{icon}})
}
