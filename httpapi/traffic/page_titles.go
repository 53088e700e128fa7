// Titles of the pages that the analytics count, which know only their addresses.

package traffic

import (
	"encoding/json"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/pages"
	"candor/projections/analytics"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/content/names"
)

// titles tells the present titles of pages.
type titles struct{ content *content.Reader }

func titlesOf(c *httpapi.Call) titles { return titles{c.Models.Content} }

// summary adds the pages' titles to a summary.
func (t titles) summary(a *answers.Answer, err error) (*answers.Answer, error) {
	if err != nil {
		return nil, err
	}
	defer a.Release()
	var s analytics.Summary
	if err := json.Unmarshal(a.Body(), &s); err != nil {
		return nil, err
	}
	t.addTo(s.TopPages)
	return titled(s)
}

// series adds the pages' titles to a series.
func (t titles) series(a *answers.Answer, err error) (*answers.Answer, error) {
	if err != nil {
		return nil, err
	}
	defer a.Release()
	var s analytics.Series
	if err := json.Unmarshal(a.Body(), &s); err != nil {
		return nil, err
	}
	t.addTo(s.Pages)
	t.addTo(s.EntryPages)
	return titled(s)
}

func titled(v any) (*answers.Answer, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return answers.NewList(body, 1, time.Time{}), nil
}

func (t titles) addTo(counts []analytics.PageCount) {
	for i := range counts {
		counts[i].Title = t.of(counts[i].Page)
	}
}

// of returns the present title of the page at a path, published or not; "" if there is none.
func (t titles) of(path string) (title string) {
	if path == "/" {
		return "Home"
	}
	for _, h := range pages.Fixed {
		if h.Path == path && h.Slug != "" {
			title, _ = t.content.PageTitle(h.Slug)
			return title
		}
		if h.Path == path && !h.Private() {
			return h.Title
		}
	}
	switch folder, name := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]; folder {
	case "/category/":
		category, _ := t.content.Category(name)
		title = category.Name
	default:
		for _, k := range events.Kinds {
			if folder != k.Folder {
				continue
			}
			if id, ok := httpapi.CanonicalID(name); ok && !k.Slugged {
				title, _ = t.content.Of(k.Name).Title(id) // an unknown page has no title
			} else if k.Slugged {
				title, _ = t.content.PageTitle(name)
			}
		}
		for _, of := range []names.Kind{names.Tags, names.Brands, names.Authors} {
			if folder == pages.NamePath(of, "") {
				one, _ := t.content.NameAt(of, name)
				title = one.Name
			}
		}
	}
	return title
}
