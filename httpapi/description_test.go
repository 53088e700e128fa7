// The description of the API: every route is in it, and real answers are what it says.

package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events/proof"
	"candor/httpapi"
)

func TestEveryRouteIsDescribedAndEveryDescribedCallIsThere(t *testing.T) {
	h, err := assemble(t, func(c *httpapi.Config) { c.ControlToken, c.SigningKey = "on", &proof.KeyFile{} })
	if err != nil {
		t.Fatal(err)
	}
	all, err := httpapi.Routes(h)
	if err != nil {
		t.Fatal(err)
	}
	var routes []string
	for _, r := range all { // the calls that other commands on this machine make are nobody else's business
		if strings.HasPrefix(r.Path, "/api/") && r.Who != "control token" {
			routes = append(routes, r.Method+" "+r.Path)
		}
	}
	slices.Sort(routes)
	s := newSite(t)
	var described []string
	for path, item := range s.description().doc.Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	slices.Sort(described)
	if diff := cmp.Diff(routes, described); diff != "" {
		t.Errorf("routes (-) and their description (+) differ:\n%s", diff)
	}
}

func TestAnswersAreAsDescribed(t *testing.T) {
	s := newRemoteSite(t)
	s.budget = 100
	s.restart()
	d := s.description()
	admin := s.asAdmin()
	plain, _ := s.newKey("press", "create_reviews", "create_news", "create_categories")
	poor, _ := s.newKey("poor", "create_news")
	none, _ := s.newKey("none", "create_categories")
	analyst, _ := s.newKey("analyst", "read_analytics")
	bot := key(plain)
	once := func(name string) option { return with("Idempotency-Key", name) }

	created, err := s.log.Last(t.Context(), "category-1")
	if err != nil {
		t.Fatal(err)
	}
	first := fmt.Sprint(created.Position)
	const asArray = `{"productName":"Slate 14","productBrand":"Tarnholt","categoryId":1,"title":"A quiet laptop","content":"It is quiet.","authorName":"Ada","rating":4.5,"productPrice":999,"pros":["Quiet"],"imageUrls":["https://img.example/a.webp"],"tags":["Described"],"isPublished":true}`
	const view = `{"event":"page_view","page":"/reviews/1","userAgent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36","referrer":"https://search.example/","sessionId":"s","metadata":null}`
	const draft = `{"base":0,"fields":{"title":"Renamed"},"was":{"title":"Named"}}`
	const window, closed = `{"window":"1b4e28ba-2fa1-41d2-883f-0016d3cca427"}`, "window=1b4e28ba-2fa1-41d2-883f-0016d3cca427"
	const newDraft = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
	first9, second8 := pictureID(t, picture(t, 9)), pictureID(t, picture(t, 8))
	rows := []row{
		{"GET", "/api/bot/status", "", 200, []option{bot}},
		{"POST", "/api/bot/reviews", asArray, 200, []option{bot, once("1")}},
		{"POST", "/api/bot/news", article, 200, []option{bot, once("2")}},
		{"POST", "/api/bot/categories", `{"name":"Audio","slug":"audio"}`, 200, []option{bot, once("3")}},
		{"POST", "/api/bot/reviews/bulk", `{"reviews":[` + asArray + `,` + strings.Replace(asArray, "A quiet laptop", "", 1) + `]}`, 200,
			[]option{bot, once("4")}},

		{"PATCH", "/api/bot/reviews/1", `{"rating":4.4,"correction":"It was too kind."}`, 200, []option{bot}},
		{"PATCH", "/api/bot/news/1", `{"title":"U"}`, 200, []option{bot, with("If-Match", `"0"`)}},

		{"POST", "/api/reviews", asArray, 201, []option{admin, once("5")}},
		{"POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), 201, []option{admin, once("6")}},
		{"POST", "/api/admin/categories", `{"name":"Video","slug":"video","color":"#123456"}`, 201, []option{admin, once("7")}},
		{"PATCH", "/api/reviews/1", `{"verdict":"Buy it.","unpublishAt":"2099-01-31T09:30:00Z","correction":"There was none."}`,
			200, []option{admin}},
		{"POST", "/api/admin/reviews/1/change", `{"changes":{"verdict":"Buy it."}}`, 200, []option{admin}},
		{"POST", "/api/admin/differences", `{"changes":[{"field":"rating","old":4,"new":3.5},{"field":"pros","new":["Light"]}]}`,
			200, []option{admin}},
		{"POST", "/api/admin/news/2/change", `{"changes":{"excerpt":"Short."}}`, 200, []option{admin}},
		{"PATCH", "/api/news/2", `{"excerpt":"Short.","unpublishAt":"2099-01-31T09:30:00Z","correction":"It said nothing."}`,
			200, []option{admin}},
		{"PATCH", "/api/admin/categories/1", `{"description":"Machines.","order":2}`, 200, []option{admin}},
		{"POST", "/api/admin/authors",
			`{"name":"Ada Holt","text":"Tests *laptops*.","links":[{"label":"Website","url":"https://example.com/ada"}]}`, 201,
			[]option{admin, once("authors")}},
		{"PATCH", "/api/admin/authors/1", `{"disclosure":"Owns shares of Tarnholt."}`, 200, []option{admin}},
		{"PATCH", "/api/admin/tags/described", `{"description":"What is described."}`, 200, []option{admin}},
		{"PATCH", "/api/admin/brands/tarnholt", `{"description":"Makes quiet laptops."}`, 200, []option{admin}},
		{"GET", "/api/admin/tags/described/history", "", 200, []option{admin}},
		{"GET", "/api/admin/brands/tarnholt/history?limit=1&before=2", "", 200, []option{admin}},
		{"GET", "/api/admin/authors", "", 200, []option{admin}},
		{"GET", "/api/admin/authors/1", "", 200, []option{admin}},
		{"POST", "/api/admin/reviews/bulk", `{"action":"feature","ids":[1,99]}`, 200, []option{admin, once("9")}},
		{"POST", "/api/admin/news/bulk", `{"action":"publish","ids":[1,2]}`, 200, []option{admin, once("10")}},
		{"POST", "/api/pages", `{"title":"How we test","content":"With care.","isPublished":true}`, 201, []option{admin, once("page-1")}},
		{"POST", "/api/pages", `{"title":"Who we are","slug":"us","content":"Editors."}`, 201, []option{admin, once("page-2")}},
		{"POST", "/api/admin/pages/1/change", `{"changes":{"content":"With great care."}}`, 200, []option{admin}},
		{"PATCH", "/api/pages/1", `{"content":"With great care.","correction":"With more care.","unpublishAt":"2099-01-31T09:30:00Z"}`,
			200, []option{admin}},
		{"POST", "/api/bot/media", `{"data":"` + picture(t, 9) + `"}`, 200, []option{bot, once("picture-1")}},
		{"POST", "/api/admin/media", `{"data":"` + picture(t, 9) + `","name":"lid.png"}`, 200, []option{admin, once("picture-2")}},
		{"GET", "/api/admin/media?search=lid&filter=missing-alt&limit=1&offset=0", "", 200, []option{admin}},
		{"GET", "/api/admin/media/" + first9, "", 200, []option{admin}},
		{"PATCH", "/api/admin/media/" + first9, `{"alt":"A lid","caption":"Open.","credit":"Ada Lark","focalPoint":{"x":0.2,"y":1}}`,
			200, []option{admin}},
		{"POST", "/api/admin/media/" + first9 + "/replace", `{"data":"` + picture(t, 8) + `"}`, 200, []option{admin, once("picture-3")}},
		{"GET", "/api/admin/media/" + first9 + "/file", "", 200, []option{admin}},
		{"GET", "/api/admin/media", "", 200, []option{admin}},
		{"DELETE", "/api/admin/media/" + second8, "", 204, []option{admin}},
		{"GET", "/api/admin/media?filter=removed", "", 200, []option{admin}},
		{"POST", "/api/admin/media/" + second8 + "/allow", "", 200, []option{admin}},
		{"POST", "/api/admin/media/" + second8 + "/copies", "", 200, []option{admin}},
		{"POST", "/api/admin/markdown", `{"content":"# It is **quiet**.","sponsored":["https://shop.example/1"]}`, 200, []option{admin}},
		{"POST", "/api/admin/pages/bulk", `{"action":"publish","ids":[1,2]}`, 200, []option{admin, once("page-3")}},

		{"GET", "/api/reviews", "", 200, nil},
		{"GET", "/api/reviews?search=quiet&categoryId=1&category=computers&featured=true&limit=1&offset=0", "", 200, nil},
		{"GET", "/api/reviews/1", "", 200, nil},
		{"GET", "/api/news", "", 200, nil},
		{"GET", "/api/news/2", "", 200, nil},
		{"GET", "/api/pages?slug=us", "", 200, nil},
		{"GET", "/api/pages/2", "", 200, nil},
		{"GET", "/api/categories", "", 200, nil},
		{"GET", "/api/categories/computers", "", 200, nil},
		{"GET", "/api/reviews?brand=acme&year=2026&minScore=1&maxPrice=9999&sort=price&page=1", "", 200, nil},
		{"GET", "/api/reviews/facets", "", 200, nil},
		{"GET", "/api/corrections/facets", "", 200, nil},
		{"GET", "/api/news/facets?year=2026", "", 200, nil},
		{"GET", "/api/reviews/1/related", "", 200, nil},
		{"GET", "/api/news/2/related", "", 200, nil},
		{"GET", "/api/reviews/1/neighbours", "", 200, nil},
		{"GET", "/api/news/2/neighbours", "", 200, nil},
		{"GET", "/api/tags", "", 200, nil},
		{"GET", "/api/brands", "", 200, nil},
		{"GET", "/api/authors", "", 200, nil},
		{"GET", "/api/tags/described", "", 200, nil},
		{"GET", "/api/brands/tarnholt", "", 200, nil},
		{"GET", "/api/authors/Ada", "", 200, nil},
		{"GET", "/api/products", "", 200, nil},
		{"GET", "/api/search?q=quiet&type=review&limit=5&offset=0", "", 200, nil},
		{"GET", "/api/search/suggest?q=qu", "", 200, nil},
		{"GET", "/api/corrections?limit=5&offset=0", "", 200, nil},
		{"GET", "/api/site", "", 200, nil},
		{"GET", "/api/admin/checklist", "", 200, []option{admin}},
		{"PUT", "/api/admin/checklist/pages", "", 204, []option{admin}},
		{"POST", "/api/admin/checklist/dismiss", "", 204, []option{admin}},
		{"GET", "/api/admin/settings", "", 200, []option{admin}},
		{"PUT", "/api/admin/settings/site/draft", `{"base":0,"fields":{"tagline":"Coffee"},"was":{"tagline":"Honest tech reviews"}}`,
			200, []option{admin}},
		{"GET", "/api/admin/settings/site/draft", "", 200, []option{admin}},
		{"DELETE", "/api/admin/settings/site/draft", "", 204, []option{admin}},
		{"PUT", "/api/admin/settings/site", `{"name":"Noisy Kitchen"}`, 200, []option{admin, with("If-Match", `"0"`)}},
		{"GET", "/api/admin/settings/site", "", 200, []option{admin}},
		{"GET", "/api/admin/settings/navigation", "", 200, []option{admin}},
		{"GET", "/api/admin/settings/publication", "", 200, []option{admin}},
		{"GET", "/api/admin/settings/privacy", "", 200, []option{admin}},
		{"POST", "/api/admin/settings/privacy/preview", `{"addresses":"none"}`, 200, []option{admin}},
		{"GET", "/api/admin/settings/site/history?limit=5", "", 200, []option{admin}},
		{"POST", "/api/admin/settings/site/history/0/restore", "", 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A court order."}`, 200, []option{admin}},
		{"POST", "/api/admin/news/2/history/1/withhold", `{"reason":"A court order."}`, 200, []option{admin}},
		{"GET", "/api/reviews/1/history/1", "", 200, nil},
		{"GET", "/api/corrections", "", 200, nil},
		{"GET", "/api/reviews/1", "", 200, nil},
		{"GET", "/api/reviews/1/history?limit=1", "", 200, nil},
		{"GET", "/api/reviews/1/history/3", "", 200, nil},
		{"GET", "/api/news/2/history", "", 200, nil},
		{"GET", "/api/news/2/history/3", "", 200, nil},
		{"DELETE", "/api/admin/reviews/1/history/1/withhold", "", 204, []option{admin}},
		{"DELETE", "/api/admin/news/2/history/1/withhold", "", 204, []option{admin}},
		{"GET", "/api/admin/reviews?published=true&sort=rating&order=desc&limit=1", "", 200, []option{admin}},
		{"GET", "/api/admin/reviews/1", "", 200, []option{admin}},
		{"GET", "/api/admin/news?published=false&scheduled=false&sort=title&order=asc", "", 200, []option{admin}},
		{"GET", "/api/admin/news/1", "", 200, []option{admin}},
		{"GET", "/api/admin/pages?published=true&sort=slug&order=desc", "", 200, []option{admin}},
		{"GET", "/api/admin/pages/1", "", 200, []option{admin}},

		{"POST", "/api/contact", message, 201, nil},
		{"POST", "/api/newsletter/subscribe", `{"email":"cleo@example.com"}`, 201, nil},
		{"POST", "/api/track", view, 204, nil},
		{"POST", "/api/track", `{"events":[` + view + `,{"event":" ","page":"/"}]}`, 200, nil},
		{"GET", "/api/contact-messages?read=false&search=hello&limit=5", "", 200, []option{admin}},
		{"GET", "/api/contact-messages/1", "", 200, []option{admin}},
		{"PATCH", "/api/contact-messages/1/read", "", 200, []option{admin}},
		{"GET", "/api/admin/subscribers", "", 200, []option{admin}},
		{"GET", "/api/admin/overview", "", 200, []option{admin}},
		{"GET", "/api/admin/week", "", 200, []option{admin}},
		{"GET", "/api/analytics/summary", "", 200, []option{admin}},
		{"GET", "/api/analytics/series?range=24h&bucket=hour", "", 200, []option{admin}},
		{"GET", "/api/analytics/series?range=all&bucket=day", "", 200, []option{admin}},
		{"GET", "/api/analytics/series?from=2026-11-01&to=2026-11-20T12:00:00Z", "", 200, []option{admin}},
		{"GET", "/api/analytics/marks?from=2026-11-01&to=2026-12-01T12:00:00Z", "", 200, []option{admin}},
		{"GET", "/api/analytics/events?prefix=review-&from=2026-11-01", "", 200, []option{admin}},
		{"GET", "/api/analytics/events?type=PageViewed&format=csv", "", 200, []option{key(analyst)}},
		{"GET", "/api/analytics/events?type=PageViewed&type=ReviewCreated&format=parquet", "", 200, []option{key(analyst)}},

		{"POST", "/api/admin/api-keys", `{"name":"new","permissions":["create_news"],"expiresAt":"2099-01-31"}`, 201, []option{admin}},
		{"GET", "/api/admin/api-keys", "", 200, []option{admin}},
		{"PATCH", "/api/admin/api-keys/4/deactivate", "", 200, []option{admin}},
		{"DELETE", "/api/admin/api-keys/4", "", 204, []option{admin}},
		{"GET", "/api/admin/api-keys/deleted?limit=5", "", 200, []option{admin}},
		{"GET", "/api/admin/api-keys/3/undo?since=2026-11-21T09:00:00Z&limit=5&offset=0", "", 200, []option{admin}},
		{"POST", "/api/admin/api-keys/3/undo", `{"since":"2026-11-21T09:00:00Z","items":[{"kind":"category","id":6,"revision":0}]}`, 200,
			[]option{admin, once("11")}},
		{"POST", "/api/admin/undo", `{"requestId":"some-request","items":[{"kind":"review","id":1,"revision":0}]}`, 200,
			[]option{admin, once("12")}},
		{"GET", "/api/admin/reviews/1/history?limit=2&before=4", "", 200, []option{admin}},
		{"GET", "/api/admin/reviews/1/history/0", "", 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/history/0/restore", `{"state":true}`, 200, []option{admin}},
		{"GET", "/api/admin/news/2/history", "", 200, []option{admin}},
		{"GET", "/api/admin/news/2/history/0", "", 200, []option{admin}},
		{"POST", "/api/admin/news/2/history/1/restore", `{}`, 200, []option{admin}},
		{"GET", "/api/admin/pages/1/history", "", 200, []option{admin}},
		{"GET", "/api/admin/pages/1/history/0", "", 200, []option{admin}},
		{"POST", "/api/admin/pages/1/history/0/restore", `{}`, 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/preview-links", "", 201, []option{admin}},
		{"GET", "/api/admin/reviews/1/preview-links", "", 200, []option{admin}},
		{"POST", "/api/admin/news/2/preview-links", "", 201, []option{admin}},
		{"GET", "/api/admin/news/2/preview-links", "", 200, []option{admin}},
		{"POST", "/api/admin/pages/1/preview-links", "", 201, []option{admin}},
		{"GET", "/api/admin/pages/1/preview-links", "", 200, []option{admin}},
		{"PUT", "/api/admin/reviews/1/editing", window, 200, []option{admin}},
		{"DELETE", "/api/admin/reviews/1/editing?" + closed, "", 204, []option{admin}},
		{"PUT", "/api/admin/news/2/editing", window, 200, []option{admin}},
		{"DELETE", "/api/admin/news/2/editing?" + closed, "", 204, []option{admin}},
		{"PUT", "/api/admin/pages/1/editing", window, 200, []option{admin}},
		{"DELETE", "/api/admin/pages/1/editing?" + closed, "", 204, []option{admin}},
		{"PUT", "/api/admin/settings/site/editing", window, 200, []option{admin}},
		{"DELETE", "/api/admin/settings/site/editing?" + closed, "", 204, []option{admin}},
		{"PUT", "/api/admin/drafts/" + newDraft + "/editing", window, 200, []option{admin}},
		{"DELETE", "/api/admin/drafts/" + newDraft + "/editing?" + closed, "", 204, []option{admin}},
		{"PUT", "/api/admin/reviews/1/draft", draft, 200, []option{admin}},
		{"GET", "/api/admin/reviews/1/draft", "", 200, []option{admin}},
		{"GET", "/api/admin/reviews", "", 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/draft/publish", `{"isPublished":true}`, 200, []option{admin}},
		{"PUT", "/api/admin/reviews/1/draft", draft, 200, []option{admin}},
		{"PATCH", "/api/reviews/1", `{"isPublished":true}`, 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/draft/publish", `{"title":"Later","publishAt":"2199-01-01T00:00:00Z"}`, 200, []option{admin}},
		{"GET", "/api/admin/reviews/1/draft", "", 200, []option{admin}},
		{"DELETE", "/api/admin/reviews/1/draft/schedule", "", 204, []option{admin}},
		{"DELETE", "/api/admin/reviews/1/draft", "", 204, []option{admin}},
		{"PUT", "/api/admin/news/2/draft", draft, 200, []option{admin}},
		{"GET", "/api/admin/news/2/draft", "", 200, []option{admin}},
		{"POST", "/api/admin/news/2/draft/publish", `{}`, 200, []option{admin}},
		{"PUT", "/api/admin/news/2/draft", draft, 200, []option{admin}},
		{"PATCH", "/api/news/2", `{"isPublished":true}`, 200, []option{admin}},
		{"POST", "/api/admin/news/2/draft/publish", `{"title":"Later","publishAt":"2199-01-01T00:00:00Z"}`, 200, []option{admin}},
		{"GET", "/api/admin/news/2/draft", "", 200, []option{admin}},
		{"DELETE", "/api/admin/news/2/draft/schedule", "", 204, []option{admin}},
		{"DELETE", "/api/admin/news/2/draft", "", 204, []option{admin}},
		{"PUT", "/api/admin/pages/1/draft", draft, 200, []option{admin}},
		{"GET", "/api/admin/pages/1/draft", "", 200, []option{admin}},
		{"POST", "/api/admin/pages/1/draft/publish", `{}`, 200, []option{admin}},
		{"PUT", "/api/admin/pages/1/draft", draft, 200, []option{admin}},
		{"PATCH", "/api/pages/1", `{"isPublished":true}`, 200, []option{admin}},
		{"POST", "/api/admin/pages/1/draft/publish", `{"title":"Later","publishAt":"2199-01-01T00:00:00Z"}`, 200, []option{admin}},
		{"GET", "/api/admin/pages/1/draft", "", 200, []option{admin}},
		{"DELETE", "/api/admin/pages/1/draft/schedule", "", 204, []option{admin}},
		{"DELETE", "/api/admin/pages/1/draft", "", 204, []option{admin}},
		{"POST", "/api/admin/drafts", `{"id":"` + newDraft + `","kind":"page","fields":{"title":7}}`, 201, []option{admin}},
		{"PUT", "/api/admin/drafts/" + newDraft, `{"fields":{"title":"Contact"}}`, 200, []option{admin}},
		{"GET", "/api/admin/drafts/" + newDraft, "", 200, []option{admin}},
		{"GET", "/api/admin/drafts?kind=page&limit=1&offset=0", "", 200, []option{admin}},
		{"POST", "/api/admin/drafts/" + newDraft + "/create", `{"title":"Contact","slug":"writing","content":"Write."}`, 201, []option{admin}},
		{"POST", "/api/admin/drafts", `{"id":"` + newDraft + `","kind":"page","fields":{"title":7}}`, 201, []option{admin}},
		{"DELETE", "/api/admin/drafts/" + newDraft, "", 204, []option{admin}},
		{"DELETE", "/api/reviews/1", "", 204, []option{admin}},
		{"GET", "/api/admin/reviews?deleted=true&search=QUIET&limit=1", "", 200, []option{admin}},
		{"POST", "/api/admin/reviews/1/restore", "", 200, []option{admin}},
		{"DELETE", "/api/news/1", "", 204, []option{admin}},
		{"GET", "/api/admin/news?deleted=true", "", 200, []option{admin}},
		{"POST", "/api/admin/news/1/restore", "", 200, []option{admin}},
		{"DELETE", "/api/pages/2", "", 204, []option{admin}},
		{"GET", "/api/admin/pages?deleted=true", "", 200, []option{admin}},
		{"GET", "/api/admin/pages/placeholders", "", 200, []option{admin}},
		{"POST", "/api/admin/pages/2/restore", "", 200, []option{admin}},
		{"DELETE", "/api/contact-messages/1", "", 204, []option{admin}},
		{"DELETE", "/api/admin/authors/1", "", 204, []option{admin}},
		{"POST", "/api/admin/privacy/preview", `{"ip":"127.0.0.0/24"}`, 200, []option{admin}},
		{"POST", "/api/admin/privacy/preview", `{"email":"Cleo@example.com"}`, 200, []option{admin}},
		{"POST", "/api/admin/privacy/erase", `{"email":"Cleo@example.com"}`, 200, []option{admin}},
		{"POST", "/api/newsletter/unsubscribe", `{"email":"cleo@example.com"}`, 204, nil},
		{"GET", "/api/admin/activity?limit=200", "", 200, []option{admin}},
		{"GET", "/api/admin/history?actor=admin&actorId=admin&kind=review&item=review-1&type=ReviewUpdated&from=2026-11-01&to=2099-01-01T00:00:00Z&search=quiet&limit=1", "", 200, []option{admin}},
		{"GET", "/api/admin/history?before=99999999&request=none", "", 200, []option{admin}},
		{"GET", "/api/admin/history?limit=200", "", 200, []option{admin}},
		{"GET", "/api/admin/history/choices", "", 200, []option{admin}},
		{"GET", "/api/admin/history/export?format=csv", "", 200, []option{admin}},
		{"GET", "/api/admin/history/export?kind=review", "", 200, []option{admin}},
		{"GET", "/api/admin/history/live?after=0", "", 200, []option{admin}},
		{"GET", "/api/admin/session", "", 200, []option{admin}},
		{"GET", "/api/admin/session", "", 200, nil},
		{"GET", "/api/admin/account", "", 200, []option{admin}},
		{"DELETE", "/api/admin/sessions/others", "", 204, []option{admin}},
		{"POST", "/api/admin/password", `{"currentPassword":"wrong","newPassword":"a much better one"}`, 400, []option{admin}},

		{"GET", "/api/checkpoint", "", 200, nil},
		{"GET", "/api/checkpoint/key", "", 200, nil},
		{"GET", "/api/checkpoint/consistency?from=1&to=2", "", 200, nil},
		{"GET", "/api/checkpoint/inclusion?position=" + first, "", 200, nil},

		{"GET", "/api/openapi.json", "", 200, nil},
		{"GET", "/api/openapi.json?tag=Bots", "", 200, nil},
		{"GET", "/api/docs/candor-api.md", "", 200, nil},
		{"GET", "/api/docs/candor.postman_collection.json", "", 200, nil},
		{"GET", "/api/docs/candor_examples.py", "", 200, nil},
		{"GET", "/api/docs/candor_examples.mjs", "", 200, nil},

		{"POST", "/api/admin/login", `{"username":"admin","password":"` + password + `"}`, 200, nil},
		{"POST", "/api/admin/logout", "", 204, []option{admin}},
	}
	for _, r := range rows {
		d.refusals(r)
		a := d.call(r.method, r.path, r.body, r.options...).is(r.status)
		if r.path == "/api/track" {
			s.caughtUp() // analytics takes its time to show what nobody waits for
		}
		if tag := a.header.Get("ETag"); r.method == "GET" && tag != "" {
			d.call("GET", r.path, "", append(r.options, with("If-None-Match", tag))...).is(304)
		}
		if d.operation(r).Responses.Status(422) != nil {
			d.call(r.method, r.path, r.body, r.options...).is(r.status)
			d.call(r.method, r.path, strings.Replace(r.body, "{", `{"other":1,`, 1), r.options...).is(422)
		}
	}
	d.cookie = ""
	admin = s.asAdmin()

	// What is refused for reasons of its own.
	d.call("PATCH", "/api/reviews/1", `{"title":"Stale"}`, admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/reviews/1", "", admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/reviews/1", "", admin, with("If-Match", `nonsense`)).is(400)
	d.call("PATCH", "/api/bot/reviews/1", `{"title":"Stale"}`, bot, with("If-Match", `"0"`)).is(412)
	d.call("PATCH", "/api/bot/news/1", `{"title":"Stale"}`, bot, with("If-Match", `"0"`)).is(412)
	d.call("PATCH", "/api/news/2", `{"title":"Stale"}`, admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/news/2", "", admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/news/2", "", admin, with("If-Match", `nonsense`)).is(400)
	d.call("PATCH", "/api/pages/1", `{"title":"Stale"}`, admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/pages/1", "", admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/pages/1", "", admin, with("If-Match", `nonsense`)).is(400)
	d.call("POST", "/api/admin/pages/1/history/0/restore", "", admin, with("If-Match", `"0"`)).is(412)
	for _, path := range []string{"/api/admin/reviews/1/history/1/withhold", "/api/admin/news/2/history/1/withhold"} {
		d.call("POST", path, `{"reason":"Stale"}`, admin, with("If-Match", `"0"`)).is(412)
		d.call("DELETE", path, "", admin, with("If-Match", "nonsense")).is(400)
		d.call("POST", path, `{"reason":"It names somebody."}`, admin).is(200)
		d.call("DELETE", path, "", admin, with("If-Match", `"0"`)).is(412)
	}
	for _, path := range []string{"/api/reviews/1", "/api/news/2"} {
		now := s.publicHistory(path)[0].Revision
		d.call("POST", fmt.Sprint(strings.Replace(path, "/api/", "/api/admin/", 1), "/history/", now, "/withhold"),
			`{"reason":"No."}`, admin).is(409)
	}
	d.call("POST", "/api/admin/reviews/1/history/0/restore", "", admin, with("If-Match", `"0"`)).is(412)
	d.call("POST", "/api/admin/news/2/history/0/restore", "", admin, with("If-Match", `"0"`)).is(412)
	d.call("PATCH", "/api/admin/categories/2", `{"name":"Stale"}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("GET", "/api/admin/settings/other", "", admin).is(404)
	d.call("PUT", "/api/admin/settings/other", `{}`, admin).is(404)
	d.call("GET", "/api/admin/settings/other/history", "", admin).is(404)
	d.call("POST", "/api/admin/settings/other/preview", `{}`, admin).is(404)
	d.call("POST", "/api/admin/settings/privacy/preview", `{"addresses":"some"}`, admin).is(400)
	d.call("GET", "/api/admin/settings/other/draft", "", admin).is(404)
	d.call("DELETE", "/api/admin/settings/site/draft", "", admin).is(404)
	d.call("PUT", "/api/admin/settings/other/draft", `{"base":0,"fields":{"name":"A"}}`, admin).is(404)
	d.call("PUT", "/api/admin/settings/site/draft", `{"base":0,"fields":{"name":"A"}}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("PUT", "/api/admin/settings/site/draft", `{"base":0,"fields":{"name":"A"}}`, admin).is(200)
	d.call("DELETE", "/api/admin/settings/site/draft", "", admin, with("If-Match", "7")).is(400)
	d.call("DELETE", "/api/admin/settings/site/draft", "", admin, with("If-Match", `"7"`)).is(412)
	d.call("DELETE", "/api/admin/settings/site/draft", "", admin).is(204)
	d.call("GET", "/api/admin/settings/site/history?limit=0", "", admin).is(400)
	d.call("POST", "/api/admin/settings/site/history/9/restore", "", admin).is(404)
	d.call("PUT", "/api/admin/settings/site", `{"name":"Stale"}`, admin).is(428)
	d.call("PUT", "/api/admin/settings/site", `{"name":"Stale"}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("POST", "/api/admin/settings/site/history/0/restore", "", admin, with("If-Match", `"7"`)).is(412)
	d.call("PUT", "/api/admin/settings/privacy", `{"messageDays":30}`, admin, with("If-Match", `"0"`)).is(409)
	d.call("PUT", "/api/admin/settings/privacy", `{"messageDays":30,"confirm":true}`, admin, with("If-Match", `"0"`)).is(200)
	d.call("PUT", "/api/admin/settings/privacy", `{"messageDays":null}`, admin, with("If-Match", `"1"`)).is(200)
	d.call("POST", "/api/admin/settings/privacy/history/1/restore", "", admin).is(409)
	d.call("POST", "/api/admin/authors", `{"name":"Bo"}`, admin, once("bo")).is(201)
	d.call("PATCH", "/api/admin/authors/2", `{"name":"Stale"}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("PATCH", "/api/admin/tags/described", `{"description":"Stale"}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("PATCH", "/api/admin/brands/tarnholt", `{"description":"Stale"}`, admin, with("If-Match", `"7"`)).is(412)
	d.call("PATCH", "/api/admin/tags/nobody", `{"description":"x"}`, admin).is(404)
	d.call("PATCH", "/api/admin/brands/nobody", `{"description":"x"}`, admin).is(404)
	for _, name := range []string{"tags/described", "brands/tarnholt"} {
		d.call("GET", "/api/admin/"+name+"/history", "").is(401)
		d.call("GET", "/api/admin/"+name+"/history?limit=0", "", admin).is(400)
		d.call("GET", "/api/admin/"+name+"s/history", "", admin).is(404)
	}
	d.call("DELETE", "/api/admin/authors/2", "", admin, with("If-Match", `"7"`)).is(412)
	d.call("DELETE", "/api/admin/authors/2", "", admin, with("If-Match", "nonsense")).is(400)
	s.do("DELETE", "/api/admin/authors/2", "", admin).is(204)
	d.call("POST", "/api/admin/authors", `{"name":"Bo"}`, admin, once("bo")).is(404) // what was erased doesn't come back
	d.call("PATCH", "/api/admin/media/"+first9, `{"alt":"Stale"}`, admin, with("If-Match", `"0"`)).is(412)
	d.call("GET", "/api/admin/media/"+second8+"/file", "", admin).is(410)
	for _, path := range []string{"reviews/1/draft", "news/2/draft", "pages/1/draft"} {
		d.call("PUT", "/api/admin/"+path, draft, admin).is(200)
		d.call("PUT", "/api/admin/"+path, strings.Replace(draft, "Renamed", "Other", 1), admin, with("If-None-Match", "*")).is(412)
		d.call("DELETE", "/api/admin/"+path, "", admin, with("If-Match", `"0"`)).is(412)
		d.call("DELETE", "/api/admin/"+path, "", admin, with("If-Match", "nonsense")).is(400)
		d.call("POST", "/api/admin/"+path+"/publish", "{}", admin, with("If-Match", `"0"`)).is(412)
		d.call("DELETE", "/api/admin/"+path+"/schedule", "", admin).is(404)
	}
	for _, path := range []string{"reviews/1", "news/2", "pages/1", "drafts/" + newDraft, "settings/site"} {
		d.call("DELETE", "/api/admin/"+path+"/editing", "", admin).is(400)
	}
	for _, method := range []string{"PUT", "DELETE"} {
		d.call(method, "/api/admin/drafts/x/editing?"+closed, window, admin).is(404)
		d.call(method, "/api/admin/settings/other/editing?"+closed, window, admin).is(404)
	}
	for _, path := range []string{"reviews/1", "news/2", "pages/1"} {
		var links []struct{ ID, URL string }
		d.call("GET", "/api/admin/"+path+"/preview-links", "", admin).is(200).decode(&links)
		_, token, _ := strings.Cut(links[0].URL, "/preview/")
		d.call("GET", "/api/preview/"+token, "").is(200)
		link := "/api/admin/" + path + "/preview-links/" + links[0].ID
		d.call("DELETE", link, "").is(401)
		d.call("DELETE", link, "", admin, with("Origin", "https://elsewhere.example")).is(403)
		d.call("DELETE", link, "", admin).is(204)
		d.call("DELETE", link, "", admin).is(404)
		d.call("GET", "/api/preview/"+token, "").is(404)
		for range 20 {
			s.do("POST", "/api/admin/"+path+"/preview-links", "", admin).is(201)
		}
		d.call("POST", "/api/admin/"+path+"/preview-links", "", admin).is(400)
	}
	const other = "/api/admin/drafts/1b4e28ba-2fa1-41d2-883f-0016d3cca427"
	d.call("POST", "/api/admin/drafts", `{"id":"`+newDraft+`","kind":"page","fields":{"title":7}}`, admin).is(201)
	d.call("POST", "/api/admin/drafts", `{"id":"`+newDraft+`","kind":"page","fields":{"title":8}}`, admin).is(412)
	d.call("GET", other, "", admin).is(404)
	d.call("PUT", other, draft, admin).is(404)
	d.call("DELETE", other, "", admin).is(404)
	d.call("POST", other+"/create", `{"title":"Contact","slug":"writing","content":"Write."}`, admin).is(404)
	d.call("PUT", "/api/admin/drafts/"+newDraft, draft, admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/admin/drafts/"+newDraft, "", admin, with("If-Match", `"0"`)).is(412)
	d.call("DELETE", "/api/admin/drafts/"+newDraft, "", admin, with("If-Match", "nonsense")).is(400)
	d.call("POST", "/api/admin/drafts/"+newDraft+"/create", `{"title":"Contact","slug":"writings","content":"Write."}`, admin).is(409)
	s.withFixedPages()
	var about []struct{ ID int }
	s.do("GET", "/api/pages?slug=about", "").is(200).decode(&about)
	d.call("PATCH", fmt.Sprint("/api/pages/", about[0].ID), `{"isPublished":false}`, admin).is(409)
	d.call("DELETE", fmt.Sprint("/api/pages/", about[0].ID), "", admin).is(409)
	d.call("GET", "/api/admin/drafts?kind=category", "", admin).is(400)
	d.call("GET", "/api/admin/media?filter=large", "", admin).is(400)
	d.call("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`).is(401)
	for _, path := range []string{"reviews", "reviews/1", "news", "news/2", "pages", "pages/1", "reviews/facets", "news/facets",
		"reviews/1/related", "news/2/related", "reviews/1/neighbours", "news/2/neighbours", "tags", "brands", "authors", "tags/go", "brands/acme",
		"authors/ada", "categories", "categories/2", "products", "corrections", "corrections/facets", "site"} {
		d.call("GET", "/api/"+path+"?asOf=2026-10-01", "").is(401)
		d.call("GET", "/api/"+path+"?asOf=2100-01-01", "", admin).is(400)
	}
	for _, path := range []string{"reviews/99/related", "reviews/99/neighbours", "news/99/related", "news/99/neighbours"} {
		d.call("GET", "/api/"+path, "").is(404)
	}
	for _, path := range []string{"tags", "brands", "authors"} {
		d.call("GET", "/api/"+path+"/nobody", "").is(404)
	}
	for _, path := range []string{"search", "search/suggest"} {
		d.call("GET", "/api/"+path+"?q=quiet&asOf=2026-10-01", "").is(401)
		d.call("GET", "/api/"+path+"?q=quiet&asOf=2026-10-01", "", admin).is(200)
		d.call("GET", "/api/"+path, "").is(400)
	}
	d.call("GET", "/api/reviews?asOf=2026-10-01", "", admin).is(200)
	d.call("GET", "/api/analytics/summary?asOf=2026-10-01", "", admin).is(200)
	d.call("GET", "/api/analytics/summary?asOf=2100-01-01", "", admin).is(400)
	for _, path := range []string{"/api/reviews?limit=0", "/api/news?limit=x", "/api/pages?limit=x", "/api/products?offset=-1",
		"/api/corrections?limit=0", "/api/reviews/1/history?limit=0", "/api/news/2/history?before=x", "/api/openapi.json?tag=Nobody",
		"/api/checkpoint/consistency?from=0", "/api/checkpoint/inclusion"} {
		d.call("GET", path, "").is(400)
	}
	for _, path := range []string{"1/undo?since=yesterday", "deleted?limit=0"} {
		d.call("GET", "/api/admin/api-keys/"+path, "", admin).is(400)
	}
	for _, path := range []string{"consistency?from=1&to=999999", "inclusion?position=999999"} {
		d.call("GET", "/api/checkpoint/"+path, "").is(404)
	}
	for _, path := range []string{"/api/admin/reviews?sort=luck", "/api/admin/reviews?scheduled=soon", "/api/admin/news?published=maybe",
		"/api/admin/pages?sort=category", "/api/admin/pages/1/history?before=0", "/api/admin/reviews/1/history?limit=1001",
		"/api/admin/news/2/history?before=0", "/api/contact-messages?read=x", "/api/admin/activity?limit=500", "/api/admin/history?actor=nobody",
		"/api/admin/history/export?format=xls", "/api/admin/history/live?after=x", "/api/analytics/series?range=9d",
		"/api/analytics/marks?from=soon", "/api/analytics/events?format=xls"} {
		d.call("GET", path, "", admin).is(400)
	}
	d.call("POST", "/api/bot/reviews/bulk", `{"reviews":[`+strings.TrimSuffix(strings.Repeat("{},", 1000), ",")+`]}`, bot).is(429)
	d.call("POST", "/api/admin/privacy/erase", `{"ip":"192.0.2.77"}`, admin).is(404)
	d.call("POST", "/api/bot/reviews/bulk", `{"reviews":[7]}`, bot).is(400)
	for _, path := range []string{"reviews", "reviews/bulk", "categories"} {
		d.call("POST", "/api/bot/"+path, "{}", key(poor)).is(403)
	}
	reader, _ := s.newKey("reader", "read_analytics")
	d.call("POST", "/api/bot/media", "{}", key(reader)).is(403)
	d.call("POST", "/api/bot/news", "{}", key(none)).is(403)
	d.call("PATCH", "/api/bot/reviews/1", "{}", key(poor)).is(403)
	d.call("PATCH", "/api/bot/news/1", "{}", key(none)).is(403)
	d.call("GET", "/api/analytics/events", "", key(none)).is(403)
	d.call("GET", "/api/bot/status", "").is(401)
	d.call("GET", "/api/bot/status", "", bot, with("Authorization", "Bearer "+plain)).is(200)
	d.call("GET", "/api/bot/status", "", bot, with("Authorization", "Bearer "+poor)).is(400)
	for range 30 {
		s.do("POST", "/api/contact", "{}", from("203.0.113.9"))
		s.do("POST", "/api/newsletter/subscribe", "{}", from("203.0.113.9"))
	}
	for _, path := range []string{"contact", "newsletter/subscribe", "newsletter/unsubscribe"} {
		d.call("POST", "/api/"+path, "{}", from("203.0.113.9")).is(429)
	}
	s.do("POST", "/api/track", backlogOf(100), from("203.0.113.9")).is(204)
	d.call("POST", "/api/track", backlogOf(1), from("203.0.113.9")).is(429)
	change := `{"currentPassword":"` + password + `","newPassword":"a much better one"}`
	for range 10 {
		s.do("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`, from("203.0.113.9"))
	}
	d.call("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`, from("203.0.113.9")).is(429)
	d.call("POST", "/api/admin/password", change, admin, from("203.0.113.9")).is(429)
	changed := d.call("POST", "/api/admin/password", change, admin).is(204)
	d.cookie, _, _ = strings.Cut(changed.header.Get("Set-Cookie"), ";")
	admin = s.asAdmin()
	used, _ := s.newKey("used up", "create_reviews")
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+strings.TrimSuffix(strings.Repeat("7,", 1000), ",")+`]}`, key(used)).problem(400)
	d.call("GET", "/api/bot/status", "", key(used)).is(429)
	d.call("GET", "/api/analytics/events", "", key(used)).is(429)
	for _, path := range []string{"reviews", "news", "categories", "reviews/bulk", "media"} {
		d.call("POST", "/api/bot/"+path, "{}", key(used)).is(429)
	}
	d.call("PATCH", "/api/bot/reviews/1", "{}", key(used)).is(429)
	d.call("PATCH", "/api/bot/news/1", "{}", key(used)).is(429)
	d.complete()
	d.away(rows, admin)
}
