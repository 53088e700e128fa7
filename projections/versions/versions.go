// Package versions answers with the public history of reviews and articles: every version that readers could see, and every picture that
// was replaced before their eyes. What is not published, and drafts of changes, never become a part of it.
package versions

import (
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Version is the version of what Versions makes of the log.
//
//	1: first
//	2: an item's content is only in its latest version while that has it
//	3: replaced pictures
const Version = 3

// Name is the read model's name.
const Name = "versions"

func init() { projector.Register(Name, define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    append(events.KindPrefixes(func(k events.Kind) bool { return k.Versioned }), events.PicturePrefix),
		CommitDelay: 25 * time.Millisecond,
		New:         func() projector.Model { return newVersions() },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*versions](p)} }}
}

// Reader answers with versions.
type Reader struct {
	projector.View[*versions]
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
