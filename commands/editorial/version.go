// Versions that readers could see, and which of them the site's owner withholds. They follow from the item's own stream, as the read
// model's do.

package editorial

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// maxReason is the most characters of the reason why a version is withheld.
const maxReason = 500

// withheldVersions are the reasons why versions are withheld, by their revisions. It is never changed in place.
type withheldVersions map[uint64]string

// after returns them after an event about one.
func (w withheldVersions) after(about events.About) withheldVersions {
	of, ok := about.Withholding()
	if !ok || of.Revision == events.EveryVersion { // which they are, only itemVersions knows
		return w
	}
	next := withheldVersions{}
	maps.Copy(next, w)
	if of.Reason == "" {
		delete(next, of.Revision)
	} else {
		next[of.Revision] = of.Reason
	}
	return next
}

// shown returns them as a history shows them: their revisions, or nil without any.
func (w withheldVersions) shown() any {
	if len(w) == 0 {
		return nil
	}
	var all []string
	for _, revision := range slices.Sorted(maps.Keys(w)) {
		all = append(all, strconv.FormatUint(revision, 10))
	}
	return strings.Join(all, ", ")
}

// itemVersions is the state of an item as far as its versions go.
type itemVersions struct {
	events.PublicVersions
	all       []uint64 // their revisions, in order
	withheld  withheldVersions
	doubtful  bool         // an event that withholds one can't be read
	undecided []uint64     // those of them that are withheld only because of that; never changed in place
	last      events.Event // for loadVersions
}

func (v itemVersions) Evolve(e events.Event) itemVersions {
	v.last = e
	return v
}

// loadVersions reads an item's versions, as catchUp does.
func loadVersions(ctx context.Context, log commands.EventLog, stream string, l *commands.Loaded[itemVersions]) error {
	return commands.IgnoreAbsent(log.Load(ctx, stream, l.Next(), func(r events.Recorded) error {
		l.State.last = nil
		if err := l.Apply(r); err != nil {
			return err
		}
		about, ok := events.AboutOf(l.State.last)
		if !ok {
			return nil
		}
		l.State = l.State.next(about, r.Revision, r.Metadata().CorrelationID)
		return nil
	}))
}

// next returns the state after an event.
func (v itemVersions) next(about events.About, revision uint64, request string) itemVersions {
	var replaced bool
	v.PublicVersions, replaced = v.Next(about, revision, request)
	if replaced {
		v.all = v.all[:len(v.all)-1]
	}
	if v.Made() && *v.Latest == revision {
		v.all = append(v.all, revision)
	}
	if of, ok := about.Withholding(); ok && of.Revision == events.EveryVersion {
		return v.withholdAll(of)
	} else if ok {
		v.undecided = v.undecidedBut(of.Revision)
	}
	v.withheld = v.withheld.after(about)
	return v
}

// withholdAll withholds every version but the one that readers see, as no command withholds that one; or it releases those that are
// withheld only because of that.
func (v itemVersions) withholdAll(of events.Withholding) itemVersions {
	revisions := v.all
	if of.Reason == "" {
		revisions = v.undecided
	}
	next := withheldVersions{}
	maps.Copy(next, v.withheld)
	undecided := []uint64{}
	for _, revision := range revisions {
		_, decided := v.withheld[revision]
		switch {
		case of.Reason == "":
			delete(next, revision)
		case decided:
		case !v.Visible() || revision != *v.Latest:
			next[revision] = of.Reason
			undecided = append(undecided, revision)
		}
	}
	if of.Reason != "" {
		undecided = append(undecided, v.undecided...)
	}
	v.withheld, v.undecided, v.doubtful = next, undecided, of.Reason != ""
	return v
}

// undecidedBut returns the undecided versions without one.
func (v itemVersions) undecidedBut(revision uint64) []uint64 {
	return slices.DeleteFunc(slices.Clone(v.undecided), func(one uint64) bool { return one == revision })
}

// lift returns the event that ends the doubt about which version is withheld, once a version is the last to be decided; else nothing.
func (v itemVersions) lift(of events.Item, revision uint64, at time.Time) []events.Event {
	if !v.doubtful || len(v.undecidedBut(revision)) > 0 {
		return nil
	}
	return []events.Event{events.About{Item: of, Action: events.ActionReleased, At: at, Revision: events.EveryVersion}.Event()}
}

// withholdVersion withholds a version, or changes the reason.
type withholdVersion struct {
	events.Item
	revision uint64
	reason   string
	noun     string
	at       time.Time
}

func (c withholdVersion) Decide(v itemVersions) ([]events.Event, error) {
	switch {
	case !v.Exists || v.Deleted:
		return nil, commands.Missing(c.noun)
	case !slices.Contains(v.all, c.revision):
		return nil, commands.Missing("Version")
	case v.Visible() && *v.Latest == c.revision:
		return nil, &commands.Error{Kind: commands.InUse, Message: "The current version can't be withheld. Change or unpublish it first."}
	case v.withheld[c.revision] == c.reason:
		return nil, nil
	}
	withheld := events.About{Item: c.Item, Action: events.ActionWithheld, At: c.at, Revision: c.revision, Reason: c.reason}
	return append(v.lift(c.Item, c.revision, c.at), withheld.Event()), nil
}

// releaseVersion lets readers see a withheld version again.
type releaseVersion struct {
	events.Item
	revision uint64
	noun     string
	at       time.Time
}

func (c releaseVersion) Decide(v itemVersions) ([]events.Event, error) {
	switch {
	case !v.Exists || v.Deleted:
		return nil, commands.Missing(c.noun)
	case v.withheld[c.revision] == "":
		return nil, commands.Missing("Withheld version")
	}
	released := events.About{Item: c.Item, Action: events.ActionReleased, At: c.at, Revision: c.revision}
	return append(v.lift(c.Item, c.revision, c.at), released.Event()), nil
}

// ParseWithholding reads the reason for withholding a version: {"reason": "…"}. Errors as for [Content].Parse.
func ParseWithholding(body []byte) (reason string, err error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return "", err
	}
	given := o.Text("reason")
	var r input.Rules
	r.Text("reason", &given, maxReason)
	r.Required("reason", given)
	r.Present("reason", given != nil)
	if errs := append(o.Done(body), r.Errs...); len(errs) > 0 {
		return "", commands.Refuse(errs...)
	}
	return *given, nil
}
