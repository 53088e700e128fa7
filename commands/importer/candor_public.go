// What readers of another Candor can see of an item. Nothing else of it is ever published here, not even for the moment between two events
// of the import: the site may be serving readers, and the import may be cut short.

package importer

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"candor/commands/editorial"
	"candor/commands/importer/prose"
	"candor/events"
)

// publicity is what the whole file says of who may see an item, and how far the import has come with it.
type publicity struct {
	events.PublicVersions
	next     uint64 // the revision that should come next in the file
	schedule events.Schedule
	versions []span // that readers could see
	withheld map[uint64]bool
	restored []uint64 // where it was restored
	was      bool     // readers could see it at some time
	gone     bool     // and can't any more
	closed   string   // what keeps it from being published here although readers may see it there; "": nothing
	done     uint64   // the revision up to which it was carried out

	published, deleted bool // here, so far
	held               any  // the changes of a withheld version, which the next change takes along; nil: none
	publishes          bool // the withheld version published the item, which the next version does in its place
}

// span is the events of a version, from the first to the last.
type span struct{ first, last uint64 }

// carriedOut are the actions on an item that an import repeats, or knows to leave out. An event of any other keeps the item a draft.
var carriedOut = []events.Action{
	events.ActionCreated, events.ActionUpdated, events.ActionPublished, events.ActionUnpublished, events.ActionFeatured,
	events.ActionUnfeatured, events.ActionScheduled,
	events.ActionDraftScheduled, events.ActionDraftUnscheduled, events.ActionDraftPublished, events.ActionDraftNotPublished,
	events.ActionCorrected, events.ActionUpdateNoted, events.ActionTypoMarked, events.ActionWithheld, events.ActionReleased,
	events.ActionDeleted, events.ActionRestored,
}

// close has nothing of the item published. The first reason counts.
func (p *publicity) close(format string, args ...any) {
	if p.closed == "" {
		p.closed = fmt.Sprintf(format, args...)
	}
}

// look takes note of an event of an item, in the first reading; fact is nil for one that this program can't read.
func (f *candorFile) look(l *candorLine, fact events.Event) {
	p := f.public[l.Stream]
	if p == nil {
		p = &publicity{withheld: map[uint64]bool{}}
		f.public[l.Stream] = p
	}
	switch {
	case l.Revision < p.next:
		return // the file holds it twice
	case l.Revision > p.next:
		p.close("events before its revision %d are missing from the file", l.Revision)
	}
	p.next = l.Revision + 1
	about, ok := events.AboutOf(fact)
	if !ok {
		p.close("its %s of revision %d can't be read by this version", prose.FirstLine(l.Type), l.Revision)
		return
	}
	if !slices.Contains(carriedOut, about.Action) || about.Action == events.ActionCreated && l.Revision > 0 {
		p.close("its %s of revision %d is not imported", l.Type, l.Revision)
	}
	if of, ok := about.Withholding(); ok {
		if delete(p.withheld, of.Revision); of.Reason != "" {
			p.withheld[of.Revision] = true
		}
	}
	if schedule, ok := about.Changes.(events.Schedule); ok && about.Action == events.ActionScheduled {
		p.schedule = schedule
	}
	var replaced bool
	p.PublicVersions, replaced = p.Next(about, l.Revision, l.request)
	if replaced {
		p.versions = p.versions[:len(p.versions)-1]
	}
	if p.Made() && *p.Latest == l.Revision {
		p.versions = append(p.versions, span{p.Change.First, l.Revision})
	}
	p.was = p.was || p.Visible()
	if about.Action == events.ActionRestored {
		p.restored = append(p.restored, l.Revision)
	}
}

// settle draws the conclusions at the end of the first reading.
func (p *publicity) settle(now time.Time) {
	last := len(p.versions) - 1
	p.versions = slices.DeleteFunc(p.versions, func(s span) bool {
		known := p.withheld[s.last]
		if known && p.Visible() && s == p.versions[last] {
			p.close("its current version is withheld")
		}
		delete(p.withheld, s.last)
		return !known
	})
	if len(p.withheld) > 0 {
		p.close("its revision %d is withheld and is no version", slices.Sorted(maps.Keys(p.withheld))[0])
	}
	if at := p.schedule.UnpublishAt; p.Visible() && at != nil && !at.After(now) {
		p.close("it was to be unpublished on %s", at.UTC().Format(time.DateOnly))
	}
	if slices.ContainsFunc(p.restored, p.withholds) {
		p.close("the version that it was restored to is withheld")
	}
	p.gone = p.was && !p.Visible()
}

// draft reports whether nothing of the item is published here.
func (p *publicity) draft() bool { return p.gone || p.closed != "" }

// note returns what the report says of an item; "": nothing.
func (p *publicity) note(present bool) string {
	switch {
	case p.closed != "" && p.was:
		return p.closed + ", so it is imported as a draft"
	case p.gone && !p.Deleted:
		return "it was unpublished, so it is imported as a draft that never was published"
	case p.gone:
		return ""
	case len(p.versions) > 0 && present:
		return "versions of it are withheld; if it was imported before they were, withhold them here too"
	case len(p.versions) > 0:
		return fmt.Sprintf("%d withheld %s not imported", len(p.versions), plural(len(p.versions), "version was", "versions were"))
	}
	return ""
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// withholds reports whether an event belongs to a version that is withheld. Only those are left of the versions.
func (p *publicity) withholds(revision uint64) bool {
	return slices.ContainsFunc(p.versions, func(s span) bool { return s.first <= revision && revision <= s.last })
}

// leavesOut reports whether an event isn't carried out: it would show readers what they can't see on the other site. What a withheld
// version changes is held until a version that readers may see.
func (p *publicity) leavesOut(l *candorLine, about events.About) bool {
	switch about.Action {
	case events.ActionWithheld, events.ActionReleased:
		return true
	case events.ActionPublished:
		if !p.draft() && p.withholds(l.Revision) {
			p.publishes = true
			return true
		}
		return p.draft()
	case events.ActionUpdated:
		if !p.published { // no reader has seen the change
			l.marking = editorial.Marking{}
		}
		if p.withholds(l.Revision) && p.published && !p.deleted {
			p.held = p.merged(about.Changes)
			return true
		}
	case events.ActionUnpublished:
		if p.publishes {
			p.publishes = false
			return true
		}
	}
	return false
}

// takeHeld returns the changes of an update with those that were held, and whether it publishes the item.
func (p *publicity) takeHeld(revision uint64, changes any) (together any, publishes bool) {
	together, publishes = p.merged(changes), p.publishes && !p.withholds(revision)
	p.held, p.publishes = nil, p.publishes && !publishes
	return together, publishes
}

// merged returns the held changes with newer ones, which win.
func (p *publicity) merged(newer any) any {
	if p.held == nil {
		return newer
	}
	return events.Overlaid(p.held, newer)
}
