// The settings of another Candor.

package importer

import (
	"context"
	"errors"

	"candor/events"
)

// ownSettings holds the final values of a section's fields in the file.
type ownSettings struct {
	id     string // of the last event
	values any
}

// errKeepsLess refuses settings under which data of this site would be deleted.
var errKeepsLess = errors.New("it keeps data for less time than this site does")

// keepsNoLess returns an error if settings would delete data sooner than before, which an import cannot ask the owner to confirm.
func keepsNoLess(before, after events.Settings) error {
	if after.Privacy.PageViewDays.Shorter(before.Privacy.PageViewDays) || after.Privacy.MessageDays.Shorter(before.Privacy.MessageDays) {
		return errKeepsLess
	}
	return nil
}

// adoptSettings takes the file's settings into the sections in which this site's owner has set nothing.
func (f *candorFile) adoptSettings(ctx context.Context) error {
	for _, name := range events.Sections {
		set, ok := f.settings[name]
		if !ok {
			continue
		}
		entry := Entry{Kind: events.SettingsKind, Source: events.SettingsStream(name), Title: name, Published: true, Outcome: Added}
		mine, err := f.Handler.Settings.History(ctx, name, nil, 1)
		switch {
		case err != nil:
			return err
		case len(mine) > 0:
			entry.Outcome = Present
		case !f.DryRun:
			by := f.By
			by.IdempotencyKey = "candor " + set.id
			_, err = f.Handler.Settings.Adopt(ctx, by, name, f.settingsHere(set.values), keepsNoLess)
		}
		switch {
		case errors.Is(err, errKeepsLess):
			f.report.skip(events.SettingsKind, errKeepsLess.Error(), name)
		case err != nil:
			return err
		default:
			f.report.Items = append(f.report.Items, entry)
		}
	}
	return nil
}

// settingsHere returns settings with the addresses that their pictures have on this site.
func (f *candorFile) settingsHere(values any) any {
	if site, ok := values.(events.SiteValues); ok {
		site.Logo, site.LogoDark = f.address(site.Logo), f.address(site.LogoDark)
		site.Icon, site.ShareImage = f.address(site.Icon), f.address(site.ShareImage)
		return site
	}
	return values
}
