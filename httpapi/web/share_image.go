// The picture with which pages are shared that have none.

package web

import (
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pages"
)

// ShareImage registers the picture's route.
func ShareImage(t *httpapi.Table) {
	t.Handle(pages.ShareImagePath, httpapi.Methods{"GET": {
		Handle: getShareImage, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassDocuments, Cached: true, AsOf: httpapi.AnyMoment,
	}})
}

// GET /share.png
func getShareImage(c *httpapi.Call) error {
	return c.CachedDocument("image/png", func(string) ([]byte, error) {
		shown, err := c.Models.Content.ShownSettings()
		if err != nil {
			return nil, err
		}
		var icon []byte
		if sha256 := events.PictureIn(shown.Site.Icon); sha256 != "" && c.Models.Media != nil {
			if _, file, err := c.Models.Media.File(sha256); err == nil { // else it is drawn without one
				icon = file
			}
		}
		return pages.ShareImage(&shown.Site, icon)
	})
}
