// Assets: the files of the web app.

package httpapi

import (
	"io"
	"net/http"
	"strconv"
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
	coding := respond.Plain
	if len(a.Codings) > 0 {
		h["Vary"] = varyEncoding
		if c.request.Header["Range"] == nil {
			coding = c.coding(a.Codings...)
		}
	}
	content, err := a.Open(coding)
	if err != nil {
		return err
	}
	defer content.Close()
	c.set("Etag", coding.Tag(`"`+a.Hash+`"`))
	if coding != respond.Plain { // net/http leaves the length out
		size, err := content.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		c.set("Content-Length", strconv.FormatInt(size, 10))
	}
	http.ServeContent(c, c.request, "", time.Time{}, content)
	return nil
}
