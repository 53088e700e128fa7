// Models: all read models of one process, opened and closed together.

package projections

import (
	"context"
	"slices"

	"candor/projections/access"
	"candor/projections/analytics"
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
type Config = projector.Config

// Models holds the read models that were opened. All methods are safe for concurrent use.
type Models struct {
	*projector.Set

	// What is asked often has a field, which is nil if the read model was not opened; [projector.ReaderOf] finds the others.
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

// Open opens or creates the files of the registered read models, or of those that c.Only names, and starts a projector for each; see
// [projector.OpenSet]. A read model is registered by its package, which is imported above.
func Open(ctx context.Context, c Config) (*Models, error) {
	set, err := projector.OpenSet(ctx, c, projector.Registered(c))
	if err != nil {
		return nil, err
	}
	m := &Models{
		Set:       set,
		Content:   projector.ReaderOf[*content.Reader](set),
		Drafts:    projector.ReaderOf[*drafts.Reader](set),
		Inbox:     projector.ReaderOf[*inbox.Reader](set),
		Access:    projector.ReaderOf[*access.Reader](set),
		Analytics: projector.ReaderOf[*analytics.Reader](set),
		History:   projector.ReaderOf[*audit.Reader](set),
		Media:     projector.ReaderOf[*media.Reader](set),
		Proof:     projector.ReaderOf[*proof.Reader](set),
		Search:    projector.ReaderOf[*search.Reader](set),
		Versions:  projector.ReaderOf[*versions.Reader](set),
	}
	if m.Versions != nil && m.Content != nil {
		m.Versions.WriteAs(m.Content.Style)
	}
	return m, nil
}

// Names lists what commands call all read models, sorted.
func Names() []string {
	names := projector.CommandNames(projector.Registered(Config{}))
	slices.Sort(names)
	return names
}

// ErasableNames lists what commands call the read models that hold, or may have held, personal data, pictures or drafts, or that have a
// store, sorted. To remove the bytes of erased data, rebuild them: a file keeps old bytes in its free pages, and a store in its files.
func ErasableNames() []string {
	erasable := slices.DeleteFunc(projector.Registered(Config{}), func(d projector.ReadModel) bool { return !d.Erasable() })
	names := projector.CommandNames(erasable)
	slices.Sort(names)
	return names
}

// PersonalNames lists the read models that hold, or may have held, personal data.
func PersonalNames() (names []string) {
	for _, d := range projector.Registered(Config{}) {
		if d.Personal {
			names = append(names, d.Name)
		}
	}
	return names
}
