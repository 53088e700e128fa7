// The load of a soak: readers, visitors, bots, editors and subscribers, each at a pace that goes on for hours.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

const (
	soakVisitors    = 16
	visitorsPause   = 60 * time.Millisecond // between two page views of one of them
	soakBots        = 4
	botsPause       = 5 * time.Second // 720 an hour of a key's 1,000
	soakEditors     = 3
	editorsPause    = 2 * time.Second
	soakReaders     = 8
	readersPause    = 40 * time.Millisecond
	subscribesPause = 3 * time.Second
	afterFailure    = 150 * time.Millisecond
	knownAddresses  = 4_000 // that most visitors come from
	demoReviews     = 10    // at least so many reviews are there from the start
)

// crowd is everybody who uses the site during a soak.
type crowd struct {
	*ledger
	urls   []string
	paused atomic.Bool
	busy   sync.WaitGroup
	calls  sync.RWMutex // held for reading during a call: a pause waits for the calls on their way
}

// run sends the crowd in; it is gone when ctx has ended and wait returns.
func (c *crowd) run(ctx context.Context, keys []string) {
	for i := range soakVisitors {
		c.repeat(ctx, visitorsPause, func() { c.visit(fmt.Sprintf("/soak/%d", i)) })
	}
	for _, key := range keys {
		bot := newCaller(c.urls...)
		bot.key = key
		n := 0
		c.repeat(ctx, botsPause, func() { n++; c.write(ctx, bot, fmt.Sprintf("Soaked %d by %s", n, key[len(key)-6:])) })
	}
	for i := range soakEditors {
		editor := newCaller(c.urls...)
		path := ""
		n := 0
		c.repeat(ctx, editorsPause, func() { n++; c.edit(editor, &path, fmt.Sprintf("Edition %d of editor %d", n, i)) })
	}
	for range soakReaders {
		reader, tags := newCaller(c.urls...), map[string]string{}
		c.repeat(ctx, readersPause, func() { c.read(reader, tags) })
	}
	n := 0
	c.repeat(ctx, subscribesPause, func() { n++; c.contact(n) })
}

// repeat does something again and again, with a pause that varies.
func (c *crowd) repeat(ctx context.Context, pause time.Duration, do func()) {
	c.busy.Go(func() {
		for ctx.Err() == nil {
			if c.paused.Load() {
				time.Sleep(afterFailure)
				continue
			}
			c.calls.RLock()
			do()
			c.calls.RUnlock()
			select {
			case <-ctx.Done():
			case <-time.After(pause/2 + rand.N(pause)):
			}
		}
	})
}

// pause returns when no call is on its way and no connection open any more.
func (c *crowd) pause() {
	c.paused.Store(true)
	c.calls.Lock()
	defer c.calls.Unlock()
	connections.CloseIdleConnections()
}

func (c *crowd) resume() { c.paused.Store(false) }

// visit views a page. A view without an answer is sent again now and then, as a browser's backlog is.
func (c *crowd) visit(page string) {
	v := newCaller(c.urls...)
	v.http, v.address = visitors, randomAddress(knownAddresses)
	if rand.IntN(200) == 0 {
		v.address = randomAddress(1 << 24)
	}
	id := uuid.NewString()
	body := pageView(id, page, "s"+v.address)
	c.ask(c.views, id)
	got, err := v.anywhere(http.MethodPost, "/api/track", body)
	if c.noted("view", c.views, id, got, err) {
		return
	}
	time.Sleep(afterFailure)
	if rand.IntN(4) == 0 {
		c.ask(c.retried, id)
		got, err = v.anywhere(http.MethodPost, "/api/track", body)
		c.noted("view again", c.views, id, got, err)
	}
}

// visitors keep no cookies: every view is another person's.
var visitors = &http.Client{Timeout: callTime, Transport: connections}

// write creates a review, however often it takes.
func (c *crowd) write(ctx context.Context, bot *caller, title string) {
	c.ask(c.reviews, title)
	for ctx.Err() == nil && !c.paused.Load() {
		got, err := bot.anywhere(http.MethodPost, "/api/bot/reviews", review(title, true), "Idempotency-Key", title)
		if c.noted("review", c.reviews, title, got, err) {
			return
		}
		time.Sleep(afterFailure)
	}
}

// edit changes the title of a review of the editor's own, on whatever revision it finds, and looks whether the
// instance that acknowledged shows it.
func (c *crowd) edit(editor *caller, path *string, title string) {
	url := c.urls[rand.IntN(len(c.urls))]
	if *path == "" {
		if editor.signIn() != nil {
			return
		}
		got, err := editor.at(url, http.MethodPost, "/api/reviews", review(title, true))
		if err != nil || got.status != http.StatusCreated {
			return // a review more or less
		}
		var made struct{ ID int64 }
		if json.Unmarshal(got.body, &made) != nil || made.ID == 0 {
			c.fault("a created review has no id: %.200s", got.body)
			return
		}
		*path = "/api/reviews/" + strconv.FormatInt(made.ID, 10)
		c.mu.Lock()
		c.edits[*path] = &edited{title: title, acknowledged: []string{title}}
		c.mu.Unlock()
		return
	}
	now, err := editor.at(url, http.MethodGet, *path, nil)
	if err != nil || now.status != http.StatusOK {
		c.noted("read before edit", nil, *path, now, err)
		time.Sleep(afterFailure)
		return
	}
	c.mu.Lock()
	e := c.edits[*path]
	e.maybe = append(e.maybe, title)
	c.mu.Unlock()
	got, err := editor.at(url, http.MethodPatch, *path, map[string]any{"title": title}, "If-Match", now.header.Get("ETag"))
	if err == nil && (got.status == http.StatusPreconditionFailed || got.status == http.StatusAccepted) {
		c.mu.Lock()
		c.statuses[fmt.Sprintf("edit %d", got.status)]++ // an instance that lags behind the other; or a read model that does
		if got.status == http.StatusAccepted {
			e.title, e.maybe, e.acknowledged = title, nil, append(e.acknowledged, title)
		}
		c.mu.Unlock()
		return
	}
	if !c.noted("edit", nil, *path, got, err) {
		time.Sleep(afterFailure)
		return
	}
	c.mu.Lock()
	e.title, e.maybe, e.acknowledged = title, nil, append(e.acknowledged, title)
	c.mu.Unlock()
	seen, err := editor.at(url, http.MethodGet, *path, nil)
	var shown struct{ Title string }
	if err == nil && seen.status == http.StatusOK && json.Unmarshal(seen.body, &shown) == nil && shown.Title != title {
		c.fault("%s was acknowledged as %q and is shown as %q at once after", *path, title, shown.Title)
	}
}

// read reads something of the site, with the ETag it has of it.
func (c *crowd) read(reader *caller, tags map[string]string) {
	path := readPaths[rand.IntN(len(readPaths))]
	if rand.IntN(2) == 0 {
		path = fmt.Sprintf([]string{"/reviews/%d", "/api/reviews/%d"}[rand.IntN(2)], 1+rand.IntN(demoReviews))
	}
	url := c.urls[rand.IntN(len(c.urls))]
	var headers []string
	if tag := tags[url+path]; tag != "" {
		headers = []string{"If-None-Match", tag}
	}
	got, err := reader.at(url, http.MethodGet, path, nil, headers...)
	if !c.noted("read", nil, path, got, err) {
		time.Sleep(afterFailure)
		return
	}
	tags[url+path] = got.header.Get("ETag")
}

var readPaths = []string{"/", "/reviews", "/tech-articles", "/category/computers", "/api/reviews?limit=30",
	"/api/reviews?limit=30&offset=30", "/api/news",
	"/api/categories", "/api/products?limit=20", "/api/reviews?search=battery&limit=10", "/feed.xml", "/sitemap.xml"}

// contact subscribes somebody, or sends a message.
func (c *crowd) contact(n int) {
	person := newCaller(c.urls...)
	if n%2 == 0 {
		address := fmt.Sprintf("soak-%d@example.com", n)
		c.ask(c.people, address)
		got, err := person.anywhere(http.MethodPost, "/api/newsletter/subscribe", map[string]string{"email": address})
		c.noted("subscribe", c.people, address, got, err)
		return
	}
	subject := fmt.Sprintf("Soaked message %d", n)
	c.ask(c.messages, subject)
	got, err := person.anywhere(http.MethodPost, "/api/contact",
		map[string]string{"name": "Ada", "email": "ada@example.com", "subject": subject, "message": "It goes on and on."})
	c.noted("contact", c.messages, subject, got, err)
}
