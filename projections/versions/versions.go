// Package versions answers with the public history of reviews and articles: every version that readers could see, and every picture that
// was replaced before their eyes. The newest versions of the whole site, of pages, too, are the list of corrections. What is not published,
// and drafts of changes, never become a part of it.
package versions

import (
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections/difference"
	"candor/projections/projector"
)

// Version is the version of what Versions makes of the log.
//
//	1: first
//	2: an item's content is only in its latest version while that has it
//	3: a version of which nothing was said is an edit, whatever it changed; pages; the list of corrections; how many versions an item has;
//	   replaced pictures
//	4: how many corrections of each type there are
//	5: an item was published when it first was
//	6: what was changed while it was unpublished is an edit of what readers saw before; when an item was last changed; items and
//	   versions are packed
const Version = 6

// Name is the read model's name.
const Name = "versions"

func init() { projector.Register(Name, define) }

// define returns the read model's definition. In one of a past moment the versions are withheld that are withheld now.
func define(c projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    append(events.KindPrefixes(func(events.Kind) bool { return true }), events.PicturePrefix),
		CommitDelay: 25 * time.Millisecond,
		New:         func() projector.Model { return newVersions(c.Withheld) },
	}, Reader: func(p *projector.Projector) any {
		return &Reader{View: projector.NewView[*versions](p), past: c.Withheld != nil}
	}}
}

// Reader answers with versions.
type Reader struct {
	projector.View[*versions]
	style func() difference.Style
	past  bool
}

// Past reports whether the read model is of a past moment, at which the versions themselves can't be read.
func (r *Reader) Past() bool { return r.past }

// editions numbers the states of all generations in this process.
var editions atomic.Uint64

// Edition returns a number that changes whenever the list of corrections does, and is never used again while the process lives. Its error
// is ErrNotReady.
func (r *Reader) Edition() (uint64, error) {
	m, err := r.Model()
	if err != nil {
		return 0, err
	}
	return m.edition.Load(), nil
}

// WriteAs makes the reader show values as the site writes them at the time of each query. It is called before the reader is used.
func (r *Reader) WriteAs(style func() difference.Style) { r.style = style }

// styleNow returns how the site writes.
func (r *Reader) styleNow() difference.Style {
	if r.style == nil {
		return difference.Default()
	}
	return r.style()
}

// Mode says how much of the history readers see.
type Mode string

// The modes.
const (
	Full        Mode = "full"        // all versions
	Corrections Mode = "corrections" // the first one, and those that were corrected or updated
	Off         Mode = "off"         // nothing
)

// lists reports whether readers see a version.
func (m Mode) lists(v *version) bool {
	switch m {
	case Full:
		return true
	case Corrections:
		return v.Before == nil || v.Type == events.VersionCorrected || v.Type == events.VersionUpdated
	}
	return false
}
