// The sitemap and robots.txt: what search engines may read, and when it last changed.

package pages

import (
	"encoding/xml"
	"strconv"
	"time"

	"candor/events"
	"candor/projections/content"
	"candor/projections/projector"
)

// maxSitemap is how many addresses one file lists at most. sitemaps.org allows 50,000; smaller files are made faster, and a change makes
// search engines read less anew.
const maxSitemap = 10_000

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

// The lists of addresses, each in files of its own: the first in one file, that of names in files of maxSitemap, and those of items in
// files of maxSitemap ids, so that a new item changes the last file alone.
const (
	siteList  = "site" // the fixed pages and the categories
	namesList = "names"
)

// sitemapFile is a file of the sitemap.
type sitemapFile struct {
	list      string
	number    int // from 1
	addresses int // how many it lists
	modified  time.Time
}

// Sitemap returns all addresses, or an index of the sitemap's files when they are too many for one.
func Sitemap(c *content.Reader, origin string) ([]byte, error) {
	files, err := sitemapFiles(c)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, f := range files {
		total += f.addresses
	}
	if total <= maxSitemap {
		var all []sitemapEntry
		for _, f := range files {
			some, err := sitemapEntries(c, origin, f.list, f.number)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		return xmlDocument(urlSet{URLs: all})
	}
	var index sitemapIndex
	for _, f := range files {
		index.Sitemaps = append(index.Sitemaps,
			sitemapEntry{origin + "/sitemap-" + f.list + "-" + strconv.Itoa(f.number) + ".xml", modifiedAt(f.modified)})
	}
	return xmlDocument(index)
}

// SitemapFile returns a file of the sitemap by the name of its list and its number. Its error is [projector.ErrNotFound] for one that would
// be empty.
func SitemapFile(c *content.Reader, origin, list string, number int) ([]byte, error) {
	all, err := sitemapEntries(c, origin, list, number)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, projector.ErrNotFound
	}
	return xmlDocument(urlSet{URLs: all})
}

// sitemapFiles returns the files that list something.
func sitemapFiles(c *content.Reader) ([]sitemapFile, error) {
	site, err := siteEntries(c, "")
	if err != nil {
		return nil, err
	}
	files := []sitemapFile{{list: siteList, number: 1, addresses: len(site)}}
	names, err := c.PublishedNames()
	if err != nil {
		return nil, err
	}
	for from := 0; from < len(names); from += maxSitemap {
		f := sitemapFile{list: namesList, number: 1 + from/maxSitemap}
		for _, one := range part(names, f.number) {
			f.addresses++
			f.modified = later(f.modified, one.Updated)
		}
		files = append(files, f)
	}
	for _, k := range events.Kinds {
		byNumber := map[int]*sitemapFile{}
		last := 0
		err := visitListed(c, k, func(one content.PublishedItem) {
			n := fileOf(one.ID)
			f := byNumber[n]
			if f == nil {
				f = &sitemapFile{list: k.Plural(), number: n}
				byNumber[n], last = f, max(last, n)
			}
			f.addresses++
			f.modified = later(f.modified, one.Updated)
		})
		if err != nil {
			return nil, err
		}
		for n := 1; n <= last; n++ {
			if f := byNumber[n]; f != nil {
				files = append(files, *f)
			}
		}
	}
	return files, nil
}

// sitemapEntries returns what a file lists: nothing for one that isn't there.
func sitemapEntries(c *content.Reader, origin, list string, number int) (all []sitemapEntry, err error) {
	switch list {
	case siteList:
		if number > 1 {
			return nil, nil
		}
		return siteEntries(c, origin)
	case namesList:
		names, err := c.PublishedNames()
		for _, one := range part(names, number) {
			all = append(all, sitemapEntry{origin + Encoded(NamePath(one.Of, one.Slug)), rfc3339(one.Updated)})
		}
		return all, err
	}
	for _, k := range events.Kinds {
		if k.Plural() != list {
			continue
		}
		err = visitListed(c, k, func(one content.PublishedItem) {
			if fileOf(one.ID) != number {
				return
			}
			all = append(all, sitemapEntry{origin + Encoded(ItemPath(one.Kind, one.ID, one.Slug)), rfc3339(one.Updated)})
		})
	}
	return all, err
}

// visitListed visits the published items of a kind, but for the pages that every site has: they are among the fixed ones.
func visitListed(c *content.Reader, k events.Kind, visit func(content.PublishedItem)) error {
	return c.VisitPublished(k.Name, func(one content.PublishedItem) {
		if !events.IsFixedPage(one.Slug) {
			visit(one)
		}
	})
}

// siteEntries lists the fixed pages and the categories.
func siteEntries(c *content.Reader, origin string) (all []sitemapEntry, err error) {
	for _, h := range Fixed {
		entry := sitemapEntry{Location: origin + h.Path}
		if h.Slug != "" {
			page, _, err := c.PageBySlug(h.Slug)
			if err != nil {
				return nil, err
			}
			if page.Revision > 0 { // else the log has none
				entry.Modified = modifiedAt(page.LastModified)
			}
		}
		if !h.NoIndex {
			all = append(all, entry)
		}
	}
	categories, err := c.Categories()
	for _, one := range categories {
		all = append(all, sitemapEntry{origin + Encoded(CategoryPath(one.Slug)), rfc3339(one.UpdatedAt)})
	}
	return all, err
}

// fileOf returns the number of the file that lists an item.
func fileOf(id int64) int { return int((id-1)/maxSitemap) + 1 }

// part returns the n-th maxSitemap names, from 1.
func part(names []content.PublishedName, n int) []content.PublishedName {
	from := min((n-1)*maxSitemap, len(names))
	return names[from:min(from+maxSitemap, len(names))]
}

// modifiedAt returns a time as sitemaps say it, "" for none.
func modifiedAt(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return rfc3339(t)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Robots returns robots.txt. A site of an earlier time is not for search engines.
func Robots(origin string, past bool) []byte {
	if past {
		return []byte("User-agent: *\nDisallow: /\n")
	}
	return []byte("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: " + origin + "/sitemap.xml\n")
}
