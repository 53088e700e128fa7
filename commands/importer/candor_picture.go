// Candor's pictures: stored like uploads, with their descriptions, and replaced as there. Where metadata was left out of one, its address
// is another one than there.

package importer

import (
	"context"
	"regexp"

	"candor/commands"
	"candor/commands/pictures"
	"candor/events"
)

// picture gathers the chunks of a picture and stores it once it is complete.
func (f *candorFile) picture(ctx context.Context, by commands.Caller, e events.MediaStored) error {
	const mostOpen = 16
	if f.removed[e.SHA256] || f.unread[e.SHA256] {
		switch {
		case e.Chunk > 0:
		case f.removed[e.SHA256]:
			f.report.skip("picture", "it was removed", "")
		default:
			f.report.skip("picture", "an event about it can't be read by this version", "")
		}
		return nil
	}
	if e.Chunk == 0 && len(f.pictures) < mostOpen {
		f.pictures[e.SHA256] = nil
	}
	sofar, ok := f.pictures[e.SHA256]
	if !ok || e.Size > 16<<20 || len(sofar)+len(e.Bytes) > e.Size {
		delete(f.pictures, e.SHA256)
		f.report.skip("picture", "part of it is missing from the file", "")
		return nil
	}
	f.pictures[e.SHA256] = append(sofar, e.Bytes...)
	if e.Chunk < e.Chunks-1 {
		return nil
	}
	p, err := pictures.ParsePicture(ctx, e.ContentType, f.pictures[e.SHA256], "")
	delete(f.pictures, e.SHA256)
	if why, refused := refusal(err); refused {
		f.report.skip("picture", why, "")
		return nil
	}
	if err != nil {
		return err
	}
	f.report.Pictures.taken.add(e.SHA256)
	if f.DryRun {
		f.shaOf[e.SHA256] = ""
		return nil
	}
	by.IdempotencyKey = "" // a file is stored once
	stored, err := f.Handler.Pictures.StorePicture(ctx, by, p)
	if err != nil {
		return err
	}
	f.shaOf[e.SHA256] = stored.SHA256
	if stored.SHA256 != e.SHA256 {
		f.addressOf[e.SHA256] = stored.URL
	}
	f.report.After = max(f.report.After, stored.Position)
	return nil
}

// describePicture gives a picture the description that it has there.
func (f *candorFile) describePicture(ctx context.Context, by commands.Caller, e events.MediaDescribed) error {
	here, ok := f.pictureHere(e.SHA256)
	if !ok || f.DryRun {
		return nil
	}
	by.At = e.At
	result, err := f.Handler.Pictures.DescribePicture(ctx, by, here, nil, e.Changes)
	return f.pictureChanged(result.Position, err)
}

// replacePicture replaces a picture as it is replaced there.
func (f *candorFile) replacePicture(ctx context.Context, by commands.Caller, e events.MediaReplaced) error {
	here, ok := f.pictureHere(e.SHA256)
	other, too := f.pictureHere(e.By)
	if !ok || !too || f.DryRun || here == other {
		return nil
	}
	by.At = e.At
	stored, err := f.Handler.Pictures.ReplacePictureBy(ctx, by, here, other, e.OldPicture)
	return f.pictureChanged(stored.Position, err)
}

// pictureHere returns the SHA-256 of a picture of the file on this site, and false if it was not stored.
func (f *candorFile) pictureHere(there string) (string, bool) {
	here, ok := f.shaOf[there]
	if !ok && !f.removed[there] && !f.unread[there] {
		f.report.skip("change of a picture", "the picture is missing from the file", "")
	}
	return here, ok
}

// pictureChanged notes what came of a change of a picture. One that was removed here is not changed.
func (f *candorFile) pictureChanged(p events.Position, err error) error {
	if commands.KindOf(err) == commands.NotFound {
		f.report.skip("change of a picture", "the picture was removed here", "")
		return nil
	}
	f.report.After = max(f.report.After, p)
	return err
}

// address returns a picture's address on this site.
func (f *candorFile) address(there *string) *string {
	if there == nil {
		return nil
	}
	if here, ok := f.addressOf[events.PictureIn(*there)]; ok {
		return &here
	}
	return there
}

func (f *candorFile) addresses(there *[]string) *[]string {
	if there == nil {
		return nil
	}
	here := make([]string, len(*there))
	for i := range here {
		here[i] = *f.address(&(*there)[i])
	}
	return &here
}

// storedPicture matches the addresses of stored pictures in texts.
var storedPicture = regexp.MustCompile(`/media/[0-9a-f]{64}\.[a-z]{3,4}`)

// text returns a text with the addresses that its pictures have on this site.
func (f *candorFile) text(there *string) *string {
	if there == nil || len(f.addressOf) == 0 {
		return there
	}
	here := storedPicture.ReplaceAllStringFunc(*there, func(address string) string { return *f.address(&address) })
	return &here
}
