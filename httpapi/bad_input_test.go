// Bad input: always a 4xx that says what is wrong, and nothing recorded.

package httpapi_test

import (
	"strings"
	"testing"
)

// Whatever is sent, the answer is a 4xx that says what is wrong, and nothing is recorded.
func TestBadInputIsRefusedByName(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("press", "create_reviews", "create_news", "create_categories")
	s.do("POST", "/api/reviews", review, admin).is(201)
	s.do("POST", "/api/news", article, admin).is(201)
	s.do("POST", "/api/admin/authors", `{"name":"Ada"}`, admin).is(201)
	deep := strings.Repeat(`{"":`, 12_000) + "1" + strings.Repeat("}", 12_000) // deeper than encoding/json goes, and within every limit
	writes := []struct {
		call, field string // field is one that the call knows as text
		as          option
	}{
		{"POST /api/reviews", "title", admin}, {"PATCH /api/reviews/1", "title", admin},
		{"POST /api/news", "title", admin}, {"PATCH /api/news/1", "title", admin},
		{"POST /api/admin/reviews/bulk", "action", admin}, {"POST /api/admin/news/bulk", "action", admin},
		{"POST /api/admin/categories", "name", admin}, {"PATCH /api/admin/categories/1", "name", admin},
		{"POST /api/admin/authors", "name", admin}, {"PATCH /api/admin/authors/1", "disclosure", admin},
		{"POST /api/admin/api-keys", "name", admin}, {"POST /api/contact", "name", from("203.0.113.1")},
		{"POST /api/newsletter/subscribe", "email", from("203.0.113.2")}, {"POST /api/newsletter/unsubscribe", "email", from("203.0.113.3")},
		{"POST /api/admin/login", "username", from("203.0.113.4")}, {"POST /api/track", "page", from("203.0.113.5")},
		{"POST /api/bot/reviews", "title", key(plain)}, {"POST /api/bot/news", "title", key(plain)},
		{"POST /api/bot/categories", "name", key(plain)},
	}
	s.records(func() {
		for _, w := range writes {
			method, path, _ := strings.Cut(w.call, " ")
			s.do(method, path, `{"title":`, w.as).problem(400, "body")
			s.do(method, path, `[]`, w.as).problem(400)
			s.do(method, path, `null`, w.as).problem(400)
			s.do(method, path, `{"`+w.field+`":{"a":1}}`, w.as).problem(400, w.field)
			s.do(method, path, `{"`+w.field+`":["a"]}`, w.as).problem(400, w.field)
			s.do(method, path, `{"`+w.field+`":"a\u0000b"}`, w.as).problem(400, w.field)
			s.do(method, path, "{\""+w.field+"\":\"a\xff\xfeb\"}", w.as).problem(400)
			s.do(method, path, deep, w.as).problem(400, "body")
			s.do(method, path, `a=b`, w.as, contentType("application/x-www-form-urlencoded")).problem(415)
			s.do(method, path, `a`, w.as, contentType("nonsense/;")).problem(415)
		}
		s.do("POST", "/api/bot/reviews/bulk", deep, key(plain)).problem(400, "body")
	})
}

func contentType(kind string) option { return instead("Content-Type", kind) }

func TestIDsThatNameNothingNeverReachTheLog(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	ids := []string{"0", "-1", "+1", "01", "abc", "1.5", "9223372036854775807", "9223372036854775808", "99999999999999999999999",
		"%00", "%ff", "1%20", "77"}
	s.records(func() {
		for _, id := range ids {
			for _, call := range []string{
				"GET /api/reviews/{}", "PATCH /api/reviews/{}", "DELETE /api/reviews/{}", "GET /api/news/{}", "PATCH /api/news/{}",
				"DELETE /api/news/{}",
				"GET /api/admin/reviews/{}", "GET /api/admin/news/{}", "POST /api/admin/reviews/{}/restore", "POST /api/admin/news/{}/restore",
				"PATCH /api/admin/categories/{}", "GET /api/categories/{}",
				"GET /api/admin/authors/{}", "PATCH /api/admin/authors/{}", "DELETE /api/admin/authors/{}",
				"GET /api/contact-messages/{}", "PATCH /api/contact-messages/{}/read", "DELETE /api/contact-messages/{}",
				"PATCH /api/admin/api-keys/{}/deactivate", "DELETE /api/admin/api-keys/{}",
			} {
				method, path, _ := strings.Cut(strings.Replace(call, "{}", id, 1), " ")
				body := ""
				if method == "PATCH" {
					body = `{"title":"x","name":"x"}`
				}
				s.do(method, path, body, admin).problem(404)
			}
		}
	})
}
