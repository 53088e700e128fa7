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
)

const (
	// pictures that are received, checked and stored at a time; each takes the memory of several copies of its file
	maxUploads = 4
	maxQueued  = 32               // uploads that wait until they may send their body, which takes no memory
	queueTime  = 10 * time.Second // for which they wait at most
)

// New returns the handler of a site with the routes that nouns register: mux tries one regular expression after another, so that what is
// read most comes first. Its errors name what is wrong with the configuration and with routes.
func New(c Config, nouns ...func(*Table)) (http.Handler, error) {
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
	if c.AdminUsername == "" {
		c.AdminUsername = "admin"
	}
	s := &Server{
		Config:        c,
		origins:       http.NewCrossOriginProtection(),
		Keys:          limit.NewKeys(c.Commands, c.Models.Access, c.Clock),
		bulkRepeats:   limit.New[events.KeyID](limit.BulkRepeats, limit.KeySpan),
		load:          newLoad(),
		Tracking:      limit.NewTracking(c.TrackBudget),
		bodies:        &limit.Bodies{},
		viewBodies:    &limit.Bodies{},
		Editors:       &editing.Windows{},
		fresh:         &freshness{},
		documents:     &pages.CachedDocuments{},
		SignIns:       limit.NewSignIns(),
		Contacts:      limit.NewWrites("contact", c.Commands, c.Models.Access),
		Subscriptions: limit.NewWrites("subscribe", c.Commands, c.Models.Access),
		awaiting:      make(chan struct{}, positionWaits),
		Uploads:       limit.NewQueue(maxUploads, maxQueued, queueTime),
		Ending:        make(chan struct{}),
	}
	s.undeclaredProxy = &client.UndeclaredProxy{Trusted: c.TrustedProxies, Warn: s.warnOfProxy}
	s.end = sync.OnceFunc(func() { close(s.Ending) })
	var err error
	if s.SiteURL, err = Origin(c.SiteURL); err != nil {
		return nil, fmt.Errorf("httpapi: site URL: %w", err)
	}
	if err := s.origins.AddTrustedOrigin(s.SiteURL); err != nil {
		return nil, fmt.Errorf("httpapi: site URL: %w", err)
	}
	s.Cookies = respond.NewCookies(strings.HasPrefix(s.SiteURL, "https:"))
	if s.Metrics, err = s.newMetrics(); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	if s.Site, err = pages.OpenSite(c.Web); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	if !s.AsOf.IsZero() {
		s.Site = s.Site.ReadOnly(s.AsOf)
	}
	s.headers = respond.NewSecurityHeaders(s.Site.ScriptHashes, s.Cookies.Secure)
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
	for _, b := range bounds[ClassViews:] {
		names = append(names, b.name)
	}
	return names
}

// newMetrics registers the server's metrics.
func (s *Server) newMetrics() (*metrics.Metrics, error) {
	return metrics.New(metrics.Config{
		Registerer: s.Registerer, Gatherer: s.Gatherer, LoadClasses: classNames(),
		LogAvailable: func() bool { return s.Log.Available() == nil && s.Models.LogRefused() == nil },
		LogWritable:  s.LogWritable,
		BodyBytes:    func() int64 { return s.bodies.Used() + s.viewBodies.Used() },
		StaleSince:   s.Models.AsOf, Pictures: s.storedPictures,
	})
}

// WithRoutes returns a handler of other routes over the same parts as a site that [New] has returned.
func WithRoutes(site http.Handler, nouns ...func(*Table)) http.Handler {
	s := *site.(*Server)
	t := newTable(&s)
	for _, register := range nouns {
		register(t)
	}
	t.Otherwise(Methods{})
	s.router = t.router
	return &s
}

// Limits of the connection. A body of MaxBody must fit into readTimeout on a slow line.
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
	if s, ok := h.(*Server); ok {
		web.RegisterOnShutdown(s.end)
	}
	return web
}

// storedPictures counts the files of pictures, as far as they can be counted.
func (s *Server) storedPictures() (all []metrics.StoredPictures) {
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
