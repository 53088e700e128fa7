// The site's public address: what follows it, and what a request can't change.

package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// hostOption addresses the request to another host name.
func hostOption(host string) option { return func(r *http.Request) { r.Host = host } }

// claimed are headers by which a request claims to have come over a scheme that the site's public address does not have.
func claimed(scheme string) []option {
	return []option{with("X-Forwarded-Proto", scheme), with("Forwarded", "proto="+scheme), with("X-Forwarded-Host", "evil.example"),
		hostOption("evil.example")}
}

const signingIn = `{"username":"admin","password":"` + password + `"}`

func TestASiteOfHTTPSHasSecureCookiesWhateverARequestClaims(t *testing.T) {
	s := newSite(t)
	s.origin = "https://reviews.example"
	s.restart()
	a := s.do("POST", "/api/admin/login", signingIn, claimed("http")...).is(200).has("Strict-Transport-Security", "max-age=31536000")
	cookies := a.header["Set-Cookie"]
	if len(cookies) != 2 {
		t.Fatalf("cookies %q, want the session's and the position's", cookies)
	}
	for i, name := range []string{"__Host-candor_session=", "__Host-candor_position="} {
		for _, part := range []string{"; Secure", "; Path=/;", "; HttpOnly", "; SameSite=Strict"} {
			if !strings.HasPrefix(cookies[i], name) || !strings.Contains(cookies[i], part) || strings.Contains(cookies[i], "Domain") {
				t.Errorf("cookie %q: want %s with %q and no Domain", cookies[i], name, part)
			}
		}
	}
	session, _, _ := strings.Cut(cookies[0], ";")
	s.do("GET", "/api/admin/reviews", "", with("Cookie", session)).is(200)
	// Under a name without the prefix a subdomain could have planted it.
	s.do("GET", "/api/admin/reviews", "", with("Cookie", strings.TrimPrefix(session, "__Host-"))).problem(401)
	s.do("GET", "/", "").is(200).has("Strict-Transport-Security", "max-age=31536000")
	s.do("POST", "/api/admin/logout", "", with("Cookie", session)).is(204)
}

func TestASiteOfHTTPHasPlainCookiesWhateverARequestClaims(t *testing.T) {
	s := newSite(t)
	a := s.do("POST", "/api/admin/login", signingIn, claimed("https")...).is(200).has("Strict-Transport-Security", "")
	for _, cookie := range a.header["Set-Cookie"] {
		if strings.Contains(cookie, "Secure") || strings.Contains(cookie, "__Host-") {
			t.Errorf("cookie %q can't be sent back over http", cookie)
		}
	}
	s.do("GET", "/", "", claimed("https")...).is(200).has("Strict-Transport-Security", "")
}

// A cache in front of the site, or a reader, must get the same answer whatever name a request gives the site.
func TestTheHostHeaderChangesNoAnswer(t *testing.T) {
	long(t, "many pages are asked for under many names")
	s := newSite(t)
	s.do("POST", "/api/reviews", published("The lamp"), s.asAdmin()).is(201)
	for _, path := range []string{
		"/", "/about", "/reviews/1", "/nowhere", "/feed.xml", "/corrections.xml", "/sitemap.xml", "/robots.txt",
		"/api/openapi.json", "/api/docs/candor.postman_collection.json", "/api/docs/candor_examples.py", "/api/docs/candor_examples.mjs",
		"/api/docs/candor-api.md",
	} {
		first := s.do("GET", path, "")
		if !strings.Contains(first.body, site1) && path != "/nowhere" {
			t.Errorf("%s does not name the site: %d %.300s", path, first.status, first.body)
		}
		for i := range 100 {
			host := fmt.Sprintf("host-%d.evil.example", i)
			a := s.do("GET", path, "", hostOption(host), with("X-Forwarded-Host", host), with("X-Forwarded-Proto", "https"))
			if a.body != first.body || a.header.Get("ETag") != first.header.Get("ETag") || strings.Contains(fmt.Sprint(a.header), host) {
				t.Fatalf("%s is another answer for the host %s", path, host)
			}
		}
	}
}

func TestAPageIsRenderedOnceForAllHosts(t *testing.T) {
	s := scripted(t, counting)
	s.do("GET", "/about", "").says("made 1")
	for i := range 100 {
		s.do("GET", "/about", "", hostOption(fmt.Sprintf("host-%d.evil.example", i))).says("made 1")
	}
}

func TestAProxyThatIsNotTrustedIsWarnedOfOnce(t *testing.T) {
	const warning = "10 wrong passwords lock everybody out"
	s := newSite(t)
	s.do("GET", "/", "", from("203.0.113.7")).is(200)
	if log := s.lines.String(); strings.Contains(log, warning) {
		t.Errorf("a trusted proxy is warned of: %s", log)
	}
	s.distrust = true
	s.restart()
	s.do("GET", "/", "").is(200)
	if log := s.lines.String(); strings.Contains(log, warning) {
		t.Errorf("a visitor without a proxy is warned of: %s", log)
	}
	for range 3 {
		s.do("GET", "/", "", from("203.0.113.7")).is(200)
	}
	if log := s.lines.String(); strings.Count(log, warning) != 1 || !strings.Contains(log, `"level":"warn","peer":"127.0.0.1"`) ||
		!strings.Contains(log, "CANDOR_TRUSTED_PROXIES") {
		t.Errorf("the log warns %d times: %s", strings.Count(log, warning), log)
	}
}

func TestOnlyPrivatePeersAreTakenForProxies(t *testing.T) {
	for peer, warned := range map[string]bool{
		"127.0.0.1:1": true, "[::1]:1": true, "10.1.2.3:1": true, "192.168.0.9:1": true, "172.18.0.2:1": true, "[fd00::2]:1": true,
		"[fe80::2%eth0]:1": true,
		"203.0.113.7:1":    false, "[2001:db8::1]:1": false, "172.32.0.1:1": false, "@": false,
	} {
		if got := warnedOf(t, peer); got != warned {
			t.Errorf("%s: warned %v, want %v", peer, got, warned)
		}
	}
}
