// The mix: which requests the crowd makes, in which shares. Items are chosen by a Zipf law, as people choose them;
// a good third of the reads asks with the ETag of the last answer.

package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"
)

// The groups of requests whose latencies are reported separately.
const (
	readPages  = "pages" // rendered HTML
	readItems  = "items" // one review or article of the API
	readLists  = "lists" // lists, searches, feeds
	trackViews = "views" // POST /api/track
	botWrites  = "writes"
	adminReads = "admin"
)

var groupNames = []string{readPages, readItems, readLists, trackViews, botWrites, adminReads}

const (
	revalidated   = 0.35   // share of reads that send the ETag they have
	newVisitors   = 0.03   // share of views by an address that was never there
	oftenVisitors = 20_000 // addresses that most views come from
	zipfExponent  = 1.15
	publishedBots = 0.1 // share of what bots write that is published at once
)

// apiReads are those that the knee and the tables are about: pages may have to be rendered and are reported separately.
var apiReads = []string{readItems, readLists}

// kind is one kind of request and its share.
type kind struct {
	group  string
	share  float64
	path   func(*requester) string // of a GET
	submit func(*requester)        // makes any other request
}

// mix is shared by all stages of a run.
type mix struct {
	kinds   []kind
	total   float64
	items   int      // reviews there are
	known   uint32   // visitors that were there before
	keys    []string // of bots
	cookie  string   // of the admin
	written atomic.Int64
	tags    sync.Map // path → ETag
}

func newMix(s *site) *mix {
	fixed := func(paths ...string) func(*requester) string {
		return func(r *requester) string { return paths[r.random.IntN(len(paths))] }
	}
	item := func(format string, n int) func(*requester) string {
		paths := make([]string, n)
		for i := range paths {
			paths[i] = fmt.Sprintf(format, i+1)
		}
		return func(r *requester) string { return paths[min(int(r.zipf.Uint64()), n-1)] }
	}
	page := func(format string) func(*requester) string {
		return func(r *requester) string { return fmt.Sprintf(format, 30*min(int(r.zipf.Uint64()), s.reviews/30-1)) }
	}
	m := &mix{items: s.reviews, known: s.visitors, keys: s.keys, cookie: s.cookie, kinds: []kind{
		{readPages, 14, item("/reviews/%d", s.reviews), nil},
		{readPages, 6, fixed("/", "/", "/", "/reviews", "/tech-articles"), nil},
		{readPages, 3, item("/tech-articles/%d", s.articles), nil},
		{readPages, 1, fixed(s.categoryPages...), nil},
		{readItems, 24, item("/api/reviews/%d", s.reviews), nil},
		{readItems, 5, item("/api/news/%d", s.articles), nil},
		{readLists, 8, page("/api/reviews?limit=30&offset=%d"), nil},
		{readLists, 6, fixed("/api/categories", "/api/reviews?featured=true&limit=6", "/api/news?limit=10", "/api/products?limit=20",
			"/api/reviews?category=computers&limit=30"), nil},
		{readLists, 1, fixed("/api/reviews?search=battery&limit=10", "/api/reviews?search=sentence&limit=10",
			"/api/news?search=factory"), nil},
		{readLists, 1, fixed("/feed.xml", "/sitemap.xml", "/feed.xml"), nil},
		{trackViews, 30, nil, (*requester).view},
		{botWrites, 0.4, nil, (*requester).write},
		{adminReads, 0.6, nil, (*requester).administer},
	}}
	for _, k := range m.kinds {
		m.total += k.share
	}
	return m
}

// only is the mix without all groups but some.
func (m *mix) only(groups ...string) *mix {
	some := &mix{items: m.items, known: m.known, keys: m.keys, cookie: m.cookie}
	for _, k := range m.kinds {
		for _, g := range groups {
			if k.group == g {
				some.kinds = append(some.kinds, k)
				some.total += k.share
			}
		}
	}
	return some
}

// pick chooses what the next request is.
func (m *mix) pick() *kind {
	at := rand.Float64() * m.total
	for i := range m.kinds {
		if at -= m.kinds[i].share; at < 0 {
			return &m.kinds[i]
		}
	}
	return &m.kinds[0]
}

// requester makes one request after another.
type requester struct {
	*generator
	random   *rand.Rand
	zipf     *rand.Zipf
	request  fasthttp.Request
	response fasthttp.Response
}

func newRequester(g *generator) *requester {
	r := &requester{generator: g, random: rand.New(rand.NewPCG(rand.Uint64(), 0))}
	r.zipf = rand.NewZipf(r.random, zipfExponent, 1, uint64(g.items-1))
	return r
}

// do makes a request of a kind. retryAfter reports that the answer has a Retry-After.
func (r *requester) do(k *kind) (status int, retryAfter bool, err error) {
	r.request.Reset()
	r.response.Reset()
	r.request.Header.SetHost(r.client.Addr)
	r.request.Header.Set("Accept-Encoding", "gzip")
	path := ""
	if k.path != nil {
		path = k.path(r)
		r.request.SetRequestURI(path)
		if r.random.Float64() < revalidated {
			if tag, ok := r.tags.Load(path); ok {
				r.request.Header.Set("If-None-Match", tag.(string))
			}
		}
	} else {
		k.submit(r)
	}
	r.request.URI().SetScheme("http")
	r.request.URI().SetHost(r.client.Addr)
	if err := r.client.DoTimeout(&r.request, &r.response, timeout); err != nil {
		return 0, false, err
	}
	status = r.response.StatusCode()
	if path != "" && status == fasthttp.StatusOK {
		tag := r.response.Header.Peek("ETag")
		if known, ok := r.tags.Load(path); !ok || known.(string) != string(tag) {
			r.tags.Store(path, string(tag))
		}
	}
	return status, len(r.response.Header.Peek("Retry-After")) > 0, nil
}

func (r *requester) post(path, body string) {
	r.request.Header.SetMethod(fasthttp.MethodPost)
	r.request.SetRequestURI(path)
	r.request.Header.SetContentType("application/json")
	r.request.SetBodyString(body)
}

// view is a page view by somebody who mostly was there before.
func (r *requester) view() {
	visitor := r.random.Uint32N(r.known)
	if r.random.Float64() < newVisitors {
		visitor = r.known + r.random.Uint32N(1<<23)
	}
	r.post("/api/track", fmt.Sprintf(`{"id":"%s","event":"page_view","page":"/reviews/%d","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0","referrer":"https://search.example/","sessionId":"s%d-%d","metadata":null}`,
		uuid.NewString(), 1+min(int(r.zipf.Uint64()), r.items-1), visitor, time.Now().Unix()/1800))
	r.request.Header.Set("X-Forwarded-For", addressOf(visitor))
}

// write is a bot's review under a key of its own.
func (r *requester) write() {
	n := r.written.Add(1)
	var b [8]byte
	for i := range b {
		b[i] = byte(r.random.Uint32())
	}
	title := fmt.Sprintf("Written %d %s", n, hex.EncodeToString(b[:]))
	r.post("/api/bot/reviews", fmt.Sprintf(`{"productName":"Slate","productBrand":"Tarnholt","categoryId":1,"title":"%s","content":"It is the quiet one again.","rating":4.4,"authorName":"Ada","isPublished":%t}`,
		title, r.random.Float64() < publishedBots))
	r.request.Header.Set("X-API-Key", r.keys[int(n)%len(r.keys)])
	r.request.Header.Set("Idempotency-Key", title)
}

// administer is a look at one of the dashboard's tabs.
func (r *requester) administer() {
	paths := []string{"/api/analytics/summary", "/api/analytics/series?range=7d", "/api/admin/overview", "/api/admin/reviews?limit=50",
		"/api/admin/activity?limit=50"}
	r.request.SetRequestURI(paths[r.random.IntN(len(paths))])
	r.request.Header.Set("Cookie", r.cookie)
}

// addressOf is the address of a visitor.
func addressOf(n uint32) string { return fmt.Sprintf("81.%d.%d.%d", byte(n>>16), byte(n>>8), byte(n)) }
