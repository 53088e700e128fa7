// The load: stages of open-loop requests, one after another, and a table of what they measured.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// loadCommand is the load.
type loadCommand struct {
	Scenario string        `help:"${enum}." enum:"all,mixed,spin,rebuild,million,hostile" default:"all"`
	Short    bool          `help:"Two minutes instead of ten: shorter stages, less history."`
	First    float64       `help:"Requests a second of the first stage; each one after has 1.6 times as many." default:"500"`
	Groups   []string      `help:"Only these groups of requests: ${groups}. None is all."`
	Reads    float64       `help:"Reads a second while a rebuild runs and while page views come in." default:"200"`
	Inputs   []string      `help:"Only these hostile inputs: ${inputs}. None is all."`
	For      time.Duration `help:"How long the readers of --scenario hostile read, without and with hostile inputs together." default:"5m"`
	Stage    time.Duration `help:"How long a stage lasts; 0: 8 s, or 4 s when short."`
	Output   string        `help:"Where the Markdown goes; - is standard output." short:"o" default:"-"`
}

const (
	risesBy   = 1.6
	mostRises = 9
	// The knee is the last rate at which reads are fast and all but a few requests are answered.
	kneeP99      = 100 * time.Millisecond
	kneeAnswered = 0.99
	beyond       = 3.0 // times the first rate beyond the knee: overload
	safely       = 0.5 // of the knee: how the server should be again afterwards
)

// load is one run.
type load struct {
	loadCommand
	*site
	line *commandLine
	out  io.Writer
}

func (c loadCommand) Run(ctx context.Context, line *commandLine) (err error) {
	l := &load{loadCommand: c, line: line, out: os.Stdout}
	if c.Output != "-" {
		file, err := os.Create(c.Output)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		l.out = file
	}
	reviews, views := siteReviews, 1_000_000
	if l.Stage == 0 {
		l.Stage = 8 * time.Second
	}
	if c.Short {
		reviews, views, l.Stage = siteReviews/10, views/10, min(l.Stage, 4*time.Second)
	}
	began := time.Now()
	if l.site, err = openSite(ctx, line, reviews, views); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.server.stop()) }()
	fmt.Fprintf(os.Stderr, "a site of %d reviews and %d page views is ready after %v\n", l.reviews, views,
		time.Since(began).Round(time.Second))
	m := newMix(l.site)
	if len(c.Groups) > 0 {
		if m = m.only(c.Groups...); m.total == 0 {
			return fmt.Errorf("--groups: there are %s", strings.Join(groupNames, ", "))
		}
	}
	if c.Scenario == "hostile" {
		return l.hostile(ctx)
	}
	g := newGenerator(m, l.address)
	g.run(ctx, "warm-up", l.First, l.Stage/2, l.server) // pages are rendered, pools filled
	for _, scenario := range []struct {
		name string
		run  func(context.Context, *generator, int) error
	}{{"mixed", l.mixed}, {"spin", l.spin}, {"rebuild", l.rebuild}, {"million", l.million}} {
		if ctx.Err() == nil && (c.Scenario == scenario.name || c.Scenario == "all") {
			if err := scenario.run(ctx, g, views); err != nil {
				return fmt.Errorf("%s: %w", scenario.name, err)
			}
		}
	}
	return ctx.Err()
}

// stage runs one and says so.
func (l *load) stage(ctx context.Context, g *generator, name string, rate float64) *result {
	r := g.run(ctx, name, rate, l.Stage, l.server)
	fmt.Fprintln(os.Stderr, r)
	l.server.settle(ctx)
	return r
}

// mixed raises the rate to the knee, goes beyond, and comes back.
func (l *load) mixed(ctx context.Context, g *generator, _ int) error {
	var all []*result
	knee := 0.0
	for rate := l.First; len(all) < mostRises && ctx.Err() == nil; rate *= risesBy {
		r := l.stage(ctx, g, "", rate)
		all = append(all, r)
		if !r.fine() {
			break
		}
		knee = rate
	}
	if knee == 0 {
		knee = l.First / risesBy
	}
	before := l.stage(ctx, g, "before the overload", knee*safely)
	over := l.stage(ctx, g, "overload", knee*risesBy*beyond)
	after := l.stage(ctx, g, "after it", knee*safely)
	return l.table("Mixed load at rising rates", append(all, before, over, after))
}

// fine reports whether the server keeps up.
func (r *result) fine() bool {
	reads, everything := r.sum(apiReads...), r.sum(groupNames...)
	return time.Duration(reads.latency.ValueAtQuantile(99))*time.Microsecond < kneeP99 &&
		float64(everything.answered()) >= kneeAnswered*float64(r.offered)
}
