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

// Class says what a request costs. A route states it, and whether only an answer that isn't cached costs that.
type Class uint8

const (
	_              Class = iota
	ClassNeeded          // costs next to nothing, or has limits of its own; never refused here
	ClassViews           // page views: browsers keep them and send them again
	ClassForms           // forms and passwords of strangers
	ClassReady           // public reads; those of the classes that are computed count here, too
	ClassLists           // lists, names and what else is read from the content
	ClassSearches        // searches and suggestions
	ClassPages           // pages being rendered, or waiting for it
	classOneReader       // those of them that are for one reader: searches, filtered lists, and pages of what doesn't exist
	ClassDocuments       // feeds and sitemaps
	ClassVersions        // versions of the public history
	ClassPreviews        // what is behind preview links
	ClassProofs          // checkpoints and proofs
	ClassHealth          // readiness and metrics
	ClassAdmin           // what the signed-in admin reads
	ClassLive            // the audit log, live
	ClassDownloads       // exports of the audit log and of events
	ClassBots            // calls with API keys
	classListBytes       // memory of lists being sent
	ClassFileBytes       // memory of pictures being sent
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
	ClassNeeded:    {name: "needed"},
	ClassViews:     {name: "views", max: 256, share: 128, lasts: true},
	ClassForms:     {name: "forms", max: 128, share: 32, lasts: true},
	ClassReady:     {name: "ready", max: 512, share: 128, lasts: true},
	ClassLists:     {name: "lists", max: 64, share: 16, turns: true},
	ClassSearches:  {name: "searches", max: 64, share: 16, turns: true},
	ClassPages:     {name: "pages", max: 256, share: 64},
	classOneReader: {name: "one_reader_pages", max: 16, share: 3}, // beyond it, readers get the shell
	ClassDocuments: {name: "documents", max: 32, share: 8, turns: true, lasts: true},
	ClassVersions:  {name: "versions", max: 64, share: 16, turns: true, lasts: true},
	ClassPreviews:  {name: "previews", max: 64, share: 32, turns: true, lasts: true},
	ClassProofs:    {name: "proofs", max: 32, share: 8, turns: true},
	ClassHealth:    {name: "health", max: 64, share: 16},
	ClassAdmin:     {name: "admin", max: 128, share: 64, lasts: true},
	ClassLive: {name: "live", max: 64, share: 16, lasts: true, retry: "60",
		text: "Too many clients are watching. Please try again later."},
	ClassDownloads: {name: "downloads", max: 4, share: 2, lasts: true, retry: "5",
		text: "Other downloads are in progress. Please try again."},
	ClassBots: {name: "bots", max: 64, share: 16, lasts: true},
	classListBytes: {name: "list_bytes", max: math.MaxInt64, share: 16 * mib, lasts: true, retry: "10",
		text: "You are already receiving several large lists. Please try again, or request fewer items with limit."},
	ClassFileBytes: {name: "picture_bytes", max: 256 * mib, share: 32 * mib, lasts: true},
	classViewBytes: {name: "view_bytes", max: limit.MaxBodies, share: limit.MaxBodies / 4, lasts: true},
}

// read reports whether requests of the class are public reads.
func (c Class) read() bool { return c >= ClassReady && c <= ClassProofs }

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

// Take counts n of a class for the request until that ends, or with what computing costs until the answer begins. Its error is an overload.
func (c *Call) Take(as Class, n int64) error {
	if !c.load.shares[as].Take(c.asker(), n) {
		return &overload{as}
	}
	c.taken[as] += n
	return nil
}

// give ends what take has counted of a class.
func (c *Call) give(as Class) {
	if n := c.taken[as]; n > 0 {
		c.load.shares[as].Return(c.asker(), n)
		c.taken[as] = 0
	}
}

// asker returns whose share the request is counted in. A route that takes keys counts nothing before it knows the key.
func (c *Call) asker() asker {
	if c.Key != nil {
		return asker{key: events.KeyID(c.Key.ID)}
	}
	if c.client == nil {
		id := client.Proxies(c.TrustedProxies).Of(c.Request)
		c.client = &id
	}
	return asker{ID: *c.client}
}
