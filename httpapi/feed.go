// Feed: the newest reviews and articles as Atom.

package httpapi

import (
	"slices"
	"strconv"
	"time"

	"github.com/gorilla/feeds"
)

const atomType = "application/atom+xml; charset=utf-8"

// feedEntries is how many entries the feed has.
const feedEntries = 30

func (t *table) feed() {
	t.handle("/feed.xml", methods{"GET": inTime(getFeed)})
}

// GET /feed.xml
func getFeed(x *exchange) error {
	return x.keptFile(atomType, func(origin string) (any, error) {
		items, err := x.feedItems(origin)
		if err != nil {
			return nil, err
		}
		return atom(&feeds.Feed{Title: siteName + ": " + siteTagline, Description: siteDescription,
			Link: &feeds.Link{Href: origin + "/"}, Author: &feeds.Author{Name: siteName}, Items: items}), nil
	})
}

// atom is a feed as Atom, updated when the latest of its items was.
func atom(feed *feeds.Feed) *feeds.AtomFeed {
	for _, i := range feed.Items {
		if i.Updated.After(feed.Updated) {
			feed.Updated = i.Updated
		}
	}
	as := (&feeds.Atom{Feed: feed}).AtomFeed()
	as.Link.Rel = "alternate"
	if as.Updated == "" { // required, and an empty site has none
		as.Updated = rfc3339(time.Unix(0, 0))
	}
	for i, e := range as.Entries {
		e.Published = rfc3339(feed.Items[i].Created)
		e.Summary.Type = "text"
	}
	return as
}

// feedItems returns the newest reviews and articles together, newest first. An entry's id is its
// address, which never changes.
func (x *exchange) feedItems(origin string) ([]*feeds.Item, error) {
	reviews, err := x.Models.Content.LatestReviews(feedEntries)
	if err != nil {
		return nil, err
	}
	articles, err := x.Models.Content.LatestArticles(feedEntries)
	if err != nil {
		return nil, err
	}
	var items []*feeds.Item
	add := func(path, title, summary, author string, published, updated time.Time) {
		items = append(items, &feeds.Item{
			Id: origin + path, Title: title, Link: &feeds.Link{Href: origin + path}, Description: summary,
			Author: &feeds.Author{Name: author}, Created: published, Updated: updated,
		})
	}
	for _, r := range reviews {
		add("/reviews/"+strconv.FormatInt(r.ID, 10), r.Title, summaryOf(nil, r.Content), r.AuthorName, first(r.PublishedAt, r.CreatedAt), r.UpdatedAt)
	}
	for _, a := range articles {
		add("/tech-articles/"+strconv.FormatInt(a.ID, 10), a.Title, summaryOf(a.Excerpt, a.Content), a.AuthorName, first(a.PublishedAt, a.CreatedAt), a.UpdatedAt)
	}
	slices.SortStableFunc(items, func(a, b *feeds.Item) int { return b.Created.Compare(a.Created) })
	return items[:min(len(items), feedEntries)], nil
}

// summaryOf is never empty, since an entry without content needs a summary.
func summaryOf(excerpt *string, content string) string {
	if text := descriptionOf(excerpt, content); text != "" {
		return text
	}
	return "…"
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// first is the time a thing was published, or else made.
func first(published *time.Time, created time.Time) time.Time {
	if published != nil {
		return *published
	}
	return created
}
