// Pictures in the story: all are in the media library from its first day.

package demo

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"candor/commands"
	"candor/commands/pictures"
	"candor/events"
)

// storePictures stores the pictures with their names and alt texts.
func (t *teller) storePictures(ctx context.Context, by commands.Caller) error {
	for _, name := range slices.Sorted(maps.Keys(t.Alts)) {
		data, contentType, err := t.Image(name)
		if err != nil {
			return err
		}
		by.IdempotencyKey = "demo: picture " + name
		alt := t.Alts[name]
		file, err := pictures.ParsePicture(ctx, contentType, data, "")
		var stored pictures.StoredPicture
		if err == nil {
			stored, err = t.handler.Pictures.StorePicture(ctx, by, file)
		}
		if err == nil {
			_, err = t.handler.Pictures.DescribePicture(ctx, by, stored.SHA256, nil, events.MediaChanges{Name: &name, Alt: &alt})
		}
		if err != nil {
			return fmt.Errorf("picture %q: %w", name, err)
		}
		t.addresses[name] = stored.URL
	}
	return nil
}

// addressesOf returns the addresses of pictures.
func (t *teller) addressesOf(names []string) []string {
	addresses := make([]string, len(names))
	for i, name := range names {
		addresses[i] = t.addresses[name]
	}
	return addresses
}
