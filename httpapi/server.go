// server: what every handler needs, put together once.

package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
	"candor/events/proof"
	"candor/httpapi/client"
	"candor/httpapi/limit"
	"candor/httpapi/pages"
	"candor/httpapi/respond"
	"candor/projections"
)

// Config says what the handler works with. Commands, Models and Log are required; where AsOf is set, Models hold content and
// media alone and there are no Commands.
type Config struct {
	Commands *commands.Handler
	Models   *projections.Models
	Pasts    *projections.Pasts // for ?asOf=; nil: there is only the present
	PastTime time.Duration      // how long a request waits for a past that is being built; 0: 2 s for a page, 8 s for a call
	Log      interface {
		Available() error
		Writable() error
		Away() (since time.Time, why error)
		Head(ctx context.Context) (events.Position, error)
		Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
	}
	Web            fs.FS                                        // the built web app: index.html, assets/…; nil: a bare page in its place
	Script         func() ([]byte, error)                       // reads the web app's script that renders pages; nil: all pages are shells
	RenderTime     time.Duration                                // how long a page may take to be rendered, and wait for that; 0: 5 s
	AdminUsername  string                                       // "": "admin"
	SiteURL        string                                       // public origin, "https://example.com"; required. Links begin with it; cookies and HSTS follow its scheme
	TrustedProxies []netip.Prefix                               // peers whose X-Forwarded-For is believed
	OpsApart       bool                                         // /metrics and /readyz are served by [Ops] alone
	ControlToken   string                                       // opens POST /api/control/rebuild; "": closed
	SigningKey     *proof.KeyFile                               // signs checkpoints; nil: there are none
	Backup         func(ctx context.Context, w io.Writer) error // copies the log to w; nil: the log is somebody else's
	Scavenge       Scavenge                                     // removes what is hidden for good from the log; nil: the log is somebody else's
	TrackBudget    int                                          // tracked events that a network may send in any minute, with 4 MiB of bodies; 0: any number
	DiskLow        func() bool                                  // whether the log's disk has too little space for page views; nil: never
	Logger         zerolog.Logger                               // should not block, so that no request waits for the log
	Registerer     prometheus.Registerer
	Gatherer       prometheus.Gatherer // what /metrics shows; nil: this package's own metrics
	Clock          func() time.Time    // nil: time.Now
	Prepared       <-chan struct{}     // closed once the log has what a first start writes; nil: it has
	AsOf           time.Time           // not zero: the site is that of this moment, for everybody to read and nobody to change
	Version        string
	Traffic        *Traffic // notes each request but those of machines that watch; nil: nobody wants to know
}

// server answers requests. Its parts are safe for concurrent use.
type server struct {
	Config
	router        *mux.Router
	metrics       *metrics
	inFlight      *inFlight
	origins       *http.CrossOriginProtection
	cookies       respond.Cookies
	headers       respond.SecurityHeaders
	site          *pages.Site
	renderer      *pages.Renderer // nil: all pages are shells
	keys          *limit.Keys
	bulkRepeats   *limit.Limiter[events.KeyID]
	fresh         *freshness
	documents     *pages.CachedDocuments
	signIns       *limit.SignIns
	contacts      *limit.Writes
	subscriptions *limit.Writes
	tracking      *limit.Tracking
	bodies        *limit.Bodies
	awaiting      chan struct{} // holds one for each request that waits for a position
	downloads     chan struct{} // holds one for each download of events on its way
	lives         chan struct{} // holds one for each client that watches the audit trail
	ending        chan struct{} // closed by end, when the server stops: what would last ends
	end           func()

	undeclaredProxy *client.UndeclaredProxy
}

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
	if c.AdminUsername == "" {
		c.AdminUsername = "admin"
	}
	s := &server{
		Config:        c,
		origins:       http.NewCrossOriginProtection(),
		keys:          limit.NewKeys(c.Commands, c.Models.Access, c.Clock),
		bulkRepeats:   limit.New[events.KeyID](limit.BulkRepeats, limit.KeySpan),
		inFlight:      &inFlight{},
		tracking:      limit.NewTracking(c.TrackBudget),
		bodies:        &limit.Bodies{},
		fresh:         &freshness{},
		documents:     &pages.CachedDocuments{},
		signIns:       limit.NewSignIns(),
		contacts:      limit.NewWrites("contact", c.Commands, c.Models.Access),
		subscriptions: limit.NewWrites("subscribe", c.Commands, c.Models.Access),
		awaiting:      make(chan struct{}, positionWaits),
		downloads:     make(chan struct{}, mostDownloads),
		lives:         make(chan struct{}, mostLive),
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
	if s.metrics, err = newMetrics(&s.Config, s.bodies.Used); err != nil {
		return nil, err
	}
	if s.site, err = pages.OpenSite(c.Web); err != nil {
		return nil, fmt.Errorf("httpapi: %w", err)
	}
	if !s.AsOf.IsZero() {
		s.site = s.site.ReadOnly(s.AsOf)
	}
	s.renderer = s.newRenderer()
	s.headers = respond.NewSecurityHeaders(s.site.ScriptHashes, s.cookies.Secure)
	s.router = s.routes()
	return s, nil
}

// Ops returns the handler of the operator's own address: /metrics and /readyz of a site that [New] has returned, and /healthz.
func Ops(site http.Handler) http.Handler {
	s := *site.(*server)
	t := &table{server: &s, router: mux.NewRouter().SkipClean(true)}
	t.handle("/healthz", methods{"GET": live})
	t.operator()
	t.router.NotFoundHandler = t.resource("(none)", methods{}, unknownPath)
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
