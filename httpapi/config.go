// Config: what the handler works with.

package httpapi

import (
	"context"
	"io"
	"io/fs"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/commands/rooms"
	"candor/events"
	"candor/events/proof"
	"candor/projections"
	"candor/projections/renditions"
)

// Config says what the handler works with. Commands, Models and Log are required; where AsOf is set, Models hold content and
// media alone and there are no Commands.
type Config struct {
	Commands *rooms.Handlers
	Models   *projections.Models
	AsOfPool *projections.AsOfPool // for ?asOf=; nil: only the present can be shown
	Log      interface {
		Available() error
		Writable() error
		RefusesWrites() error
		Away() (since time.Time, why error)
		Head(ctx context.Context) (events.Position, error)
		Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error
	}
	// the built web app: index.html, assets/…; nil: a bare page in its place
	Web fs.FS
	// reads the web app's script that renders pages, as [render.Compile] writes it; nil: all pages are shells
	Script                  func() ([]byte, error)
	RenderTime              time.Duration // how long a page may take to be rendered, and wait for that; 0: 5 s
	WriteTime               time.Duration // how long a write waits for the read models; 0: 5 s
	AdminUsername           string        // "": "admin"
	PasswordFromEnvironment bool          // the admin's password is set at every start
	// public origin, "https://example.com"; required. Links begin with it; cookies and HSTS follow its scheme
	SiteURL        string
	TrustedProxies []netip.Prefix                               // peers whose X-Forwarded-For is believed
	OpsApart       bool                                         // /metrics and /readyz are served by [Ops] alone
	ControlToken   string                                       // opens POST /api/control/rebuild; "": closed
	Renditions     *renditions.Store                            // smaller copies of pictures; nil: originals take their place
	SigningKey     *proof.KeyFile                               // signs checkpoints; nil: there are none
	Backup         func(ctx context.Context, w io.Writer) error // copies the log to w; nil: the log is somebody else's
	// removes what is hidden for good from the log; nil: the log is somebody else's
	Scavenge Scavenge
	// tracked events that a network may send in any minute, with 4 MiB of bodies; 0: any number
	TrackBudget int
	// whether the log's disk is nearly full, so that only the admin can write; nil: never
	DiskLow    func() bool
	Logger     zerolog.Logger // should not block, so that no request waits for the log
	Registerer prometheus.Registerer
	Gatherer   prometheus.Gatherer // what /metrics shows; nil: this package's own metrics
	Clock      func() time.Time    // nil: time.Now
	Prepared   <-chan struct{}     // closed once the log has what a first start writes; nil: it has
	AsOf       time.Time           // not zero: the site is that of this moment, for everybody to read and nobody to change
	Version    string
	Traffic    *Traffic // notes each request but those of machines that watch; nil: nobody wants to know
}

// Scavenge removes what is hidden for good from the log, on every node that has it, and tells in a few sentences what it did. With an error
// the note tells of the nodes on which it was done all the same. progress is told what is worked on, and how far that is.
type Scavenge func(ctx context.Context, progress func(what string, at, head uint64)) (note string, err error)

// refusesWrites returns why writes are refused at once; nil: they are carried out, or wait for the log. A dropped subscription is no
// reason.
func (c *Config) refusesWrites() error {
	if err := c.Log.RefusesWrites(); err != nil {
		return err
	}
	return c.Models.LogRefused()
}

// LogWritable reports whether the log carries out writes, as far as is known.
func (c *Config) LogWritable() bool {
	return c.Log.Available() == nil && c.Log.Writable() == nil && c.Models.LogRefused() == nil
}
