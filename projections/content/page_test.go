package content_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestPageAnswer(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	body := modeltest.Body(t)
	modeltest.Seen(t, log.Append(t, "page-2", modeltest.Page(2, "How we test"), events.PagePublished{PageID: 2, At: modeltest.Day(3)}),
		m.Content)
	want := `{"id":2,"title":"How we test","slug":"page-2","content":"It says how.","contentText":"It says how.","isPublished":true,` +
		`"createdAt":"2026-11-21T09:02:00Z","updatedAt":"2026-11-21T09:03:00Z","publishedAt":"2026-11-21T09:03:00Z","correctedAt":null,"revision":1}`
	if got := body(m.Content.Pages().List(content.Query{})); got != "["+want+"]" {
		t.Errorf("the list is %s", got)
	}
	want = strings.TrimSuffix(want, "}") + `,"contentHtml":"<p>It says how.</p>\n","contentHeadings":[],"contentWords":3,"corrections":[]}`
	if got := body(m.Content.Pages().One(2)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := body(m.Content.Pages().List(content.Query{Slug: "page-2"})); got != "["+want+"]" {
		t.Errorf("the list of a slug is %s", got)
	}
	admins := strings.TrimSuffix(want, "}") + `,"publishAt":null,"unpublishAt":null,"draftPublishAt":null}`
	if got := body(m.Content.Pages().AdminOne(2)); got != admins {
		t.Errorf("the admin got %s", got)
	}
	if one, err := m.Content.Page(2); err != nil || one.Slug != "page-2" || one.PublishedAt == nil {
		t.Errorf("%+v, %v", one, err)
	}
}

// pageBySlug returns what a slug leads to: the page's title, "→ <slug>" or "".
func pageBySlug(t rapid.TB, c *content.Reader, slug string) string {
	t.Helper()
	a, moved, err := c.PageBySlug(slug)
	switch {
	case errors.Is(err, projector.ErrNotFound):
		return ""
	case err != nil:
		t.Fatalf("%s: %v", slug, err)
	case moved != "":
		return "→ " + moved
	}
	var one content.Page
	if err := json.Unmarshal(a.Body(), &one); err != nil {
		t.Fatalf("%s: %v", slug, err)
	}
	return one.Title
}

func TestPagesAreFoundByTheirSlugs(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	at := modeltest.Day(5)
	slug := func(id int, slug string) events.Event {
		return events.PageUpdated{PageID: events.PageID(id), At: at, Changes: events.PageChanges{Slug: &slug}}
	}
	publish := func(id int) events.Event { return events.PagePublished{PageID: events.PageID(id), At: at} }
	for _, step := range []struct {
		name   string
		page   int
		events []events.Event
		want   map[string]string // what slugs lead to then
	}{
		{"a draft", 1, []events.Event{modeltest.Page(1, "One")}, map[string]string{"page-1": ""}},
		{"a draft's former slug was never public", 1, []events.Event{slug(1, "draft"), slug(1, "a"), publish(1)},
			map[string]string{"page-1": "", "draft": "", "a": "One", "A": "", "a ": ""}},
		{"a renamed page is found by both", 1, []events.Event{slug(1, "b")}, map[string]string{"a": "→ b", "b": "One"}},
		{"twice renamed", 1, []events.Event{slug(1, "c")}, map[string]string{"a": "→ c", "b": "→ c", "c": "One"}},
		{"a draft takes a former slug", 2, []events.Event{modeltest.Page(2, "Two"), slug(2, "a")}, map[string]string{"a": "", "b": "→ c"}},
		{"and is published", 2, []events.Event{publish(2)}, map[string]string{"a": "Two", "b": "→ c"}},
		{"the page that had it last", 2, []events.Event{slug(2, "d")}, map[string]string{"a": "→ d", "d": "Two"}},
		{"which is unpublished", 2, []events.Event{events.PageUnpublished{PageID: 2, At: at}}, map[string]string{"a": "→ c", "d": ""}},
		{"renamed while it is a draft", 2, []events.Event{slug(2, "e"), publish(2)}, map[string]string{"a": "→ e", "d": "→ e", "e": "Two"}},
		{"deleted", 2, []events.Event{events.PageDeleted{PageID: 2, At: at}}, map[string]string{"a": "→ c", "d": "", "e": ""}},
		{"restored", 2, []events.Event{events.PageRestored{PageID: 2, At: at}}, map[string]string{"a": "→ e", "e": "Two"}},
		{"a page's own former slug again", 1, []events.Event{slug(1, "a")}, map[string]string{"a": "One", "b": "→ a", "c": "→ a"}},
		{"another program's slugs", 1, []events.Event{slug(1, strings.Repeat("long", 1000)), slug(1, "a\x00b"), slug(1, "z")},
			map[string]string{strings.Repeat("long", 1000): "→ z", "a\x00b": "→ z", "a": "→ z", "": ""}},
	} {
		modeltest.Seen(t, log.Append(t, events.PageID(step.page).Stream(), step.events...), m.Content)
		for slug, want := range step.want {
			if got := pageBySlug(t, m.Content, slug); got != want {
				t.Errorf("%s: %.20q leads to %q, want %q", step.name, slug, got, want)
			}
		}
	}
}

// For any history, a slug leads to what a fold of the log says.
func TestSlugsLeadWhereTheLogSays(t *testing.T) {
	type page struct {
		exists, published, deleted bool
		title, slug                string
	}
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		m := modeltest.Open(t, modeltest.MemDir(t), log)
		pages := map[int]*page{1: {}, 2: {}, 3: {}}
		var public []struct { // when which page's address became public
			id   int
			slug string
		}
		var last events.Position
		for i := range rapid.IntRange(1, 40).Draw(rt, "events") {
			id := rapid.IntRange(1, 3).Draw(rt, "page")
			p, pid, at := pages[id], events.PageID(id), modeltest.Day(i)
			slug := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "slug")
			var e events.Event
			named := false
			switch rapid.IntRange(0, 5).Draw(rt, "event") {
			case 0:
				created := modeltest.Page(id, fmt.Sprint("Page ", id))
				created.Slug = slug
				if e = created; !p.exists {
					*p = page{exists: true, title: created.Title, slug: slug}
				}
			case 1:
				e = events.PagePublished{PageID: pid, At: at}
				p.published, named = p.exists, true
			case 2:
				e = events.PageUnpublished{PageID: pid, At: at}
				p.published = false
			case 3:
				e = events.PageDeleted{PageID: pid, At: at}
				p.deleted = p.exists
			case 4:
				e = events.PageRestored{PageID: pid, At: at}
				p.deleted = false
			case 5:
				e = events.PageUpdated{PageID: pid, At: at, Changes: events.PageChanges{Slug: &slug}}
				if named = p.exists; named {
					p.slug = slug
				}
			}
			last = log.Append(t, pid.Stream(), e)
			if named && p.published {
				public = append(public, struct {
					id   int
					slug string
				}{id, p.slug})
			}
		}
		modeltest.Seen(t, last, m.Content)
		for _, slug := range []string{"a", "b", "c"} {
			var holders []string
			for _, p := range pages {
				if p.exists && !p.deleted && p.slug == slug {
					title := p.title
					if !p.published {
						title = ""
					}
					holders = append(holders, title)
				}
			}
			if len(holders) == 0 {
				holders = []string{""}
				for _, one := range slices.Backward(public) {
					if p := pages[one.id]; one.slug == slug && p.published && !p.deleted {
						holders[0] = "→ " + p.slug
						break
					}
				}
			}
			// Of several pages with one slug, which only other programs write, any may be it.
			if got := pageBySlug(rt, m.Content, slug); !slices.Contains(holders, got) {
				rt.Fatalf("%s leads to %q, want one of %q", slug, got, holders)
			}
		}
	})
}

func TestListsOfPages(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	at := modeltest.Day(50)
	for i, title := range []string{"beta", "Alpha", "gamma"} {
		one := modeltest.Page(i+1, title)
		one.Slug = []string{"z", "y", "x"}[i]
		log.Append(t, one.PageID.Stream(), one, events.PagePublished{PageID: one.PageID, At: at})
	}
	modeltest.Seen(t, log.Append(t, "page-3", events.PageUnpublished{PageID: 3, At: modeltest.Day(60)}), m.Content)
	lists := func(step string, list func(content.Query) (*answers.Answer, error), want map[content.Query]string) {
		t.Helper()
		for q, want := range want {
			a, err := list(q)
			if got := modeltest.Titles(t, a, err); got != want {
				t.Errorf("%s: %+v: got %q, want %q", step, q, got, want)
			}
		}
	}
	pages := m.Content.Pages()
	lists("readers", pages.List, map[content.Query]string{
		{}: "Alpha beta", {Limit: 1}: "Alpha", {Search: "BET"}: "beta", {Search: "says how"}: "Alpha beta", {Slug: "z"}: "beta", {Slug: "x"}: "",
		{Slug: "none"}: "", {Slug: "z", Search: "alpha"}: "",
		{Category: "ignored", CategoryID: 7}: "Alpha beta"})
	admins := func(a content.Arrangement) func(content.Query) (*answers.Answer, error) {
		return func(q content.Query) (*answers.Answer, error) { return pages.AdminList(q, a) }
	}
	lists("the admin", admins(content.Arrangement{}), map[content.Query]string{{}: "gamma Alpha beta", {Slug: "x"}: "gamma",
		{Search: "x"}: "gamma"})
	lists("by slug", admins(content.Arrangement{Sort: "slug"}), map[content.Query]string{{}: "gamma Alpha beta"})
	lists("by title", admins(content.Arrangement{Sort: "title"}), map[content.Query]string{{}: "Alpha beta gamma", {Slug: "z"}: "beta"})
	lists("drafts", admins(content.Arrangement{Published: modeltest.Ptr(false)}), map[content.Query]string{{}: "gamma"})

	// A cached list of a slug is dropped when another page takes it.
	modeltest.Seen(t, log.Append(t, "page-1", events.PageUpdated{PageID: 1, At: at, Changes: events.PageChanges{Slug: modeltest.Ptr("w")}}),
		m.Content)
	lists("renamed", pages.List, map[content.Query]string{{Slug: "z"}: "", {Slug: "w"}: "beta"})

	all, err := m.Content.CountAll()
	if want := (content.ItemCounts{Total: 3, Published: 2, Drafts: 1}); err != nil || !cmp.Equal(all[events.PageKind], want) {
		t.Errorf("counted %+v, want %+v (%v)", all[events.PageKind], want, err)
	}
	var visited []string
	err = m.Content.VisitPublished(events.PageKind, func(one content.PublishedItem) {
		visited = append(visited, fmt.Sprint(one.Kind, one.ID, "/", one.Slug, one.Updated.Equal(at)))
	})
	if got := strings.Join(visited, " "); err != nil || got != "page2/ytrue page1/wtrue" {
		t.Errorf("published are %q (%v)", got, err)
	}
}

// A picture that a page shows is public while the page is, and is removed from the page when it is gone.
func TestPicturesOfPages(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	sha256 := strings.Repeat("ab", 32)
	one := modeltest.Page(1, "One")
	one.Content = "See ![it](" + events.MediaAddress(sha256, "image/png") + ") here."
	modeltest.Seen(t, log.Append(t, "page-1", one), m.Content)
	if public, err := m.Content.PicturePublic(sha256); public || err != nil {
		t.Errorf("a draft's picture is public: %v (%v)", public, err)
	}
	modeltest.Seen(t, log.Append(t, "page-1", events.PagePublished{PageID: 1, At: modeltest.Day(2)}), m.Content)
	if public, err := m.Content.PicturePublic(sha256); !public || err != nil {
		t.Errorf("a published page's picture is public: %v (%v)", public, err)
	}
	uses, err := m.Content.PictureUses(sha256)
	if want := []content.PictureUse{{Kind: "page", ID: 1, Title: "One", State: "published"}}; err != nil || !slices.Equal(uses, want) {
		t.Errorf("uses are %+v (%v)", uses, err)
	}
	modeltest.Seen(t, log.Append(t, events.PictureStream(sha256), events.MediaRemoved{SHA256: sha256, ContentType: "image/png",
		At: modeltest.Day(3)}), m.Content)
	if got, err := m.Content.Page(1); err != nil || got.Content != "See  here." {
		t.Errorf("readers see %q (%v)", got.Content, err)
	}
}

func TestAnOldAddressLeadsToAPage(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	log.Append(t, "page-1", modeltest.Page(1, "One"), events.PagePublished{PageID: 1, At: modeltest.Day(2)})
	path := "/about-us"
	modeltest.Seen(t, log.Append(t, events.OldAddressStream(path), events.AddressKept{Path: path, Kind: events.PageKind, ItemID: 1,
		At: modeltest.Day(2)}), m.Content)
	if to, err := m.Content.OldAddress("/about-us/"); to != (content.Destination{Kind: "page", ID: 1, Slug: "page-1"}) || err != nil {
		t.Errorf("it leads to %+v (%v)", to, err)
	}
	modeltest.Seen(t, log.Append(t, "page-1", events.PageUnpublished{PageID: 1, At: modeltest.Day(3)}), m.Content)
	if _, err := m.Content.OldAddress(path); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a draft is found by its old address: %v", err)
	}
}
