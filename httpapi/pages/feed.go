// The feed of the newest reviews and articles.

package pages

import (
	"slices"
	"time"

	"github.com/gorilla/feeds"

	"candor/events"
	"candor/projections/content"
)

// feedEntries is the number of entries of the feed.
const feedEntries = 30

// Feed returns the newest reviews and articles as Atom.
func Feed(c *content.Reader, origin string) ([]byte, error) {
	items, err := feedItems(c, origin)
	if err != nil {
		return nil, err
	}
	return atom(&feeds.Feed{Title: siteName + ": " + siteTagline, Description: siteDescription,
		Link: &feeds.Link{Href: origin + "/"}, Author: &feeds.Author{Name: siteName}, Items: items})
}

// feedItems returns the newest reviews and articles together, newest first. An entry's id is its address, which never changes.
func feedItems(c *content.Reader, origin string) ([]*feeds.Item, error) {
	reviews, err := c.LatestReviews(feedEntries)
	if err != nil {
		return nil, err
	}
	articles, err := c.LatestArticles(feedEntries)
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
		add(ItemPath(events.ReviewKind, r.ID), r.Title, summarize(nil, r.Content), r.AuthorName, publishedOr(r.PublishedAt, r.CreatedAt), r.UpdatedAt)
	}
	for _, a := range articles {
		add(ItemPath(events.ArticleKind, a.ID), a.Title, summarize(a.Excerpt, a.Content), a.AuthorName, publishedOr(a.PublishedAt, a.CreatedAt), a.UpdatedAt)
	}
	slices.SortStableFunc(items, func(a, b *feeds.Item) int { return b.Created.Compare(a.Created) })
	return items[:min(len(items), feedEntries)], nil
}

// summarize is like [Describe] and never empty, since an entry without content needs a summary.
func summarize(excerpt *string, content string) string {
	if text := Describe(excerpt, content); text != "" {
		return text
	}
	return "…"
}

// publishedOr returns when an item was published, or else when it was created.
func publishedOr(published *time.Time, created time.Time) time.Time {
	if published != nil {
		return *published
	}
	return created
}
