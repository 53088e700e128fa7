// The feed of the newest reviews and articles.

package pages

import (
	"cmp"
	"errors"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"candor/events"
	"candor/projections/content"
	"candor/projections/projector"
)

// feedEntries is the number of entries of the feed.
const feedEntries = 30

// Feed returns the newest reviews and articles as Atom.
func Feed(c *content.Reader, origin string) ([]byte, error) {
	items, categories, err := feedItems(c, origin)
	if err != nil {
		return nil, err
	}
	shown, err := c.ShownSettings()
	if err != nil {
		return nil, err
	}
	return atom(&feeds.Feed{Title: homeTitle(&shown.Site), Description: shown.Site.Description,
		Link: &feeds.Link{Href: origin + "/"}, Author: &feeds.Author{Name: shown.Site.Name}, Items: items}, categories,
		"/feed.xml", origin, &shown.Site)
}

// feedItems returns the newest reviews and articles together, newest first, with what each is about. An entry's id is its address, which
// never changes; it was updated when it was last corrected or brought up to date.
func feedItems(c *content.Reader, origin string) ([]*feeds.Item, [][]string, error) {
	reviews, err := c.LatestReviews(feedEntries)
	if err != nil {
		return nil, nil, err
	}
	articles, err := c.LatestArticles(feedEntries)
	if err != nil {
		return nil, nil, err
	}
	categories, err := c.Categories()
	if err != nil {
		return nil, nil, err
	}
	names, slugs := map[int64]string{}, map[string]string{}
	for _, one := range categories {
		names[one.ID], slugs[one.Slug] = one.Name, one.Name
	}
	var entries []entry
	add := func(kind string, id int64, title, summary, author string, published time.Time, changed []*time.Time, categories []string) {
		updated := published
		for _, at := range changed {
			if at != nil {
				updated = later(updated, *at)
			}
		}
		address := origin + ItemPath(kind, id, "")
		entries = append(entries, entry{kind, id, &feeds.Item{
			Id: address, Title: title, Link: &feeds.Link{Href: address}, Description: summary,
			Author: &feeds.Author{Name: author}, Created: published, Updated: updated,
		}, distinct(categories)})
	}
	for _, r := range reviews {
		add(events.ReviewKind, r.ID, r.Title, summarize(nil, r.ContentText), r.AuthorName, publishedOr(r.PublishedAt, r.CreatedAt),
			[]*time.Time{r.CorrectedAt, r.UpdateNotedAt}, append([]string{names[r.CategoryID]}, r.Tags...))
	}
	for _, a := range articles {
		add(events.ArticleKind, a.ID, a.Title, summarize(a.Excerpt, a.ContentText), a.AuthorName, publishedOr(a.PublishedAt, a.CreatedAt),
			[]*time.Time{a.CorrectedAt, a.UpdateNotedAt}, append([]string{cmp.Or(slugs[a.Category], a.Category)}, a.Tags...))
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return b.item.Created.Compare(a.item.Created) })
	entries = entries[:min(len(entries), feedEntries)]
	if err := addTexts(c, entries); err != nil {
		return nil, nil, err
	}
	items := make([]*feeds.Item, len(entries))
	terms := make([][]string, len(entries))
	for i, e := range entries {
		items[i], terms[i] = e.item, e.categories
	}
	return items, terms, nil
}

// entry is an entry of the feed, and the item that it is about.
type entry struct {
	kind       string
	id         int64
	item       *feeds.Item
	categories []string
}

// feedTexts is how many bytes of texts a feed carries; entries beyond have their summary only.
const feedTexts = 4 << 20

// addTexts adds the items' texts to their entries. An item that was unpublished meanwhile has none.
func addTexts(c *content.Reader, entries []entry) error {
	left := feedTexts
	for _, e := range entries {
		texts, err := c.Of(e.kind).Texts(e.id)
		if errors.Is(err, projector.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		whole := texts.Content
		if texts.Verdict != "" {
			whole += "<h2>Final Verdict</h2>\n" + texts.Verdict
		}
		if left -= len(whole); left < 0 {
			return nil
		}
		e.item.Content = withAbsoluteAddresses(whole, e.item.Id)
	}
	return nil
}

// localAddress is an address in a rendered text, or a list of those of a picture's copies. Quotes in text and in values are escaped, so
// that only attributes match.
var localAddress = regexp.MustCompile(` (href|src|srcset)="([^"]*)"`)

// withAbsoluteAddresses returns a rendered text whose links and pictures lead to the site from anywhere. page is its page's address.
func withAbsoluteAddresses(text, page string) string {
	base, err := url.Parse(page)
	if err != nil {
		return text
	}
	return localAddress.ReplaceAllStringFunc(text, func(attribute string) string {
		parts := localAddress.FindStringSubmatch(attribute)
		if parts[1] == "srcset" { // of the site's pictures alone
			return strings.ReplaceAll(attribute, "/media/", base.Scheme+"://"+base.Host+"/media/")
		}
		to, err := base.Parse(html.UnescapeString(parts[2]))
		if err != nil {
			return attribute
		}
		return " " + parts[1] + `="` + html.EscapeString(to.String()) + `"`
	})
}

// distinct returns the texts that are not empty, each once.
func distinct(all []string) (some []string) {
	for _, one := range all {
		if one != "" && !slices.Contains(some, one) {
			some = append(some, one)
		}
	}
	return some
}

// summarize is like [Describe] and never empty, since an entry without content needs a summary.
func summarize(excerpt *string, text string) string {
	if said := Describe(excerpt, text); said != "" {
		return said
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
