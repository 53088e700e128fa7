// Titles of the pages that the analytics count, which know only their addresses.

package httpapi

import (
	"encoding/json"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections/analytics"
	"candor/projections/answers"
	"candor/projections/content"
)

// titledSummary adds the pages' titles to a summary.
func (c *request) titledSummary(a *answers.Answer, err error) (*answers.Answer, error) {
	if err != nil {
		return nil, err
	}
	defer a.Release()
	var s analytics.Summary
	if err := json.Unmarshal(a.Body(), &s); err != nil {
		return nil, err
	}
	c.titlePages(s.TopPages)
	return titled(s)
}

// titledSeries adds the pages' titles to a series.
func (c *request) titledSeries(a *answers.Answer, err error) (*answers.Answer, error) {
	if err != nil {
		return nil, err
	}
	defer a.Release()
	var s analytics.Series
	if err := json.Unmarshal(a.Body(), &s); err != nil {
		return nil, err
	}
	c.titlePages(s.Pages)
	c.titlePages(s.EntryPages)
	return titled(s)
}

func titled(v any) (*answers.Answer, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return answers.NewList(body, 1, time.Time{}), nil
}

func (c *request) titlePages(counts []analytics.PageCount) {
	for i := range counts {
		counts[i].Title = c.pageTitle(counts[i].Page)
	}
}

// pageTitle returns the present title of the page at a path, published or not; "" if there is none.
func (c *request) pageTitle(path string) (title string) {
	if path == "/" {
		return "Home"
	}
	for _, h := range pages.Fixed {
		if h.Path == path && !h.Private() {
			return h.Title
		}
	}
	all := c.Models.Content
	switch folder, name := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]; folder {
	case "/category/":
		category, _ := all.Category(name)
		title = category.Name
	default:
		for _, k := range events.Kinds {
			if folder != k.Folder {
				continue
			}
			if id, ok := canonicalID(name); ok && !k.Slugged {
				title, _ = all.Of(k.Name).Title(id) // an unknown page has no title
			} else if k.Slugged {
				title, _ = all.PageTitle(name)
			}
		}
		for _, of := range []content.NameKind{content.Tags, content.Brands, content.Authors} {
			if folder == pages.NamePath(of, "") {
				one, _ := all.NameAt(of, name)
				title = one.Name
			}
		}
	}
	return title
}
