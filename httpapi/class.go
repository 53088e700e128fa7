// Classes: what requests cost, how many of each are answered at a time, and how many of them for one client.

package httpapi

import (
	"math"
	"sync"
	"sync/atomic"

	"candor/events"
	"candor/httpapi/client"
	"candor/httpapi/limit"
	"candor/projections/answers"
)

// class says what a request costs. A route states it, and whether only an answer that isn't cached costs that.
type class uint8

const (
	_              class = iota
	classNeeded          // costs next to nothing, or has limits of its own; never refused here
	classViews           // page views: browsers keep them and send them again
	classForms           // forms and passwords of strangers
	classReady           // public reads; those of the classes that are computed count here, too
	classLists           // lists, names and what else is read from the content
	classSearches        // searches and suggestions
	classPages           // pages being rendered, or waiting for it
	classOneReader       // those of them that are for one reader: searches, filtered lists, and pages of what doesn't exist
	classDocuments       // feeds and sitemaps
	classVersions        // versions of the public history
	classPreviews        // what is behind preview links
	classProofs          // checkpoints and proofs
	classHealth          // readiness and metrics
	classAdmin           // what the signed-in admin reads
	classLive            // the audit log, live
	classDownloads       // exports of the audit log and of events
	classBots            // calls with API keys
	classListBytes       // memory of lists being sent
	classFileBytes       // memory of pictures being sent
	classViewBytes       // memory of page views being received
	classes
)

// bound is a row of the table of bounds. docs/operations.md shows it.
type bound struct {
	name  string
	max   int64 // at a time: requests, or bytes
	share int64 // of them, for one client
	// turns: computations take turns at the processors.
	turns bool
	// lasts: a request counts until its answer is sent, not only until that begins.
	lasts bool
	retry string // seconds until a client may try again; "" is one
	text  string // the refusal; "" is overloadedText
}

const (
	kib = 1 << 10
	mib = 1 << 20
)

var bounds = [classes]bound{
	classNeeded:    {name: "needed"},
	classViews:     {name: "views", max: 256, share: 128, lasts: true},
	classForms:     {name: "forms", max: 128, share: 32, lasts: true},
	classReady:     {name: "ready", max: 512, share: 128, lasts: true},
	classLists:     {name: "lists", max: 64, share: 16, turns: true},
	classSearches:  {name: "searches", max: 64, share: 16, turns: true},
	classPages:     {name: "pages", max: 256, share: 64},
	classOneReader: {name: "one_reader_pages", max: 16, share: 3}, // beyond it, readers get the shell
	classDocuments: {name: "documents", max: 32, share: 8, turns: true, lasts: true},
	classVersions:  {name: "versions", max: 64, share: 16, turns: true, lasts: true},
	classPreviews:  {name: "previews", max: 64, share: 32, turns: true, lasts: true},
	classProofs:    {name: "proofs", max: 32, share: 8, turns: true},
	classHealth:    {name: "health", max: 64, share: 16},
	classAdmin:     {name: "admin", max: 128, share: 64, lasts: true},
	classLive:      {name: "live", max: 64, share: 16, lasts: true, retry: "60", text: "Too many clients are watching. Please try again later."},
	classDownloads: {name: "downloads", max: 4, share: 2, lasts: true, retry: "5", text: "Other downloads are in progress. Please try again."},
	classBots:      {name: "bots", max: 64, share: 16, lasts: true},
	classListBytes: {name: "list_bytes", max: math.MaxInt64, share: 16 * mib, lasts: true, retry: "10", text: "You are already receiving several large lists. Please try again, or request fewer items with limit."},
	classFileBytes: {name: "picture_bytes", max: 256 * mib, share: 32 * mib, lasts: true},
	classViewBytes: {name: "view_bytes", max: limit.MaxBodies, share: limit.MaxBodies / 4, lasts: true},
}

// read reports whether requests of the class are public reads.
func (c class) read() bool { return c >= classReady && c <= classProofs }

// asker is whose share a request is counted in: an address's, a connection's, or an API key's.
type asker struct {
	client.ID
	key events.KeyID
}

// load counts what is being answered. It is safe for concurrent use.
type load struct {
	shares [classes]*limit.Shares[asker]
	turns  *limit.Turns[asker]
	warned atomic.Int64 // when a refusal was last logged, in Unix nanoseconds

	mu   sync.Mutex
	held map[holding]int // lists being sent, and over how many connections
}

// holding is a list that a client is being sent.
type holding struct {
	by   asker
	list *answers.Answer
}

// newLoad returns a load that lets half of the processors compute: the others are for what is ready.
func newLoad() *load {
	l := &load{turns: limit.NewTurns[asker](renderEngines()), held: map[holding]int{}}
	for as, b := range bounds {
		l.shares[as] = limit.NewShares[asker](b.max, b.share)
	}
	return l
}

// hold counts a list that a client is sent, once however often it is sent to it. It reports whether the client may have it, and then letGo
// ends it.
func (l *load) hold(by asker, list *answers.Answer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := holding{by, list}
	if l.held[of] == 0 && !l.shares[classListBytes].Take(by, list.Memory()) {
		return false
	}
	l.held[of]++
	return true
}

func (l *load) letGo(by asker, list *answers.Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := holding{by, list}
	if l.held[of]--; l.held[of] == 0 {
		delete(l.held, of)
		l.shares[classListBytes].Return(by, list.Memory())
	}
}

// take counts n of a class for the request until that ends, or with what computing costs until the answer begins. Its error is an overload.
func (c *request) take(as class, n int64) error {
	if !c.load.shares[as].Take(c.asker(), n) {
		return &overload{as}
	}
	c.taken[as] += n
	return nil
}

// give ends what take has counted of a class.
func (c *request) give(as class) {
	if n := c.taken[as]; n > 0 {
		c.load.shares[as].Return(c.asker(), n)
		c.taken[as] = 0
	}
}

// asker returns whose share the request is counted in. A route that takes keys counts nothing before it knows the key.
func (c *request) asker() asker {
	if c.key != nil {
		return asker{key: events.KeyID(c.key.ID)}
	}
	if c.client == nil {
		id := client.Proxies(c.TrustedProxies).Of(c.request)
		c.client = &id
	}
	return asker{ID: *c.client}
}
