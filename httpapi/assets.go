// Assets: the files of the web app.

package httpapi

import (
	"bytes"
	"net/http"
	"time"

	"candor/httpapi/respond"
)

// getAsset answers with a file of the web app: GET /assets/… and the files beside index.html.
func getAsset(x *exchange) error {
	a := x.site.Asset(x.request.URL.Path)
	if a == nil {
		return notFound("File")
	}
	h := x.Header()
	x.set("Content-Type", a.ContentType)
	h["Cache-Control"] = publicCache
	if a.Hashed {
		h["Cache-Control"] = immutableCache
	}
	if a.Compressible {
		h["Vary"] = varyEncoding
		if compressed := a.Compressed(); compressed != nil && respond.AcceptsGzip(x.request.Header["Accept-Encoding"]) && x.request.Header["Range"] == nil {
			x.set("Etag", `"`+a.Hash+`-gzip"`)
			h["Content-Encoding"] = gzipEncoding
			http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(compressed))
			return nil
		}
	}
	content, err := a.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	x.set("Etag", `"`+a.Hash+`"`)
	http.ServeContent(x, x.request, "", time.Time{}, content)
	return nil
}
