package e2e

import (
	"candor/internal/eventually"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// attacker is a client with an address of its own.
func attacker(address string) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 64}}
}

// hostileSearches sends searches and filtered lists that were never asked for before, over eight connections for a second. What is refused
// says when to come again, and others read what is cached and search themselves.
func hostileSearches(t *testing.T, s *site) {
	from := attacker("127.0.0.2")
	defer from.CloseIdleConnections()
	reader := s.visitor()
	reader.whole("/reviews/1")
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	var senders sync.WaitGroup
	for i := range 8 {
		senders.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				for _, path := range []string{
					fmt.Sprintf("/api/search?q=a%%20b%d-%d", i, n), fmt.Sprintf("/api/reviews?search=e&minScore=1.%d%03d", 1+i, n),
					fmt.Sprintf("/api/reviews/facets?search=e&maxPrice=%d%03d", 1+i, n),
					fmt.Sprintf("/reviews?search=b%d-%d", i, n), fmt.Sprintf("/nothing/%d-%d", i, n), fmt.Sprintf("/api/products?limit=20&offset=%d%03d",
						1+i, n), fmt.Sprintf("/api/search/suggest?q=a%d-%d", i, n),
				} {
					answer, err := from.Get(s.url + path)
					if err != nil {
						t.Errorf("GET %s: %v", path, err)
						return
					}
					_, _ = io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
					switch {
					case answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") == "":
						t.Errorf("GET %s is refused without Retry-After", path)
					case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNotFound &&
						answer.StatusCode != http.StatusServiceUnavailable:
						t.Errorf("GET %s: %s", path, answer.Status)
					}
				}
			}
		})
	}
	for n := 0; ctx.Err() == nil; n++ {
		reader.want(200, "GET", "/reviews/1", nil)
		reader.want(200, "GET", fmt.Sprint("/api/search?q=battery%20", n), nil)
	}
	senders.Wait()
}

// hostileReaders ask for large lists over nineteen connections, each for another one, and don't read. Lists are there for others, from the
// same network, too.
func hostileReaders(t *testing.T, _ *site) {
	if testing.Short() {
		t.Skip("make nightly runs it: clients wait until they are dropped")
	}
	s := serve(t, t.TempDir(), "--demo") // of its own, for its long reviews
	key := strings.TrimSpace(mustCandor(t, "", "--data", s.dir, "keys", "create", "--name", "long lists", "--permission", "create_reviews"))
	long := make([]map[string]any, 12) // so that a list of them is larger than the buffers of a connection
	for i := range long {
		long[i] = map[string]any{"productName": fmt.Sprint("Long ", i), "productBrand": "Brand", "categoryId": 1,
			"title": fmt.Sprint("A long review ", i), "content": symbols(199_000), "authorName": "Bot", "isPublished": true}
	}
	before := s.reviews()
	if status, answer := s.bot(key).call("POST", "/api/bot/reviews/bulk", map[string]any{"reviews": long}); status != 200 && status != 202 {
		t.Fatalf("long reviews: %d %s", status, answer)
	}
	eventually.Holds(t, func() error {
		if n := s.reviews(); n < before+len(long) {
			return fmt.Errorf("there are %d reviews, want %d", n, before+len(long))
		}
		return nil
	})
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 3)}}
	address := strings.TrimPrefix(s.url, "http://")
	refused := 0
	for i := range 19 {
		c, err := dialer.DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		if _, err := fmt.Fprintf(c, "GET /api/reviews?limit=%d HTTP/1.1\r\nHost: %s\r\n\r\n", 20+i, address); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
		status := make([]byte, len("HTTP/1.1 200"))
		if _, err := io.ReadFull(c, status); err != nil {
			t.Fatalf("connection %d: %v", i, err)
		}
		switch string(status) {
		case "HTTP/1.1 200":
		case "HTTP/1.1 503":
			refused++
		default:
			t.Errorf("connection %d: %s", i, status)
		}
	}
	if refused == 0 {
		t.Error("one client may be sent nineteen large lists at once")
	}
	for _, path := range []string{"/api/reviews", "/api/reviews?offset=5", "/api/reviews?limit=3&search=long"} {
		s.visitor().want(200, "GET", path, nil)
	}
}

// reviews counts what readers see.
func (s *site) reviews() int {
	answer, err := s.visitor().exchange("GET", "/api/reviews?limit=1", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = answer.Body.Close()
	n, _ := strconv.Atoi(answer.Header.Get("X-Total-Count"))
	return n
}

// symbols returns a text of n symbols that hardly compresses and has no words to be found.
func symbols(n int) string {
	var b strings.Builder
	random := rand.New(rand.NewPCG(uint64(n), 1))
	for range n {
		b.WriteRune('\uE000' + rune(random.IntN(6000))) // for private use
	}
	return b.String()
}
