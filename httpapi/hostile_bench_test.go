// How long readers of a cached page wait while others send searches that were never asked before.

package httpapi_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkCachedPageBesideSearches reads a cached page at a steady pace in turns without and with a client that sends distinct searches
// and filtered lists over 8 connections as fast as they are answered. ratio compares the 99th percentiles.
func BenchmarkCachedPageBesideSearches(b *testing.B) {
	const (
		rate  = 500 // pages a second
		turn  = time.Second
		turns = 4 // of each kind
	)
	s := benchSite(b)
	admin := s.asAdmin()
	for i := range 400 {
		s.do("POST", "/api/reviews", fmt.Sprintf(`{"productName":"Part %d","productBrand":"Brand %d","categoryId":1,"title":"A bench of b%d","content":%q,"authorName":"A","rating":4,"isPublished":true}`,
			i, i%40, i, strings.Repeat("A better battery beside a bright bulb. ", 130)), admin).is(201)
	}
	ours := strings.TrimPrefix(s.url, "http://")
	page := []byte("GET /reviews/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\nAccept-Encoding: br\r\n\r\n")
	load(b, ours, page, 200, 32, 2_000) // rendered and warm
	var alone, beside []time.Duration
	var served, refused atomic.Int64
	for b.Loop() {
		for range turns {
			alone = append(alone, paced(b, ours, page, 200, rate, turn)...)
			stop := make(chan struct{})
			var hostile sync.WaitGroup
			for i := range 8 {
				hostile.Go(func() { distinctSearches(b, ours, i, stop, &served, &refused) })
			}
			beside = append(beside, paced(b, ours, page, 200, rate, turn)...)
			close(stop)
			hostile.Wait()
		}
	}
	slices.Sort(alone)
	slices.Sort(beside)
	at := func(all []time.Duration, share float64) time.Duration { return all[int(share*float64(len(all)-1))] }
	for _, share := range []float64{.5, .99} {
		b.ReportMetric(float64(at(alone, share).Microseconds()), fmt.Sprintf("p%.0f-µs-alone", 100*share))
		b.ReportMetric(float64(at(beside, share).Microseconds()), fmt.Sprintf("p%.0f-µs-beside", 100*share))
	}
	b.ReportMetric(at(beside, .99).Seconds()/at(alone, .99).Seconds(), "ratio")
	b.ReportMetric(float64(served.Load())/float64(b.N)/(turns*turn.Seconds()), "searches/s")
	b.ReportMetric(float64(refused.Load())/float64(b.N)/(turns*turn.Seconds()), "refused/s")
}

// distinctSearches sends searches and filtered lists that differ from all others, from another address than the readers', until stop is
// closed. Who is refused pauses, but far shorter than Retry-After says.
func distinctSearches(b *testing.B, address string, sender int, stop <-chan struct{}, served, refused *atomic.Int64) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	c, err := dialer.Dial("tcp", address)
	if err != nil {
		b.Error(err)
		return
	}
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		select {
		case <-stop:
			return
		default:
		}
		n := distinct.Add(1)
		path := fmt.Sprintf("/api/search?q=a%%20b%d", n)
		if sender%2 == 1 {
			path = fmt.Sprintf("/api/reviews?search=e&minScore=1.%d", n)
		}
		if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path); err != nil {
			b.Error(err)
			return
		}
		answer, err := http.ReadResponse(in, nil)
		if err == nil {
			_, err = io.Copy(io.Discard, answer.Body)
		}
		switch {
		case err != nil:
			b.Error(err)
			return
		case answer.StatusCode == 200:
			served.Add(1)
		case answer.StatusCode == 503 && answer.Header.Get("Retry-After") != "":
			refused.Add(1)
			time.Sleep(10 * time.Millisecond)
		default:
			b.Errorf("GET %s: %s", path, answer.Status)
			return
		}
	}
}

var distinct atomic.Int64
