// Rendering: how pages are rendered, and what they may read.

package httpapi

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"candor/httpapi/pages"
	"candor/projections"
)

const (
	renderTimeout = 5 * time.Second // for one page, unless Config says otherwise: it takes a fraction of that, but a machine may be busy
	maxRenders    = 16              // pages being rendered or waiting for an engine; beyond that readers get the shell at once
	longQueue     = 4               // of them: from there on readers wait only a moment
)

// renderEngines returns how many pages are rendered at once: half of the processors are for all other requests.
func renderEngines() int { return max(1, min(runtime.GOMAXPROCS(0), runtime.NumCPU())/2) }

// newRenderer returns nil where there is no script.
func (s *server) newRenderer() *pages.Renderer {
	if s.Script == nil {
		return nil
	}
	return pages.NewRenderer(pages.RendererConfig{
		Script: s.Script, Timeout: s.RenderTime, Engines: renderEngines(), MaxQueue: maxRenders, LongQueue: longQueue,
		Site: s.site, Data: renderData(s.Models.Content), Removals: s.Models.Content.Removals, Clock: s.Clock,
		Failed: func(reason string) { s.metrics.unrendered.WithLabelValues(reason).Inc() },
		Warn: func(path string, err error) {
			s.Logger.Warn().Err(err).Str("path", path).Msg("a page was not rendered; its shell is served")
		},
		Private: !s.AsOf.IsZero(),
	})
}

// renderData returns the public answers that pages may read.
func renderData(content *projections.Content) pages.Data {
	return func(address string) (read func() (*projections.Answer, error), item bool, err error) {
		if address == "/api/openapi.json?tag=Bots" {
			return func() (*projections.Answer, error) { return describedBots(), nil }, false, nil
		}
		path, raw, _ := strings.Cut(address, "?")
		q, err := parseQuery(raw)
		if err != nil {
			return nil, false, fmt.Errorf("a page asks for %s: %w", address, err)
		}
		switch path {
		case "/api/categories":
			return content.CategoriesAnswer, false, nil
		case "/api/reviews":
			chosen := q.reviews()
			return func() (*projections.Answer, error) { return content.ReviewsAnswer(chosen) }, false, nil
		case "/api/news":
			chosen := q.articles()
			return func() (*projections.Answer, error) { return content.ArticlesAnswer(chosen) }, false, nil
		}
		for prefix, one := range map[string]func(int64) (*projections.Answer, error){"/api/reviews/": content.ReviewAnswer, "/api/news/": content.ArticleAnswer} {
			if rest, ok := strings.CutPrefix(path, prefix); ok {
				if id, ok := canonicalID(rest); ok {
					return func() (*projections.Answer, error) { return one(id) }, true, nil
				}
			}
		}
		return nil, false, fmt.Errorf("a page asks for %s, which pages are not offered", address)
	}
}
