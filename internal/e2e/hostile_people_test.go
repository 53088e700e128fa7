package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
)

// hostileSubscribers compares what strangers see of addresses that are subscribed and of others: status, headers and body. The requests
// come from many addresses, of which each may send 30 a minute.
func hostileSubscribers(t *testing.T, _ *site) {
	s := serve(t, t.TempDir(), "--trusted-proxies", "127.0.0.1")
	v := s.visitor()
	send := func(call, email string, sender int) (status int, shown string) {
		answer, err := v.exchange("POST", "/api/newsletter/"+call, map[string]string{"email": email}, "X-Forwarded-For",
			fmt.Sprintf("198.51.100.%d", sender))
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Error(err)
		}
		headers := answer.Header.Clone()
		headers.Del("Date")
		headers.Del("X-Request-Id")
		return answer.StatusCode, fmt.Sprint(answer.StatusCode, headers, string(body))
	}
	for _, call := range []string{"subscribe", "unsubscribe"} {
		answers := map[string]bool{}
		for n := range 10 {
			known := fmt.Sprintf("known%d@example.com", n)
			if status, _ := send("subscribe", known, 1+n); status != http.StatusCreated {
				t.Fatalf("subscribe: %d", status)
			}
			for _, email := range []string{known, fmt.Sprintf("%s%d@example.com", call, n)} {
				_, shown := send(call, email, 1+n)
				answers[shown] = true
			}
		}
		if len(answers) != 1 {
			t.Errorf("%s: known and unknown addresses are answered differently: %v", call, answers)
		}
	}
	// A flood of both, during which readers are served.
	var flood sync.WaitGroup
	for worker := range 16 {
		flood.Go(func() {
			for n := range 10 {
				if status, shown := send("subscribe", fmt.Sprintf("flood%d@example.com", n), 100+worker); status != http.StatusCreated &&
					status != http.StatusServiceUnavailable {
					t.Errorf("in the flood: %s", shown)
				}
				if status, shown := send("unsubscribe", fmt.Sprintf("nobody%d@example.com", n), 100+worker); status != http.StatusNoContent &&
					status != http.StatusServiceUnavailable {
					t.Errorf("in the flood: %s", shown)
				}
			}
		})
	}
	for range 10 {
		s.visitor().want(http.StatusOK, "GET", "/api/reviews", nil)
	}
	flood.Wait()
	for n := 0; ; n++ {
		status, shown := send("subscribe", fmt.Sprintf("flood%d@example.com", n%2), 200)
		if status == http.StatusTooManyRequests {
			break
		}
		if n == 30 {
			t.Fatalf("the 31st request of an address is answered %s", shown)
		}
	}
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	var subscribed []struct{ Email string }
	if err := json.Unmarshal([]byte(admin.want(http.StatusOK, "GET", "/api/admin/subscribers", nil)), &subscribed); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, one := range subscribed {
		if seen[one.Email] {
			t.Errorf("%s is subscribed twice", one.Email)
		}
		seen[one.Email] = true
	}
	if seen["nobody1@example.com"] || seen["known1@example.com"] || !seen["flood1@example.com"] {
		t.Errorf("subscribers: %v", subscribed)
	}
}

// hostileTitles makes pages without a slug from titles with letters that a slug can't have.
func hostileTitles(t *testing.T, s *site) {
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	for title, slug := range map[string]string{
		"Über uns":                  "uber-uns",
		"U\u0308ber die Größe":      "uber-die-grosse",
		"Łódź: œuvres & ærø":        "lodz-oeuvres-aero",
		"Işık ve ÇİÇEK":             "isik-ve-cicek",
		"Ｆｕｌｌ ｗｉｄｔｈ":                "full-width",
		"e" + marks(80) + " one":    "e-one",
		"\u0301\u0301 only accents": "only-accents",
	} {
		var page struct {
			ID   int64
			Slug string
		}
		answer := admin.want(http.StatusCreated, "POST", "/api/pages", map[string]any{"title": title, "content": "Text", "isPublished": true})
		if err := json.Unmarshal([]byte(answer), &page); err != nil {
			t.Fatal(err)
		}
		if page.Slug != slug {
			t.Errorf("%q is at %q, want %q", title, page.Slug, slug)
		}
		s.visitor().want(http.StatusOK, "GET", "/pages/"+page.Slug, nil)
		admin.want(http.StatusNoContent, "DELETE", fmt.Sprint("/api/pages/", page.ID), nil)
	}
}

// marks returns combining accents.
func marks(many int) string {
	text := make([]rune, many)
	for i := range text {
		text[i] = '\u0301'
	}
	return string(text)
}
