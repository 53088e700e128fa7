// The site under load: the demo, some thousand reviews more, and a history of page views, made before the first request.

package main

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/events/esdb"
)

// site is a server with content and what its users need to know.
type site struct {
	server        *process
	folder        string
	address       string // host and port
	reviews       int    // published; their ids are 1 to reviews
	articles      int
	visitors      uint32 // that were there before; see addressOf
	categoryPages []string
	keys          []string
	cookie        string
}

const (
	siteReviews  = 3_000
	siteKeys     = 60 // each may write 1,000 times an hour
	bulkOf       = 100
	historyDays  = 30
	historyBatch = 500

	positionCookie = "candor_position" // is set beside the session's
)

// openSite starts a server on a new folder and fills it.
func openSite(ctx context.Context, line *commandLine, reviews, views int) (*site, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	s := &site{folder: line.folder("site"), address: address}
	s.server, err = launch(line, "site", "http://"+address, true, "serve", "--demo", "--addr", address, "--data", s.folder,
		"--track-budget", "0", "--log-level", "warn")
	if err != nil {
		return nil, err
	}
	err = s.server.awaitReady(ctx)
	if err == nil {
		err = s.fill(ctx, reviews)
	}
	if err == nil {
		err = s.remember(ctx, views)
	}
	if err == nil {
		err = s.server.awaitReady(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.server.stop())
	}
	s.server.settle(ctx)
	return s, nil
}

// fill makes keys, and reviews with them.
func (s *site) fill(ctx context.Context, reviews int) error {
	admin := newCaller(s.server.url)
	if err := admin.signIn(); err != nil {
		return err
	}
	for _, c := range admin.http.Jar.Cookies(must(http.NewRequest(http.MethodGet, s.server.url, nil)).URL) {
		if c.Name != positionCookie {
			s.cookie = c.Name + "=" + c.Value
		}
	}
	for i := range siteKeys {
		got, err := admin.anywhere(http.MethodPost, "/api/admin/api-keys",
			map[string]any{"name": fmt.Sprintf("load-%d", i), "permissions": []string{"create_reviews"}})
		if err != nil {
			return err
		}
		var key struct{ APIKey string }
		if err := json.Unmarshal(got.body, &key); err != nil || got.status != http.StatusCreated {
			return fmt.Errorf("create a key: %d: %.200s", got.status, got.body)
		}
		s.keys = append(s.keys, key.APIKey)
	}
	for from := 0; from < reviews; from += bulkOf {
		items := make([]any, bulkOf)
		for i := range items {
			items[i] = review(fmt.Sprintf("Stored review %d", from+i), true)
		}
		bot := newCaller(s.server.url)
		bot.key = s.keys[from/bulkOf%len(s.keys)]
		if got, err := bot.anywhere(http.MethodPost, "/api/bot/reviews/bulk",
			map[string]any{"reviews": items}); err != nil || got.status != http.StatusOK {
			return fmt.Errorf("bulk of reviews: %d: %.300s: %w", got.status, got.body, err)
		}
	}
	var categories []struct{ Slug string }
	for path, into := range map[string]any{"/api/categories": &categories} {
		got, err := admin.anywhere(http.MethodGet, path, nil)
		if err == nil {
			err = got.into(into)
		}
		if err != nil {
			return err
		}
	}
	for _, c := range categories {
		s.categoryPages = append(s.categoryPages, "/category/"+c.Slug)
	}
	var err error
	if s.reviews, err = s.total(admin, "/api/reviews?limit=1"); err == nil {
		s.articles, err = s.total(admin, "/api/news?limit=1")
	}
	return err
}

// total is how many items a list has in all.
func (s *site) total(c *caller, path string) (n int, err error) {
	got, err := c.anywhere(http.MethodGet, path, nil)
	if err == nil {
		_, err = fmt.Sscan(got.header.Get("X-Total-Count"), &n)
	}
	return n, err
}

// remember writes a history of page views to the log, as the server would have over a month.
func (s *site) remember(ctx context.Context, views int) error {
	announced, err := datadir.Folder(s.folder).Server()
	if err != nil {
		return err
	}
	authority := x509.NewCertPool()
	if !authority.AppendCertsFromPEM([]byte(announced.CA)) {
		return errors.New("the server announces no certificate authority")
	}
	log, err := esdb.Open(esdb.Config{ConnectionString: announced.ConnectionString, RootCAs: authority, Logger: zerolog.Nop()})
	if err != nil {
		return err
	}
	defer log.Close()
	start := time.Now().UTC().AddDate(0, 0, -historyDays)
	visitors := make([]uuid.UUID, min(oftenVisitors, max(views/20, 1)))
	s.visitors = uint32(len(visitors))
	var work sync.WaitGroup
	failed := make(chan error, 1)
	note := func(err error) {
		select {
		case failed <- err:
		default:
		}
	}
	for part := range 32 {
		work.Go(func() {
			for i := part; i < len(visitors); i += 32 {
				visitors[i] = uuid.New()
				seen := events.VisitorFirstSeen{VisitorID: visitors[i], Address: addressOf(uint32(i)),
					UserAgent: "Mozilla/5.0 Firefox/130.0", Country: "DE", At: start}
				if err := appendTo(ctx, log, events.VisitorStream(visitors[i]), events.NoStream, seen); err != nil {
					note(err)
					return
				}
			}
		})
	}
	work.Wait()
	for from := 0; from < views && len(failed) == 0; from += historyBatch {
		at := start.Add(time.Duration(from) * (historyDays*24 - 1) * time.Hour / time.Duration(views))
		batch := make([]events.Event, min(historyBatch, views-from))
		for i := range batch {
			n := rand.IntN(len(visitors))
			batch[i] = events.PageViewed{Event: "page_view", Page: fmt.Sprintf("/reviews/%d", 1+rand.IntN(s.reviews)),
				Referrer: "https://search.example/", SessionID: fmt.Sprintf("h%d-%d", n, at.Unix()/1800),
				VisitorID: visitors[n], Country: "DE", Browser: "Firefox", System: "Linux", Device: "desktop", At: at}
		}
		if err := appendTo(ctx, log, events.PageViewStream(at), events.Any, batch...); err != nil {
			note(err)
		}
	}
	close(failed)
	return <-failed
}

func appendTo(ctx context.Context, log events.Log, stream string, want events.ExpectedRevision, all ...events.Event) error {
	proposed := make([]events.Proposed, len(all))
	for i, e := range all {
		var err error
		if proposed[i], err = events.Encode(events.Envelope{Event: e,
			Metadata: events.Metadata{CorrelationID: "load", Actor: events.Actor{Kind: events.ActorVisitor, ID: "load"}}}); err != nil {
			return err
		}
	}
	_, err := log.Append(ctx, stream, want, proposed...)
	return err
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// backlog is a body of n page views for POST /api/track, as a browser sends those it has stored.
func backlog(n int) string {
	var b strings.Builder
	b.WriteString(`{"events":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(pageView(uuid.NewString(), fmt.Sprintf("/reviews/%d", 1+rand.IntN(siteReviews)),
			fmt.Sprintf("b%d", rand.IntN(100_000))))
		if err != nil {
			panic(err) // of texts it has none
		}
		b.Write(text)
	}
	b.WriteString(`]}`)
	return b.String()
}
