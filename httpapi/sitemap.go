// Sitemap and robots.txt: what search engines may read, and when it last changed.

package httpapi

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"strconv"
	"time"

	"candor/httpapi/respond"
)

const sitemapType = "application/xml; charset=utf-8"

// sitemapMost is how many addresses one file may list (sitemaps.org).
const sitemapMost = 50_000

func (t *table) sitemap() {
	t.handle("/sitemap.xml", methods{"GET": inTime(getSitemap)})
	t.handle("/sitemap-{n:[1-9][0-9]{0,5}}.xml", methods{"GET": getSitemapPart})
	t.handle("/robots.txt", methods{"GET": getRobots})
}

type sitemapEntry struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

type urlSet struct {
	XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapEntry `xml:"url"`
}

type sitemapIndex struct {
	XMLName  xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []sitemapEntry `xml:"sitemap"`
}

// GET /sitemap.xml: all addresses, or where their parts are when they are too many for one file.
func getSitemap(x *exchange) error {
	return x.keptFile(sitemapType, func(origin string) (any, error) {
		all, err := x.addresses(origin)
		if err != nil {
			return nil, err
		}
		parts := sitemapParts(len(all))
		if parts == 1 {
			return urlSet{URLs: all}, nil
		}
		var index sitemapIndex
		for n := 1; n <= parts; n++ {
			index.Sitemaps = append(index.Sitemaps, sitemapEntry{Location: origin + "/sitemap-" + strconv.Itoa(n) + ".xml"})
		}
		return index, nil
	})
}

// GET /sitemap-{n}.xml: the n-th part, from 1.
func getSitemapPart(x *exchange) error {
	n, err := strconv.Atoi(x.variable("n"))
	if err != nil {
		return notFound("Sitemap")
	}
	return x.keptFile(sitemapType, func(origin string) (any, error) {
		all, err := x.addresses(origin)
		if err != nil {
			return nil, err
		}
		from, to, ok := sitemapPart(n, len(all))
		if !ok {
			return nil, notFound("Sitemap")
		}
		return urlSet{URLs: all[from:to]}, nil
	})
}

// sitemapParts is how many files so many addresses need, at least one.
func sitemapParts(total int) int { return max(1, (total+sitemapMost-1)/sitemapMost) }

// sitemapPart says which addresses the n-th of several files holds; false when there is none.
func sitemapPart(n, total int) (from, to int, ok bool) {
	parts := sitemapParts(total)
	if parts == 1 || n > parts {
		return 0, 0, false
	}
	from = (n - 1) * sitemapMost
	return from, min(from+sitemapMost, total), true
}

// addresses lists the fixed pages, the categories, the reviews and the articles.
func (x *exchange) addresses(origin string) ([]sitemapEntry, error) {
	var all []sitemapEntry
	for _, h := range fixedPages {
		if !h.noIndex {
			all = append(all, sitemapEntry{Location: origin + h.path})
		}
	}
	categories, err := x.Models.Content.Categories()
	if err != nil {
		return nil, err
	}
	for _, c := range categories {
		all = append(all, sitemapEntry{origin + "/category/" + c.Slug, rfc3339(c.UpdatedAt)})
	}
	err = x.Models.Content.Published(func(kind string, id int64, _ string, updated time.Time) error {
		folder := "/reviews/"
		if kind == "article" {
			folder = "/tech-articles/"
		}
		all = append(all, sitemapEntry{origin + folder + strconv.FormatInt(id, 10), rfc3339(updated)})
		return nil
	})
	return all, err
}

// GET /robots.txt
func getRobots(x *exchange) error {
	if !x.AsOf.IsZero() {
		return x.text("text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /\n"))
	}
	text := "User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + x.SiteURL + "/sitemap.xml\n"
	return x.text("text/plain; charset=utf-8", []byte(text))
}

// text answers a GET with body and a validator.
func (x *exchange) text(kind string, body []byte) error {
	x.set("Content-Type", kind)
	x.set("Etag", `"`+respond.Hash(body)+`"`)
	x.Header()["Cache-Control"] = publicCache
	x.tellAge()
	http.ServeContent(x, x.request, "", time.Time{}, bytes.NewReader(body))
	return nil
}
