// Rendering: how pages are rendered, and what they may read.

package httpapi

import (
	"context"
	"runtime"
	"time"

	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
)

const (
	renderTimeout = 5 * time.Second // for one page, unless Config says otherwise: it takes a fraction of that, but a machine may be busy
	maxRenders    = 16              // pages being rendered or waiting for an engine; beyond that readers get the shell at once
	longQueue     = 4               // of them: from there on readers wait only a moment
)

// renderEngines returns how many pages are rendered at once: half of the processors are for all other requests.
func renderEngines() int { return max(1, min(runtime.GOMAXPROCS(0), runtime.NumCPU())/2) }

// newRenderer returns nil where there is no script.
func (s *Server) newRenderer() *pages.Renderer {
	if s.Script == nil {
		return nil
	}
	return pages.NewRenderer(pages.RendererConfig{
		Script: s.Script, Timeout: s.RenderTime, Engines: renderEngines(), MaxQueue: maxRenders, LongQueue: longQueue,
		Site: s.Site, Data: s.renderData(s.Models), Removals: s.Models.Content.Removals, Clock: s.Clock,
		Failed: func(reason string) { s.Metrics.Unrendered.WithLabelValues(reason).Inc() },
		Warn: func(path string, err error) {
			s.Logger.Warn().Err(err).Str("path", path).Msg("a page was not rendered; its shell is served")
		},
		Turn: s.turnOf, Private: !s.AsOf.IsZero(),
	})
}

// askerKey is the key of a context's asker.
type askerKey struct{}

// withAsker returns the request's context with whose request it is, for [server.turnOf].
func (c *Call) withAsker() context.Context {
	return context.WithValue(c.Request.Context(), askerKey{}, c.asker())
}

// turnOf waits for the turn of the client whose request a context belongs to. Pages rendered ahead have turns of their own.
func (s *Server) turnOf(ctx context.Context) (end func(), err error) {
	by, _ := ctx.Value(askerKey{}).(asker)
	return s.load.turns.End, s.load.turns.Begin(ctx, by)
}

// renderData returns the answers that pages may read: those of routes that say so.
func (s *Server) renderData(models *projections.Models) pages.Data {
	return func(address string) (read func() (*answers.Answer, error), item bool, err error) {
		return s.pageReads.find(models, address)
	}
}
