// Assets: the files of the web app.

package httpapi

import (
	"bytes"
	"net/http"
	"time"

	"candor/httpapi/respond"
)

// getAsset answers with a file of the web app: GET /assets/… and the files beside index.html.
func getAsset(c *request) error {
	a := c.site.Asset(c.request.URL.Path)
	if a == nil {
		return notFound("File")
	}
	h := c.Header()
	c.set("Content-Type", a.ContentType)
	h["Cache-Control"] = publicCache
	if a.Hashed {
		h["Cache-Control"] = immutableCache
	}
	if a.Compressible {
		h["Vary"] = varyEncoding
		if compressed := a.Compressed(); compressed != nil && respond.AcceptsGzip(c.request.Header["Accept-Encoding"]) && c.request.Header["Range"] == nil {
			c.set("Etag", `"`+a.Hash+`-gzip"`)
			h["Content-Encoding"] = gzipEncoding
			http.ServeContent(c, c.request, "", time.Time{}, bytes.NewReader(compressed))
			return nil
		}
	}
	content, err := a.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	c.set("Etag", `"`+a.Hash+`"`)
	http.ServeContent(c, c.request, "", time.Time{}, content)
	return nil
}
