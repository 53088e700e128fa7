// Models: all read models of one process, opened and closed together.

package projections

import (
	"context"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/projections/access"
	"candor/projections/analytics"
	"candor/projections/answers"
	"candor/projections/audit"
	"candor/projections/content"
	"candor/projections/drafts"
	"candor/projections/inbox"
	"candor/projections/media"
	"candor/projections/projector"
	"candor/projections/proof"
	"candor/projections/search"
	"candor/projections/versions"
)

// Config says where the read models live and what they follow.
type Config struct {
	Dir        string // one bbolt file for each model; created if missing
	Log        projector.Source
	Logger     zerolog.Logger
	Registerer prometheus.Registerer    // nil: no metrics
	Clock      func() time.Time         // nil: time.Now
	Retention  time.Duration            // of page views and visitors; 0: for ever
	Only       []string                 // names of the read models to open; empty: all. The fields of the others stay nil
	Busy       func() bool              // reports whether requests are in flight, for which rebuilds pause; nil: there are none
	Withheld   []events.WithheldVersion // for content and search of a past moment: the versions that are withheld now; nil: it is of the present
	Temporary  bool                     // the files are temporary: they needn't survive a crash of the machine
}

// settings returns the part that the projectors need.
func (c Config) settings() projector.Config {
	return projector.Config{Dir: c.Dir, Log: c.Log, Logger: c.Logger, Registerer: c.Registerer, Clock: c.Clock, Busy: c.Busy, Temporary: c.Temporary}
}

// Models holds the read models. All methods are safe for concurrent use.
type Models struct {
	*projector.Set

	Content   *content.Reader
	Drafts    *drafts.Reader
	Inbox     *inbox.Reader
	Access    *access.Reader
	Analytics *analytics.Reader
	History   *audit.Reader
	Media     *media.Reader
	Proof     *proof.Reader
	Search    *search.Reader
	Versions  *versions.Reader
}

// registered are the definitions of all read models, in the order of their files' names.
var registered = []projector.Definition{access.Definition, analytics.Definition, content.Define(answers.NewSignal(), nil), drafts.Definition, audit.Definition, inbox.Definition, media.Define(answers.NewSignal()), proof.Definition, search.Define(nil), versions.Definition}

// Open opens or creates the files of the read models and starts a projector for each; see [projector.OpenSet].
func Open(ctx context.Context, c Config) (*Models, error) {
	scheduled, stored := answers.NewSignal(), answers.NewSignal() // one for all generations of the content, and of the media
	definitions := slices.Clone(registered)
	for i := range definitions {
		switch definitions[i].Name {
		case content.Name:
			definitions[i] = content.Define(scheduled, c.Withheld)
		case media.Name:
			definitions[i] = media.Define(stored)
		case search.Name:
			definitions[i] = search.Define(c.Withheld)
		}
	}
	if len(c.Only) > 0 {
		definitions = slices.DeleteFunc(definitions, func(b projector.Definition) bool { return !slices.Contains(c.Only, b.Name) })
	}
	set, err := projector.OpenSet(ctx, c.settings(), definitions)
	if err != nil {
		return nil, err
	}
	m := &Models{Set: set}
	for _, p := range set.Projectors() {
		m.assign(p, c, scheduled, stored)
	}
	return m, nil
}

// assign sets the field of a projector's model.
func (m *Models) assign(p *projector.Projector, c Config, scheduled, stored *answers.Signal) {
	switch p.Name() {
	case content.Name:
		m.Content = content.NewReader(p, scheduled)
	case drafts.Definition.Name:
		m.Drafts = drafts.NewReader(p)
	case inbox.Definition.Name:
		m.Inbox = inbox.NewReader(p)
	case access.Definition.Name:
		m.Access = access.NewReader(p)
	case analytics.Definition.Name:
		m.Analytics = analytics.NewReader(p, c.Retention)
	case audit.Definition.Name:
		m.History = audit.NewReader(p)
	case media.Name:
		m.Media = media.NewReader(p, stored)
	case proof.Definition.Name:
		m.Proof = proof.NewReader(p)
	case search.Name:
		m.Search = search.NewReader(p)
	case versions.Name:
		m.Versions = versions.NewReader(p)
	}
}

// Names lists what commands call all read models, sorted.
func Names() []string {
	names := projector.CommandNames(registered)
	slices.Sort(names)
	return names
}

// ErasableNames lists what commands call the read models that a scavenge builds anew, sorted; see [projector.Set.Erasable].
func ErasableNames() []string {
	erasable := slices.DeleteFunc(slices.Clone(registered), func(d projector.Definition) bool { return !d.Erasable() })
	names := projector.CommandNames(erasable)
	slices.Sort(names)
	return names
}
