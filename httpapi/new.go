// New puts the handler of the whole site together.

package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"candor/events"
	"candor/httpapi/client"
	"candor/httpapi/editing"
	"candor/httpapi/limit"
	"candor/httpapi/metrics"
	"candor/httpapi/pages"
	"candor/httpapi/respond"
	"candor/projections/versions"
)

// nouns register their routes. mux tries one regular expression after another, so that what is read most stands first.
var nouns = []func(*table){
	(*table).content,
	(*table).drafts,
	(*table).analytics,
	(*table).marks,
	(*table).categories,
	(*table).names,
	(*table).authors,
	(*table).products,
	(*table).search,
	(*table).corrections,
	(*table).settings,
	(*table).media,
	(*table).library,
	(*table).previews,
	(*table).pages,
	(*table).messages,
	(*table).bots,
	(*table).admin,
	(*table).account,
	(*table).markdown,
	(*table).keys,
	(*table).undo,
	(*table).subscribers,
	(*table).privacy,
	(*table).activity,
	(*table).proof,
	(*table).audit,
	(*table).overview,
	(*table).week,
	(*table).description,
	(*table).sitemap,
	(*table).feed,
	(*table).health,
	(*table).control,
}

const (
	maxUploads = 4                // pictures that are received, checked and stored at a time; each takes the memory of several copies of its file
	maxQueued  = 32               // uploads that wait until they may send their body, which takes no memory
	queueTime  = 10 * time.Second // for which they wait at most
)

// New returns the handler of the whole site. Its errors name what is wrong with the configuration.
func New(c Config) (http.Handler, error) {
	if c.Commands == nil && c.AsOf.IsZero() || c.Models == nil || c.Log == nil {
		return nil, errors.New("httpapi: Commands, Models and Log are required")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.RenderTime == 0 {
		c.RenderTime = renderTimeout
	}
	if c.WriteTime == 0 {
		c.WriteTime = waitForReaders
	}
	if c.PublicHistory == "" {
		c.PublicHistory = versions.Full
	}
	if c.AdminUsername == "" {
		c.AdminUsername = "admin"
	}
	s := &server{
		Config:        c,
		origins:       http.NewCrossOriginProtection(),
		keys:          limit.NewKeys(c.Commands, c.Models.Access, c.Clock),
		bulkRepeats:   limit.New[events.KeyID](limit.BulkRepeats, limit.KeySpan),
		load:          newLoad(),
		tracking:      limit.NewTracking(c.TrackBudget),
		bodies:        &limit.Bodies{},
		viewBodies:    &limit.Bodies{},
		editors:       &editing.Windows{},
		fresh:         &freshness{},
		documents:     &pages.CachedDocuments{},
		signIns:       limit.NewSignIns(),
		contacts:      limit.NewWrites("contact", c.Commands, c.Models.Access),
		subscriptions: limit.NewWrites("subscribe", c.Commands, c.Models.Access),
		awaiting:      make(chan struct{}, positionWaits),
		uploads:       limit.NewQueue(maxUploads, maxQueued, queueTime),
		ending:        make(chan struct{}),
	}
	s.undeclaredProxy = &client.UndeclaredProxy{Trusted: c.TrustedProxies, Warn: s.warnOfProxy}
	s.end = sync.OnceFunc(func() { close(s.ending) })
	var err error
	if s.SiteURL, err = Origin(c.SiteURL); err != nil {
		return nil, fmt.Errorf("httpapi: site URL: %w", err)
	}
	if err := s.origins.AddTrustedOrigin(s.SiteURL); err != nil {
		return nil, fmt.Errorf("httpapi: site URL: %w", err)
	}
	s.cookies = respond.NewCookies(strings.HasPrefix(s.SiteURL, "https:"))
	if s.metrics, err = s.newMetrics(); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	if s.site, err = pages.OpenSite(c.Web); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	if !s.AsOf.IsZero() {
		s.site = s.site.ReadOnly(s.AsOf)
	}
	s.headers = respond.NewSecurityHeaders(s.site.ScriptHashes, s.cookies.Secure)
	t := newTable(s)
	for _, register := range nouns {
		register(t)
	}
	if err := errors.Join(t.errs...); err != nil {
		return nil, err
	}
	s.router, s.pageReads = t.router, t.pageReads
	s.renderer = s.newRenderer()
	return s, nil
}

// classNames returns the names of the classes that can be refused.
func classNames() (names []string) {
	for _, b := range bounds[classViews:] {
		names = append(names, b.name)
	}
	return names
}

// newMetrics registers the server's metrics.
func (s *server) newMetrics() (*metrics.Metrics, error) {
	return metrics.New(metrics.Config{
		Registerer: s.Registerer, Gatherer: s.Gatherer, LoadClasses: classNames(),
		LogAvailable: func() bool { return s.Log.Available() == nil && s.Models.LogRefused() == nil },
		LogWritable:  s.logWritable,
		BodyBytes:    func() int64 { return s.bodies.Used() + s.viewBodies.Used() },
		StaleSince:   s.Models.AsOf, Pictures: s.storedPictures,
	})
}

// Ops returns the handler of the operator's own address: /metrics and /readyz of a site that [New] has returned, and /healthz.
func Ops(site http.Handler) http.Handler {
	s := *site.(*server)
	t := newTable(&s)
	t.live("/healthz")
	t.operator()
	t.otherwise(methods{})
	s.router = t.router
	return &s
}

// Limits of the connection. A body of maxBody must fit into readTimeout on a slow line.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10 // bytes
)

// NewServer returns a server for h with timeouts and limits set. The caller gives it a listener. Its Shutdown ends
// answers of h that would go on for as long as the client listens.
func NewServer(h http.Handler) *http.Server {
	web := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
	}
	if s, ok := h.(*server); ok {
		web.RegisterOnShutdown(s.end)
	}
	return web
}

// storedPictures counts the files of pictures, as far as they can be counted.
func (s *server) storedPictures() (all []metrics.StoredPictures) {
	if s.Models.Media != nil {
		if count, size, err := s.Models.Media.Sizes(); err == nil {
			all = append(all, metrics.StoredPictures{Kind: metrics.Original, Count: count, Bytes: size})
		}
	}
	if s.Renditions != nil {
		kept := s.Renditions.Stats()
		all = append(all, metrics.StoredPictures{Kind: metrics.Rendition, Count: kept.Count, Bytes: kept.Bytes})
	}
	return all
}
