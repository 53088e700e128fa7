// Hostile inputs: what is made to hurt a site, one input a second. Each is bounded, and any answer is right that a working server gives to
// it: the input is taken, or refused with 4xx or with 503 and Retry-After.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	hostilePause   = time.Second
	hostileSenders = 8  // connections of a burst of searches
	hostileBurst   = 10 // searches of each
	hostileReaders = 4  // connections that don't read
	unreadTime     = 3 * time.Second
	hostileTimeout = 20 * time.Second // of a call: a hostile text or picture may take a while to be refused
)

// attacker sends hostile inputs to one or several instances, from an address of its own.
type attacker struct {
	urls   []string
	key    string // may create reviews
	inputs []hostileInput
	client *http.Client
	dialer net.Dialer
	sent   atomic.Int64
	next   atomic.Int64 // makes searches and lists differ

	mu       sync.Mutex
	statuses map[string]int // answers by "input status"
	faults   []string       // answers that no working server gives
	broken   int            // calls without an answer
}

// hostileInput is one kind of input.
type hostileInput struct {
	name string
	send func(a *attacker, ctx context.Context, name, url string)
}

var hostileInputs = []hostileInput{
	{"nested lists", textOf(strings.Repeat("- ", 17) + "a\n" + strings.Repeat(" ", 34) + "b\n")},
	{"delimiters", textOf(strings.Repeat("_a*", 20_000))},
	{"long word", textOf(strings.Repeat("abcdefghijklmnopqrstuvwxyz", 7_308))},
	{"wide picture", pictureOf(widePNG)},
	{"scans", pictureOf(jpegOfScans)},
	{"profiles", pictureOf(pngOfProfiles)},
	{"searches", (*attacker).search},
	{"unread lists", (*attacker).holdLists},
}

// inputNames returns the names of all inputs.
func inputNames() (names []string) {
	for _, input := range hostileInputs {
		names = append(names, input.name)
	}
	return names
}

// newAttacker returns an attacker who sends the named inputs, or all without names.
func newAttacker(key string, names []string, urls ...string) *attacker {
	inputs := hostileInputs
	if len(names) > 0 {
		inputs = slices.DeleteFunc(slices.Clone(inputs), func(i hostileInput) bool { return !slices.Contains(names, i.name) })
	}
	a := &attacker{urls: urls, key: key, inputs: inputs, statuses: map[string]int{}}
	a.dialer = net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}, Timeout: hostileTimeout}
	a.client = &http.Client{Timeout: hostileTimeout, Transport: &http.Transport{DialContext: a.dialer.DialContext,
		MaxIdleConnsPerHost: hostileSenders, IdleConnTimeout: time.Second}}
	return a
}

// sendNext sends the next input to the next instance, and returns once it is answered.
func (a *attacker) sendNext(ctx context.Context) {
	n := int(a.sent.Add(1)) - 1
	input := a.inputs[n%len(a.inputs)]
	input.send(a, ctx, input.name, a.urls[n/len(a.inputs)%len(a.urls)])
}

// run sends an input a second, whether or not the last one is answered, until ctx ends, and returns when all are.
func (a *attacker) run(ctx context.Context) {
	var sending sync.WaitGroup
	defer sending.Wait()
	for ticks := time.NewTicker(hostilePause); ; {
		select {
		case <-ctx.Done():
			ticks.Stop()
			return
		case <-ticks.C:
			sending.Go(func() { a.sendNext(ctx) })
		}
	}
}

// call sends one request and notes its answer.
func (a *attacker) call(ctx context.Context, name, method, url, contentType string, body io.Reader) {
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		a.fault("%s: %v", name, err)
		return
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("X-API-Key", a.key)
	got, err := a.client.Do(request)
	if err == nil {
		_, err = io.Copy(io.Discard, got.Body)
		_ = got.Body.Close()
	}
	if err != nil {
		a.lost(ctx)
		return
	}
	a.mu.Lock()
	a.statuses[fmt.Sprintf("hostile %s %d", name, got.StatusCode)]++
	a.mu.Unlock()
	switch status := got.StatusCode; {
	case status == http.StatusServiceUnavailable && got.Header.Get("Retry-After") == "":
		a.fault("%s: 503 without Retry-After", name)
	case status >= 500 && status != http.StatusServiceUnavailable:
		a.fault("%s: %s", name, got.Status)
	}
}

// lost counts a call without an answer, unless the load has ended.
func (a *attacker) lost(ctx context.Context) {
	if ctx.Err() == nil {
		a.mu.Lock()
		a.broken++
		a.mu.Unlock()
	}
}

func (a *attacker) fault(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.faults) < maxFaults {
		a.faults = append(a.faults, fmt.Sprintf(format, args...))
	}
}

// verdict returns what no working server does. Calls without an answer are right while processes are killed.
func (a *attacker) verdict(killed bool) error {
	if a == nil { // nothing was sent
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []error
	for _, fault := range a.faults {
		all = append(all, errors.New("hostile "+fault))
	}
	if a.broken > 0 && !killed {
		all = append(all, fmt.Errorf("%d hostile calls got no answer", a.broken))
	}
	return errors.Join(all...)
}

// textOf posts an unpublished review with a text.
func textOf(content string) func(*attacker, context.Context, string, string) {
	return func(a *attacker, ctx context.Context, name, url string) {
		body := fmt.Sprintf(`{"productName":"Hostile","productBrand":"Brand","categoryId":1,"title":"Hostile %s %d","authorName":"Bot","content":%q}`, name, a.next.Add(1), content)
		a.call(ctx, name, http.MethodPost, url+"/api/bot/reviews", "application/json", strings.NewReader(body))
	}
}

// pictureOf uploads a picture, which is made once.
func pictureOf(make func() (contentType string, file []byte)) func(*attacker, context.Context, string, string) {
	picture := sync.OnceValues(make)
	return func(a *attacker, ctx context.Context, name, url string) {
		contentType, file := picture()
		a.call(ctx, name, http.MethodPost, url+"/api/bot/media", contentType, strings.NewReader(string(file)))
	}
}

// search sends searches and filtered lists that were never asked for before.
func (a *attacker) search(ctx context.Context, name, url string) {
	var senders sync.WaitGroup
	for range hostileSenders {
		senders.Go(func() {
			for range hostileBurst {
				n := a.next.Add(1)
				path := fmt.Sprintf("/api/search?q=a%%20b%d", n)
				if n%2 == 0 {
					path = fmt.Sprintf("/api/reviews?search=e&minScore=1.%06d", n)
				}
				a.call(ctx, name, http.MethodGet, url+path, "", nil)
			}
		})
	}
	senders.Wait()
}

// holdLists asks for large lists over a few connections and doesn't read them.
func (a *attacker) holdLists(ctx context.Context, _, url string) {
	address := strings.TrimPrefix(url, "http://")
	for range hostileReaders {
		c, err := a.dialer.DialContext(ctx, "tcp", address)
		if err != nil {
			a.lost(ctx)
			continue
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		_, _ = fmt.Fprintf(c, "GET /api/reviews?offset=%d HTTP/1.1\r\nHost: %s\r\n\r\n", a.next.Add(1)%100, address)
	}
	select {
	case <-ctx.Done():
	case <-time.After(unreadTime):
	}
}
