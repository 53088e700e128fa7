// What bodies cost: as much as has arrived of them, and all together no more than there is room for.

package httpapi_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"candor/internal/eventually"
)

func TestBodiesHaveALimit(t *testing.T) {
	long(t, "bodies of up to 8 MiB are sent to each call")
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		for path, limit := range map[string]struct {
			bytes int
			says  string
		}{
			"/api/reviews": {8 << 20, "8 MiB"}, "/api/news": {8 << 20, "8 MiB"}, "/api/admin/categories": {8 << 20, "8 MiB"},
			"/api/track": {1 << 20, "1 MiB"}, "/api/admin/login": {64 << 10, "64 KiB"}, "/api/contact": {64 << 10, "64 KiB"},
			"/api/newsletter/subscribe": {64 << 10, "64 KiB"}, "/api/newsletter/unsubscribe": {64 << 10, "64 KiB"},
		} {
			most := `{"unknown":"` + strings.Repeat("x", limit.bytes-14) + `"}`
			s.do("POST", path, most, admin).problem(400)
			s.do("POST", path, most, admin, chunked).problem(400)
			s.do("POST", path, most+" ", admin).says("The body is larger than " + limit.says + ".").problem(413)
			s.do("POST", path, most+" ", admin, chunked).says("The body is larger than " + limit.says + ".").problem(413)
		}
	})
	s.do("GET", "/api/reviews", "").is(200)
	s.bodiesHold(0)
}

// sending is a request whose body is on its way.
type sending struct {
	net.Conn
	site *site
}

// send begins a request that announces a body, and sends some of it.
func (s *site) send(path string, announced int, some string) *sending {
	s.Helper()
	return s.sendFrom("127.0.0.1", path, announced, some)
}

// sendFrom is send from an address.
func (s *site) sendFrom(address, path string, announced int, some string) *sending {
	s.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Close() })
	sent := &sending{c, s}
	sent.more(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, address, s.cookie, announced, some))
	return sent
}

// more sends more.
func (c *sending) more(text string) {
	c.site.Helper()
	if _, err := c.Write([]byte(text)); err != nil {
		c.site.Fatal(err)
	}
}

// status waits for the answer.
func (c *sending) status() int {
	c.site.Helper()
	a, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		c.site.Fatal(err)
	}
	_ = a.Body.Close()
	return a.StatusCode
}

// bodiesHold waits until the bodies on their way hold so many bytes.
func (s *site) bodiesHold(bytes int) {
	s.Helper()
	eventually.Holds(s, func() error {
		_, after, _ := strings.Cut(s.do("GET", "/metrics", "").body, "\ncandor_http_body_bytes ")
		line, _, _ := strings.Cut(after, "\n")
		held, err := strconv.ParseFloat(line, 64)
		if err != nil {
			s.Fatal(err)
		}
		if int(held) != bytes {
			return fmt.Errorf("bodies hold %.0f bytes, want %d", held, bytes)
		}
		return nil
	})
}

func TestABodyCostsWhatHasArrivedOfIt(t *testing.T) { // alone, since it looks at the memory of all
	s := newSiteLogging(t, nil)
	s.asAdmin()
	before := liveHeap()
	var all []*sending
	for range 120 {
		all = append(all, s.send("/api/reviews", 8<<20, "{"), s.send("/api/track", 1<<20, "{"))
	}
	s.bodiesHold(len(all) * 4 << 10)
	heapGrowsAtMost(t, before, 64<<20) // by 240 bodies of one byte each
	for _, c := range all {
		_ = c.Close()
	}
	s.bodiesHold(0)
}

func TestBodiesTogetherHaveALimit(t *testing.T) {
	long(t, "it sends 64 MiB")
	if raced {
		t.Skip("with the race detector, sending 64 MiB may outlast the server's read timeout")
	}
	s := newSite(t)
	admin := s.asAdmin()
	const most = 8 << 20
	text := `{"unknown":"` + strings.Repeat("x", most-14) + `"}`
	var all []*sending
	for range 8 {
		all = append(all, s.send("/api/reviews", most, text[:most-1]))
	}
	s.bodiesHold(8 * most)
	for _, call := range []string{"/api/reviews", "/api/contact", "/api/admin/login"} {
		s.do("POST", call, `{}`, admin).has("Retry-After", "1").problem(503)
		s.do("POST", call, `{}`, admin, chunked).has("Retry-After", "1").problem(503)
	}
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`).is(204) // page views have memory of their own
	if late := s.send("/api/reviews", most, text[:1]); late.Conn != nil {
		late.more(text[1:]) // all of it is read, so that the answer arrives
		if got := late.status(); got != 503 {
			t.Errorf("a large body more is answered %d", got)
		}
	}
	s.do("GET", "/api/reviews", "", admin).is(200)

	all[0].more(text[most-1:])
	if got := all[0].status(); got != 400 {
		t.Errorf("a body that is whole at last is answered %d", got)
	}
	s.bodiesHold(7 * most)
	s.do("POST", "/api/reviews", published("There is room again"), admin).is(201)
	for _, c := range all[1:] {
		_ = c.Close() // clients that give up
	}
	s.bodiesHold(0)
}

func TestPageViewsLeaveRoomForOtherBodies(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const most = 1 << 20
	text := "{" + strings.Repeat(" ", most-2)
	var all []*sending
	for range 16 {
		all = append(all, s.sendFrom("198.51.100.1", "/api/track", most, text))
	}
	s.bodiesHold(16 * most)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`, from("198.51.100.1")).has("Retry-After", "1").problem(503)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`, from("198.51.100.2")).is(204)
	for i := range 48 {
		all = append(all, s.sendFrom(fmt.Sprintf("198.51.100.%d", 3+i%6), "/api/track", most, text))
	}
	s.bodiesHold(64 * most)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`).has("Retry-After", "1").problem(503)
	s.do("POST", "/api/reviews", published("Written all the same"), admin).is(201)
	s.do("POST", "/api/contact", message).is(201)
	for _, c := range all {
		_ = c.Close()
	}
	s.bodiesHold(0)
	s.do("POST", "/api/track", `{"event":"page_view","page":"/"}`).is(204)
}
