// What strangers try: the lines of docs/security.md that no other test is about.

package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/httpapi"
)

// exchange sends a request as it is written, and returns the answer with its body read.
func (s *site) exchange(sent string) (status int, header http.Header, body string) {
	s.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(waitTime))
	if _, err := io.WriteString(c, sent); err != nil {
		s.Fatal(err)
	}
	a, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		s.Fatalf("%.200q: %v", sent, err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		s.Fatal(err)
	}
	return a.StatusCode, a.Header, string(text)
}

func TestPathsThatLeadElsewhereAreNotFound(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{
		"/../etc/passwd", "/reviews/../../etc/passwd", "/about/../about", "/./about", "/media/..%2f..%2fetc%2fpasswd", "/%2e%2e/about",
		"/assets/..%5c..%5cindex.html", `/assets/..\index.html`,
		"/%00", "/about%00", "//evil.example", "//evil.example/about", `/\evil.example/about`, "/%2f%2fevil.example/about", "///about",
	} {
		status, header, _ := s.exchange("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")
		if status != 404 || header.Get("Location") != "" {
			t.Errorf("%s: %d, Location %q", path, status, header.Get("Location"))
		}
	}
}

// A request may name the host in its first line, as a client asks a proxy.
func TestTheHostInATargetChangesNoAnswer(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/about", "/nowhere", "/feed.xml", "/sitemap.xml", "/robots.txt", "/api/openapi.json",
		"/api/docs/candor_examples.py"} {
		usual := s.do("GET", path, "")
		status, header, body := s.exchange("GET http://evil.example" + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n")
		if status != usual.status || body != usual.body || header.Get("ETag") != usual.header.Get("ETag") ||
			strings.Contains(fmt.Sprint(header), "evil.example") {
			t.Errorf("%s: %d %v %.300s", path, status, header, body)
		}
	}
}

func TestHeadsThatMakeNoSenseAreRefused(t *testing.T) {
	s := newSite(t)
	for name, test := range map[string]struct {
		head   string
		status int
	}{
		"two hosts":        {"Host: a\r\nHost: b\r\n", 400},
		"no host":          {"", 400},
		"a head of 70 KB":  {"Host: x\r\nX-Long: " + strings.Repeat("x", 70<<10) + "\r\n", 431},
		"a name with a CR": {"Host: x\r\nX\rY: 1\r\n", 400},
	} {
		if status, _, body := s.exchange("GET / HTTP/1.1\r\n" + test.head + "\r\n"); status != test.status {
			t.Errorf("%s: %d %.100s, want %d", name, status, body, test.status)
		}
	}
}

// The limits are those that docs/security.md names. Shorter ones show what happens beyond them.
func TestSlowRequestsAreCutOff(t *testing.T) {
	for name, test := range map[string]struct {
		sent    string
		shorten func(*http.Server)
	}{
		"a head that doesn't end": {"GET / HTTP/1.1\r\nHost: x\r\n", func(s *http.Server) { s.ReadHeaderTimeout = 50 * time.Millisecond }},
		"a body that doesn't end": {"POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
			func(s *http.Server) { s.ReadTimeout = 50 * time.Millisecond }},
	} {
		handler, err := assemble(t, func(*httpapi.Config) {})
		if err != nil {
			t.Fatal(err)
		}
		server := httpapi.NewServer(handler)
		if server.ReadHeaderTimeout != 10*time.Second || server.ReadTimeout != time.Minute || server.WriteTimeout != time.Minute {
			t.Errorf("limits: %v for a head, %v for a request, %v for an answer", server.ReadHeaderTimeout, server.ReadTimeout, server.WriteTimeout)
		}
		test.shorten(server)
		address, stop := listen(t, server)
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(waitTime))
		if _, err := io.WriteString(c, test.sent); err != nil {
			t.Fatal(err)
		}
		// A connection that is cut off while the server has something unread is reset.
		if got, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) || strings.HasPrefix(string(got), "HTTP/1.1 2") {
			t.Errorf("%s: %v %.200q", name, err, got)
		}
		_ = c.Close()
		stop()
	}
}

func TestAnInventedAddressGivesNoMoreGuesses(t *testing.T) {
	s := newSite(t)
	s.distrust = true
	s.restart()
	for i := range 10 {
		s.do("POST", "/api/admin/login", `{"username":"admin","password":"wrong"}`, from(fmt.Sprintf("203.0.113.%d", i))).is(401)
	}
	s.do("POST", "/api/admin/login", signingIn, from("198.51.100.1")).problem(429).has("Retry-After", "900")
}

func TestAnObjectOfManyFieldsIsOneEvent(t *testing.T) {
	s := newSite(t)
	var many strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&many, `,"f%d":1`, i)
	}
	s.records(func() { s.do("POST", "/api/track", `{"event":"page_view","page":"/"`+many.String()+"}").is(204) },
		"VisitorFirstSeen", "PageViewed")
}

func TestAViewIsStoredWithoutSecretsInItsAddresses(t *testing.T) {
	s := newSite(t)
	const secrets = "?token=opensesame&email=ada@example.com"
	s.do("POST", "/api/track", `{"event":"page_view","page":"/reviews/1`+secrets+`","referrer":"https://mail.example/inbox`+
		secrets+`"}`).is(204)
	views := 0
	if err := s.log.ReadAll(t.Context(), 0, 1000, func(r events.Recorded) error {
		if strings.Contains(string(r.Data), "opensesame") || strings.Contains(string(r.Data), "ada@") {
			t.Errorf("%s holds %s", r.Type, r.Data)
		}
		if r.Type == "PageViewed" {
			views++
		}
		return nil
	}); err != nil || views != 1 {
		t.Errorf("%d views, %v", views, err)
	}
}

func TestPicturesThatAreBeingSentHaveALimit(t *testing.T) {
	s := newSite(t)
	var made struct{ ProductImageURL string }
	s.do("POST", "/api/reviews", illustrated(true, picture(t, 1), picture(t, 2)), s.asAdmin()).is(201).decode(&made)
	s.do("GET", made.ProductImageURL, "").is(200)
	free := httpapi.Occupy(s.server.Handler, "picture_bytes")
	s.do("GET", made.ProductImageURL, "").is(503).has("Retry-After", "1")
	s.do("GET", "/api/reviews/1", "").is(200)
	free()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.RemoteAddr = "127.0.0.1:1"
	free = httpapi.OccupyShare(s.server.Handler, "picture_bytes", request)
	s.do("GET", made.ProductImageURL, "").is(503)
	s.do("GET", made.ProductImageURL, "", from("203.0.113.8")).is(200)
	free()
	s.do("GET", made.ProductImageURL, "").is(200)
}
