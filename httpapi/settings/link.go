// Links of the navigation, and where they lead.

package settings

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/editorial"
	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/content"
	"candor/projections/projector"
)

// files are the addresses of what is no page but may be linked to.
var files = []string{"/feed.xml", "/corrections.xml", "/sitemap.xml"}

// split tells the links that lead to something from those to paths of the site at which nothing is published now. Its error is ErrNotReady.
func split(m *projections.Models, links []events.SettingsLink) (shown, leftOut []events.SettingsLink, err error) {
	shown = []events.SettingsLink{}
	for _, link := range links {
		there := true
		if strings.HasPrefix(link.URL, "/") {
			if there, err = leads(m, link.URL); err != nil {
				return nil, nil, err
			}
		}
		if there {
			shown = append(shown, link)
		} else {
			leftOut = append(leftOut, link)
		}
	}
	return shown, leftOut, nil
}

// leads reports whether an address that begins with "/" is that of something that readers can see. Its error is ErrNotReady.
func leads(m *projections.Models, address string) (bool, error) {
	at, err := url.Parse(address)
	if err != nil {
		return false, nil
	}
	path := at.Path
	public := func(h pages.Head) bool { return !h.Private() && h.Path == path }
	if slices.Contains(files, path) || slices.ContainsFunc(pages.Fixed, public) {
		return true, nil
	}
	folder, name := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	there, err := published(m, folder, name)
	if errors.Is(err, projector.ErrNotFound) {
		return false, nil
	}
	return there && err == nil, err
}

// published reports whether something is published under a name in a folder of the site. Its error is ErrNotFound or ErrNotReady.
func published(m *projections.Models, folder, name string) (bool, error) {
	if folder == pages.CategoryPath("") {
		_, err := m.Content.Category(name)
		return true, err
	}
	for _, k := range events.Kinds {
		if k.Folder != folder {
			continue
		}
		if k.Slugged {
			page, err := m.Content.Of(k.Name).List(content.Query{Slug: name})
			if err != nil {
				return false, err
			}
			defer page.Release()
			return page.Total > 0, nil
		}
		id, ok := httpapi.CanonicalID(name)
		if !ok {
			return false, nil
		}
		_, err := m.Content.Of(k.Name).One(id)
		return true, err
	}
	for _, k := range editorial.NameKinds {
		if folder == "/"+k.Path+"/" {
			_, err := m.Content.NameAnswer(k.Of, name)
			return true, err
		}
	}
	return false, nil
}
