// Assets: the files of the web app.

package web

import (
	"io"
	"net/http"
	"strconv"
	"time"

	"candor/httpapi"
	"candor/httpapi/respond"
)

// getAsset answers with a file of the web app: GET /assets/… and the files beside index.html.
func getAsset(c *httpapi.Call) error {
	a := c.Site.Asset(c.Request.URL.Path)
	if a == nil {
		return httpapi.NotFound("File")
	}
	h := c.Header()
	c.Set("Content-Type", a.ContentType)
	h["Cache-Control"] = httpapi.PublicCache
	if a.Hashed {
		h["Cache-Control"] = httpapi.ImmutableCache
	}
	coding := respond.Plain
	if len(a.Codings) > 0 {
		h["Vary"] = httpapi.VaryEncoding
		if c.Request.Header["Range"] == nil {
			coding = c.Coding(a.Codings...)
		}
	}
	content, err := a.Open(coding)
	if err != nil {
		return err
	}
	defer content.Close()
	c.Set("Etag", coding.Tag(`"`+a.Hash+`"`))
	if coding != respond.Plain { // net/http leaves the length out
		size, err := content.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		c.Set("Content-Length", strconv.FormatInt(size, 10))
	}
	http.ServeContent(c, c.Request, "", time.Time{}, content)
	return nil
}
