// The descriptions of tags and brands of another Candor.

package importer

import (
	"context"

	describing "candor/commands/editorial/names"
	"candor/events"
)

// describedName is a tag or a brand as the file leaves it.
type describedName struct {
	id     string // of the last event
	stream string
	events.NameDescribed
}

// adoptRest takes what belongs to no item into the site: descriptions of tags and brands, and settings.
func (f *candorFile) adoptRest(ctx context.Context) error {
	if err := f.describeNames(ctx); err != nil {
		return err
	}
	return f.adoptSettings(ctx)
}

// noteName takes in an event about a tag or a brand. It does nothing for others.
func (f *candorFile) noteName(l *candorLine, fact events.Event) {
	e, ok := fact.(events.NameDescribed)
	if !ok {
		return
	}
	for i := range f.described {
		if one := &f.described[i]; one.stream == l.Stream {
			before := one.Changes
			*one = describedName{l.ID, l.Stream, e}
			if e.Changes.Description == nil {
				one.Changes = before
			}
			return
		}
	}
	f.described = append(f.described, describedName{l.ID, l.Stream, e})
}

// describeNames gives the file's descriptions to the tags and brands that this site's owner has never described.
func (f *candorFile) describeNames(ctx context.Context) error {
	for _, one := range f.described {
		entry := Entry{Kind: one.Kind, Source: one.stream, Title: one.Name, Published: true, Outcome: Added}
		mine, err := f.Handler.Names.Described(ctx, one.Kind, one.Name)
		switch {
		case err != nil:
			return err
		case mine:
			entry.Outcome = Present
		case !f.DryRun:
			by := f.By
			by.IdempotencyKey = "candor " + one.id
			_, err = f.Handler.Names.Describe(ctx, by, one.Kind, one.Name, describing.Input{NameChanges: one.Changes}, new(uint64))
		}
		if why, ok := refusal(err); ok {
			f.report.skip(one.Kind, why, one.Name)
			continue
		}
		if err != nil {
			return err
		}
		f.report.Items = append(f.report.Items, entry)
	}
	return nil
}
