// Addresses of the site that was here before: they lead to what was imported, while that is published.

package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
)

// keep makes an old address lead to a target.
func (s *site) keep(path string, to editorial.Target) {
	s.Helper()
	by := commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, ID: "ida", Name: "command line"}, RequestID: "import-1",
		Via: events.ViaImport}
	if _, err := s.commands.Editorial.KeepAddress(s.Context(), by, path, to); err != nil {
		s.Fatal(err)
	}
	s.caughtUp()
}

// leads checks where addresses lead to for good; "" is nowhere.
func (s *site) leads(to map[string]string) {
	s.Helper()
	for from, want := range to {
		if want == "" {
			s.do("GET", from, "").is(404)
			continue
		}
		s.do("GET", from, "").is(http.StatusMovedPermanently).has("Location", want)
		s.do("HEAD", from, "").is(http.StatusMovedPermanently).has("Location", want)
	}
}

func TestAddressesThatEveryOldSiteHasLeadToOurs(t *testing.T) {
	s := newSite(t)
	s.leads(map[string]string{
		"/feed": "/feed.xml", "/feed/": "/feed.xml", "/rss": "/feed.xml", "/rss/": "/feed.xml", "/feed/atom/": "/feed.xml",
		"/feed/rss2/": "/feed.xml", "/feed/?paged=2": "/feed.xml?paged=2",
		"/wp-sitemap.xml": "/sitemap.xml", "/wp-sitemap-posts-post-1.xml": "/sitemap.xml", "/sitemap_index.xml": "/sitemap.xml",
		"/post-sitemap.xml": "/sitemap.xml", "/sitemap-posts.xml": "/sitemap.xml",
		"/feeds": "", "/feed/atom/x": "", "/comments/feed/": "", "/category/computers/feed/": "", "/sitemap-reviews-7.xml": "",
		"/a/post-sitemap.xml": "",
	})
	// Where something of ours is at such an address, or was kept for it, that comes first.
	s.publish("/api/news", "About RSS", "")
	s.keep("/rss", editorial.Target{Kind: events.ArticleKind, ID: 1})
	s.leads(map[string]string{"/rss/": "/tech-articles/1"})
}

func TestOldAddressesOfListsLeadToOurs(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.keep("/tag/quiet-pc/", editorial.Target{Kind: events.TagKind, Name: "Quiet PC"})
	s.keep("/category/news/chips", editorial.Target{Kind: events.TopicKind, Name: "Chips & more"})
	s.keep("/category/news/laptops/", editorial.Target{Kind: events.CategoryKind, ID: 1})
	s.keep("/author/ada/", editorial.Target{Kind: events.AuthorKind, Name: "Ada Zyxholt"})
	all := []string{"/tag/quiet-pc", "/category/news/chips/", "/category/news/laptops", "/author/ada/"}
	for _, path := range all { // nothing is published yet
		s.do("GET", path, "").is(404)
	}
	s.publish("/api/reviews", "One", `"authorName":"Ada Zyxholt","tags":["quiet pc"]`)
	s.publish("/api/news", "Two", `"authorName":"Bo","category":"Chips & more"`)
	s.leads(map[string]string{
		"/tag/quiet-pc": "/tags/quiet-pc", "/tag/quiet-pc/page/2/": "/tags/quiet-pc",
		"/category/news/chips/":       "/tech-articles?category=Chips+%26+more",
		"/category/news/chips?page=2": "/tech-articles?category=Chips+%26+more&page=2",
		"/category/news/laptops":      "/category/computers", "/author/ada/?utm_source=x": "/authors/ada-zyxholt?utm_source=x",
		"/tag/unknown": "", "/author/bo": "",
	})
	s.do("GET", "/tech-articles?category=Chips+%26+more", "").is(200).says(">Two<")

	// They follow what they lead to.
	s.do("PATCH", "/api/admin/categories/1", `{"slug":"notebooks"}`, admin).is(200)
	s.do("PATCH", "/api/admin/authors/1", `{"name":"Ada Lovelace"}`, admin, with("If-Match", `"1"`)).is(200)
	s.leads(map[string]string{"/category/news/laptops": "/category/notebooks", "/author/ada/": ""})
	s.do("PATCH", "/api/reviews/1", `{"authorName":"Ada Lovelace"}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"category":"AI","tags":["chips & more"]}`, admin).is(200)
	s.keep("/tag/ai", editorial.Target{Kind: events.TagKind, Name: "ai"})
	s.leads(map[string]string{"/author/ada": "/authors/ada-lovelace", "/category/news/chips": "/tags/chips-more",
		"/tag/ai": "/tech-articles?category=ai"})

	// An address that leads somewhere keeps doing so.
	s.records(func() {
		s.keep("/tag/quiet-pc", editorial.Target{Kind: events.TagKind, Name: "Other"})
		s.keep("/author/ada", editorial.Target{Kind: events.AuthorKind, Name: "ada  LOVELACE"})
	})
	s.do("DELETE", "/api/admin/authors/1", "", admin).is(204)
	s.leads(map[string]string{"/author/ada": "", "/tag/quiet-pc": "/tags/quiet-pc"})
	s.keep("/author/ada", editorial.Target{Kind: events.AuthorKind, Name: "Bo"}) // it is free again
	s.leads(map[string]string{"/author/ada": "/authors/bo"})
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.leads(map[string]string{"/tag/quiet-pc": "", "/category/news/laptops": ""})
	s.restart()
	s.leads(map[string]string{"/author/ada": "/authors/bo", "/tag/quiet-pc": "", "/category/news/chips": "/tags/chips-more"})
}

func TestOldAddressesOfPicturesLeadToThePictures(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var article struct{ ImageURL string }
	s.do("POST", "/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A","imageUrl":"`+picture(t, 9)+`"}`,
		admin).is(201).decode(&article)
	hash := strings.TrimSuffix(strings.TrimPrefix(article.ImageURL, "/media/"), ".png")
	s.keep("/wp-content/uploads/2024/03/kettle-scaled.png", editorial.Target{Kind: events.PictureKind, SHA256: hash})
	const old = "/wp-content/uploads/2024/03/kettle"
	s.leads(map[string]string{old + ".png": ""}) // a draft shows it
	s.do("PATCH", "/api/news/1", `{"isPublished":true}`, admin).is(200)
	s.leads(map[string]string{old + ".png": article.ImageURL, old + "-1024x683.png": article.ImageURL, old + "-scaled.png": article.ImageURL,
		old + "2.png": "", old + ".jpg": ""})
	s.do("DELETE", "/api/admin/media/"+hash, "", admin)
	s.leads(map[string]string{old + ".png": ""})
}

func TestAnAddressIsKeptOnlyForWhatIsNamed(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		path string
		to   editorial.Target
	}{
		"no kind":           {"/a", editorial.Target{ID: 1}},
		"an item without":   {"/a", editorial.Target{Kind: events.ArticleKind}},
		"a tag without":     {"/a", editorial.Target{Kind: events.TagKind, Name: " "}},
		"a picture without": {"/a", editorial.Target{Kind: events.PictureKind, SHA256: "x"}},
		"another site":      {"//elsewhere.example/a", editorial.Target{Kind: events.ArticleKind, ID: 1}},
		"no text":           {"/a\xffb", editorial.Target{Kind: events.ArticleKind, ID: 1}},
		"a long name":       {"/author/a", editorial.Target{Kind: events.AuthorKind, Name: strings.Repeat("a", 101)}},
	} {
		if _, err := s.commands.Editorial.KeepAddress(t.Context(), commands.Caller{Actor: events.System, RequestID: "r"}, c.path,
			c.to); commands.KindOf(err) != commands.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
