package e2e

import (
	"net/http"
	"strings"
	"testing"
)

func TestPageViewsAreRefusedBelowTheDiskReserve(t *testing.T) {
	t.Setenv("CANDOR_ADMIN_PASSWORD", adminPassword)
	s := serve(t, t.TempDir(), "--disk-reserve", "900000GiB")
	send := func(path, body, cookie string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	if res := send("/api/track", `{"event":"page_view","page":"/"}`, ""); res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("a page view: %s %v", res.Status, res.Header)
	}
	in := send("/api/admin/login", `{"username":"admin","password":"`+adminPassword+`"}`, "")
	cookie, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	if res := send("/api/news", `{"title":"T","content":"C","category":"AI","authorName":"A"}`, cookie); res.StatusCode != 201 {
		t.Errorf("an article: %s", res.Status)
	}
	for _, args := range [][]string{{"--disk-reserve", "much"}, {"--track-budget", "-1"}} {
		if _, _, err := candor(t, "", append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, args...)...); err == nil || !strings.Contains(err.Error(), args[0]) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
