// API keys: what they may do, when they are refused, and how much they may do.

package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const article = `{"title":"T","content":"C","category":"AI","authorName":"Bot"}`

func TestBotWritesWithAKey(t *testing.T) {
	s := newSite(t)
	plain, id := s.newKey("press", "create_reviews", "create_news", "create_categories")
	s.do("GET", "/api/bot/status", "", key(plain)).is(200).golden("bot-status").has("RateLimit-Limit", "1000").has("RateLimit-Remaining",
		"999").has("RateLimit-Reset", "3600")
	s.records(func() {
		s.do("POST", "/api/bot/reviews", review, key(plain)).is(200).says(`"id":1`, `"isPublished":false`).has("RateLimit-Remaining", "998")
	}, "ReviewCreated")
	s.do("POST", "/api/bot/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1),
		with("Authorization", "Bearer "+plain)).is(200).says(`"isPublished":true`)
	s.do("POST", "/api/bot/news", article, with("Authorization", "bearer "+plain), key(plain)).is(200).says(`"isPublished":false`)
	s.do("POST", "/api/bot/categories", `{"name":"Audio","slug":"audio","description":"Sound."}`, key(plain)).is(200).says(`"slug":"audio"`)
	s.do("POST", "/api/bot/categories", `{"name":"Audio","slug":"audio"}`, key(plain)).problem(400, "slug")
	s.do("POST", "/api/bot/reviews", `{"title":"T"}`, key(plain)).problem(400, "content", "productName", "productBrand", "categoryId",
		"authorName").has("RateLimit-Remaining", "993")
	s.do("GET", "/api/admin/api-keys", "", s.asAdmin()).is(200).lacks(plain, "keyHash", `"hash"`).says(`"name":"press"`, `"isActive":true`)
	admin := s.asAdmin()
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", admin).is(200).says(`"isActive":false`)
	s.do("GET", "/api/bot/status", "", key(plain)).problem(401).says("key-inactive", "deactivated")
	s.do("DELETE", "/api/admin/api-keys/"+id, "", admin).is(204)
	s.do("GET", "/api/bot/status", "", key(plain)).problem(401)
	s.do("DELETE", "/api/admin/api-keys/"+id, "", admin).problem(404)
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", admin).problem(404)
}

func TestKeysThatAreRefused(t *testing.T) {
	s := newSite(t)
	reviews, _ := s.newKey("reviews only", "create_reviews")
	other, _ := s.newKey("other", "create_news")
	expiring := s.do("POST", "/api/admin/api-keys", `{"name":"short","permissions":["create_news"],"expiresAt":"2026-11-21"}`,
		s.asAdmin()).is(201).golden("key-created")
	var short struct{ APIKey string }
	expiring.decode(&short)
	s.do("GET", "/api/bot/status", "", key(short.APIKey)).is(200)
	s.clock.Add(12 * time.Hour)
	s.records(func() {
		s.do("POST", "/api/bot/news", article, key(short.APIKey)).problem(401).says("key-expired", "2026-11-22T00:00:00Z")
		missing := s.do("POST", "/api/bot/reviews", review).problem(401).says("key-missing")
		if !strings.HasPrefix(missing.header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("WWW-Authenticate: %s", missing.header.Get("WWW-Authenticate"))
		}
		s.do("POST", "/api/bot/reviews", review, key(reviews[:len(reviews)-1]+"?")).problem(401).says("key-malformed")
		s.do("POST", "/api/bot/reviews", review, key("cndr_"+strings.Repeat("x", 4000))).problem(401).says("key-malformed")
		s.do("POST", "/api/bot/reviews", review, with("Authorization", "Basic YTpi")).problem(401).says("key-missing")
		s.do("POST", "/api/bot/reviews", review, key(reviews), with("Authorization", "Bearer "+other)).problem(400, "X-API-Key")
		s.do("POST", "/api/bot/news", article, key(reviews)).problem(403).says("create_news").has("RateLimit-Remaining", "999")
		s.do("POST", "/api/bot/categories", `{}`, key(reviews)).problem(403).says("create_categories")
		s.do("POST", "/api/bot/reviews/bulk", `{}`, key(other)).problem(403).says("create_reviews").has("RateLimit-Remaining", "999")
		s.do("POST", "/api/bot/reviews", review, s.asAdmin()).problem(401)
	})
}

func TestBotsCorrectWhatTheyHaveCreated(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, id := s.newKey("press", "create_reviews", "create_news")
	other, _ := s.newKey("other", "create_reviews", "create_news")
	poor, _ := s.newKey("poor", "create_news")
	s.do("POST", "/api/bot/reviews", published("A quiet laptop"), key(plain)).is(200).says(`"revision":1`)
	s.do("POST", "/api/bot/news", town, key(plain)).is(200)
	s.do("POST", "/api/reviews", review, admin).is(201)

	const correction = `{"rating":4,"correction":"We had measured another."}`
	s.records(func() {
		s.do("PATCH", "/api/bot/reviews/1", correction, key(plain), with("If-Match", `"1"`), with("Idempotency-Key", "k1")).is(200).
			says(`"rating":4,`, `"correctedAt":"2026-11-21T12:00:00Z"`, `"type":"correction"`, `"publishAt":null`).has("RateLimit-Remaining", "997")
	}, "ReviewUpdated", "ReviewCorrected")
	s.records(func() {
		s.do("PATCH", "/api/bot/reviews/1", correction, key(plain), with("If-Match", `"1"`),
			with("Idempotency-Key", "k1")).is(200).has("RateLimit-Remaining", "996")
	})
	s.records(func() {
		s.do("PATCH", "/api/bot/news/1", `{"content":"Its hours.","update":"It grew."}`, key(plain)).is(200).says(`"type":"update"`)
	}, "ArticleUpdated", "ArticleUpdateNoted")
	s.do("GET", "/api/reviews/1", "").is(200).says("We had measured another.")
	s.do("GET", "/api/admin/reviews/1/history?limit=1", "", admin).is(200).says(`"actor":{"kind":"bot","id":"` + id + `","name":"press"}`)

	s.records(func() {
		s.do("PATCH", "/api/bot/reviews/1", `{"title":"Mine"}`, key(other)).problem(404).has("RateLimit-Remaining", "999")
		s.do("PATCH", "/api/bot/reviews/2", `{"title":"Mine"}`, key(plain)).problem(404) // the admin's
		s.do("PATCH", "/api/bot/reviews/9", `{"title":"Mine"}`, key(plain)).problem(404)
		s.do("PATCH", "/api/bot/reviews/bulk", `{"title":"Mine"}`, key(plain)).problem(405)
		s.do("PATCH", "/api/bot/reviews/1", `{"title":"Mine"}`, key(poor)).problem(403).says("create_reviews")
		s.do("PATCH", "/api/bot/reviews/1", `{"title":"Mine"}`, admin).problem(401)
		s.do("PATCH", "/api/bot/reviews/1", `{"title":""}`, key(plain)).problem(400, "title")
		s.do("PATCH", "/api/bot/reviews/1", `{"title":"Mine","typo":true,"update":""}`, key(plain)).problem(400, "typo", "update")
		s.do("PATCH", "/api/bot/reviews/1", `{"title":"Mine"}`, key(plain), with("If-Match", `"1"`)).problem(412).says(`"currentRevision":3`)
	})

	// What the admin has edited since is still the key's, as long as it is there.
	s.do("PATCH", "/api/reviews/1", `{"title":"The admin's","isPublished":false}`, admin).is(200)
	s.do("PATCH", "/api/bot/reviews/1", `{"verdict":"Wait.","correction":"x"}`, key(plain)).problem(400, "correction")
	s.do("PATCH", "/api/bot/reviews/1", `{"verdict":"Wait.","isPublished":true}`, key(plain)).is(200).says(`"title":"The admin's"`)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("PATCH", "/api/bot/reviews/1", `{"title":"Back"}`, key(plain)).problem(404)
	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200)
	s.do("PATCH", "/api/bot/reviews/1", `{"title":"Back"}`, key(plain)).is(200)
	s.restart()
	s.do("PATCH", "/api/bot/reviews/1", `{"title":"After a restart"}`, key(plain)).is(200)
}

func TestBulk(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_reviews")
	s.records(func() {
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+review+`,{"title":"only"},7,`+review+`]}`,
			key(plain)).is(200).golden("bulk").has("RateLimit-Remaining", "996")
	}, "ReviewCreated", "ReviewCreated")
	s.records(func() {
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[{"title":"only"}]}`, key(plain)).problem(400,
			"reviews[0].content").has("RateLimit-Remaining", "995")
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[]}`, key(plain)).problem(400, "reviews").has("RateLimit-Remaining", "994")
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":7}`, key(plain)).problem(400, "reviews")
		s.do("POST", "/api/bot/reviews/bulk", `nonsense`, key(plain)).problem(400, "body").has("RateLimit-Remaining", "992")
		items := strings.TrimSuffix(strings.Repeat(`{},`, 993), ",")
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+items+`]}`, key(plain)).problem(429).has("RateLimit-Remaining",
			"992").has("Retry-After", "3600")
	})
}

func TestBulkOfAThousandCanBeSentAgain(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_reviews")
	small := `{"productName":"P","productBrand":"B","categoryId":1,"title":"T","content":"C","authorName":"A"}`
	bulk := `{"reviews":[` + strings.TrimSuffix(strings.Repeat(small+",", 1000), ",") + `]}`
	once := with("Idempotency-Key", "import-1")
	s.hurried = true // the bulk asks for more time
	s.restart()
	first := s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), once).is(200).has("RateLimit-Remaining", "0")
	s.hurried = false
	s.restart()
	s.records(func() {
		again := s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), once).is(200).has("RateLimit-Remaining", "0")
		if again.body != first.body {
			t.Error("the same bulk is answered otherwise when it is sent again")
		}
		s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), with("Idempotency-Key", "import-2")).problem(429)
		s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain)).problem(429)
		s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+small+`]}`, key(plain), once).problem(429)
	})
	if n := s.do("GET", "/api/admin/reviews?limit=1", "", s.asAdmin()).is(200).header.Get("X-Total-Count"); n != "1000" {
		t.Errorf("%s reviews, want 1000", n)
	}
}

func TestBulkIsNotSentAgainForEver(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_reviews")
	once := with("Idempotency-Key", "import-1")
	bulk := `{"reviews":[` + review + `]}`
	for range 61 {
		s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), once).is(200).has("RateLimit-Remaining", "999")
	}
	s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), once).problem(429).has("RateLimit-Remaining", "999").has("Retry-After", "3600")
	s.do("POST", "/api/bot/reviews/bulk", strings.Replace(bulk, "{", `{"other":1,`, 1), key(plain),
		once).problem(422).has("RateLimit-Remaining", "998")
	s.clock.Add(time.Hour)
	s.do("POST", "/api/bot/reviews/bulk", bulk, key(plain), once).is(200)
}

func TestKeyHasAThousandRequestsInAnyHour(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("busy", "create_news")
	other, _ := s.newKey("other", "create_news")
	items := strings.TrimSuffix(strings.Repeat(`7,`, 500), ",")
	bulk, _ := s.newKey("bulk", "create_reviews")
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+items+`]}`, key(bulk)).problem(400).has("RateLimit-Remaining", "500")
	s.clock.Add(10 * time.Minute)
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+items+`]}`, key(bulk)).problem(400).has("RateLimit-Remaining", "0")
	s.do("GET", "/api/bot/status", "", key(bulk)).problem(429).has("Retry-After", "3000").has("RateLimit-Remaining",
		"0").has("RateLimit-Reset", "3000")
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[7]}`, key(bulk)).problem(429)
	s.do("GET", "/api/bot/status", "", key(other)).is(200)
	s.do("POST", "/api/bot/news", article, key(plain)).is(200).has("RateLimit-Remaining", "999")

	s.restart()
	s.do("GET", "/api/bot/status", "", key(bulk)).problem(429)
	s.do("GET", "/api/bot/status", "", key(plain)).is(200).has("RateLimit-Remaining", "998")
	s.clock.Add(time.Hour)
	s.do("GET", "/api/bot/status", "", key(bulk)).is(200)
}

func TestRepeatedRequestWithItsIdempotencyKeyIsHarmless(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_reviews", "create_news")
	other, _ := s.newKey("other", "create_news")
	once := with("Idempotency-Key", "order-1")
	first := s.do("POST", "/api/bot/news", article, key(plain), once).is(200)
	if again := s.do("POST", "/api/bot/news", article, key(plain), once).is(200); again.id() != first.id() {
		t.Errorf("the repeated request made article %s, the first %s", again.id(), first.id())
	}
	if theirs := s.do("POST", "/api/bot/news", article, key(other), once).is(200); theirs.id() == first.id() {
		t.Error("another key's request with the same Idempotency-Key made nothing")
	}
	s.do("POST", "/api/bot/news", strings.Replace(article, "T", "U", 1), key(plain), once).problem(422)
	s.do("POST", "/api/bot/reviews", review, key(plain), once).problem(422)
	s.do("POST", "/api/bot/news", article, key(plain), with("Idempotency-Key", strings.Repeat("k", 256))).problem(400, "Idempotency-Key")
	s.do("POST", "/api/bot/news", article, key(plain), with("Idempotency-Key", strings.Repeat("k", 255))).is(200)
	s.do("POST", "/api/bot/news", article, key(plain), with("Idempotency-Key", "ä")).problem(400, "Idempotency-Key")
	s.do("POST", "/api/news", article, s.asAdmin(), once).is(201)
	if n := s.do("GET", "/api/admin/news", "", s.asAdmin()).is(200).header.Get("X-Total-Count"); n != fmt.Sprint(4) {
		t.Errorf("%s articles, want 4", n)
	}
}

func TestKeysAreListedWithWhatIsLeftOfTheirLimit(t *testing.T) {
	s := newSite(t)
	plain, id := s.newKey("press", "create_reviews")
	s.newKey("idle", "create_news")
	s.do("GET", "/api/bot/status", "", key(plain)).is(200)
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+review+`,7]}`, key(plain)).is(200)
	left := func() map[string]int {
		var keys []struct {
			Name             string
			Limit, Remaining int
		}
		s.do("GET", "/api/admin/api-keys", "", s.asAdmin()).is(200).has("X-Total-Count", "2").decode(&keys)
		all := map[string]int{}
		for _, k := range keys {
			if k.Limit != 1000 {
				t.Errorf("key %s: limit %d", k.Name, k.Limit)
			}
			all[k.Name] = k.Remaining
		}
		return all
	}
	if diff := cmp.Diff(map[string]int{"press": 997, "idle": 1000}, left()); diff != "" {
		t.Error(diff)
	}
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", s.asAdmin()).is(200).says(`"limit":1000,"remaining":997`)
	s.clock.Add(time.Hour)
	if diff := cmp.Diff(map[string]int{"press": 1000, "idle": 1000}, left()); diff != "" {
		t.Error(diff)
	}
}

func TestAUsedKeySaysSoAtOnce(t *testing.T) {
	s := newSite(t)
	plain, _ := s.newKey("press", "create_news")
	lastUsed := func() (at *time.Time) {
		var keys []struct{ LastUsed *time.Time }
		s.do("GET", "/api/admin/api-keys", "", s.asAdmin()).is(200).decode(&keys)
		return keys[0].LastUsed
	}
	if at := lastUsed(); at != nil {
		t.Errorf("used at %v before it was used", at)
	}
	s.do("GET", "/api/bot/status", "", key(plain)).is(200)
	used := lastUsed()
	if used == nil {
		t.Fatal("a key that was just used was never used")
	}
	s.restart()
	if at := lastUsed(); at == nil || !at.Equal(*used) {
		t.Errorf("after a restart: used at %v, want %v", at, used)
	}
}

func TestKeyForm(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		s.do("POST", "/api/admin/api-keys", `{"name":"","permissions":["create_news"]}`, admin).problem(400, "name").says("Name is required")
		s.do("POST", "/api/admin/api-keys", `{"name":"x","permissions":[]}`, admin).problem(400,
			"permissions").says("At least one permission is required")
		s.do("POST", "/api/admin/api-keys", `{"name":"x","permissions":["root"]}`, admin).problem(400, "permissions")
		s.do("POST", "/api/admin/api-keys", `{"name":"x","permissions":["create_news"],"expiresAt":"2020-01-01"}`,
			admin).problem(400, "expiresAt")
		s.do("POST", "/api/admin/api-keys", `{"name":"x","permissions":["create_news"],"expiresAt":"soon"}`, admin).problem(400, "expiresAt")
	})
	s.do("POST", "/api/admin/api-keys", `{"name":"x","permissions":["create_news"],"expiresAt":""}`, admin).is(201).says(`"expiresAt":null`)
}
