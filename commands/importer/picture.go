// Pictures that lie beside an export: read, and stored like uploads.

package importer

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"unicode/utf8"

	"candor/commands/importer/prose"
	"candor/commands/pictures"
	"candor/events"
)

// pictureFile takes the picture with an old address, if it lies beside the export: the largest copy of it that can be shown. found is false
// if there is none.
func (im *importer) pictureFile(ctx context.Context, address string) (file pictureFile, found bool, err error) {
	if len(im.files.folders) == 0 {
		return pictureFile{}, false, nil
	}
	if name, known := im.files.found[address]; known {
		return im.files.files[name], name != "", nil
	}
	taken := ""
	for _, name := range im.files.names(address) {
		one, known := im.files.files[name]
		if !known {
			if one, err = im.readPictureFile(ctx, name); errors.Is(err, fs.ErrNotExist) {
				continue
			} else if err != nil {
				return pictureFile{}, false, err
			}
			im.files.files[name] = one
		}
		if taken == "" || one.why == "" {
			taken = name
		}
		if one.why == "" {
			break
		}
	}
	im.files.found[address] = taken
	return im.files.files[taken], taken != "", nil
}

// readPictureFile reads a file and stores it as a picture. Errors: fs.ErrNotExist, and the commands' Unavailable.
func (im *importer) readPictureFile(ctx context.Context, name string) (pictureFile, error) {
	body, err := readPicture(im.files.folders, name)
	if errors.Is(err, fs.ErrNotExist) {
		return pictureFile{}, err
	}
	if err != nil {
		return pictureFile{why: "it can't be read: " + reason(err)}, nil
	}
	p, err := pictures.ParsePicture(ctx, http.DetectContentType(body), body, path.Base(name))
	if why, refused := refusal(err); refused {
		return pictureFile{why: why}, nil
	}
	if err != nil || im.DryRun {
		return pictureFile{here: "/" + name}, err
	}
	by := im.By
	by.IdempotencyKey = "" // a file is stored once
	stored, err := im.Handler.Pictures.StorePicture(ctx, by, p)
	if why, refused := refusal(err); refused {
		return pictureFile{why: why}, nil
	}
	im.report.After = max(im.report.After, stored.Position)
	return pictureFile{here: stored.URL, sha256: stored.SHA256}, err
}

// takePictures takes the pictures of an item that lie beside the export, with what the export says of them.
func (im *importer) takePictures(ctx context.Context, i *item) error {
	i.moved = map[string]movedPicture{}
	shown := i.body.Images
	if i.picture.Address != "" {
		shown = slices.Concat([]prose.Image{i.picture}, shown)
	}
	for _, one := range shown {
		file, found, err := im.pictureFile(ctx, one.Address)
		switch {
		case err != nil:
			return err
		case !found && len(im.files.names(one.Address)) > 0:
			im.report.Pictures.left.add(one.Address)
			continue
		case !found:
			continue
		case file.why != "":
			i.note("the picture %s was not taken: %s", prose.FirstLine(one.Address), file.why)
			im.report.Pictures.refused.add(one.Address)
			continue
		}
		im.report.Pictures.taken.add(file.here)
		i.tookAlong(one.Address, file)
		caption, err := im.describe(ctx, i, file, one)
		if err != nil {
			return err
		}
		if _, known := i.moved[one.Address]; !known || caption != "" {
			i.moved[one.Address] = movedPicture{file.here, caption}
		}
	}
	for _, address := range i.body.Enlarged {
		file, found, err := im.pictureFile(ctx, address)
		if err != nil {
			return err
		}
		if _, known := i.moved[address]; found && file.why == "" && !known {
			im.report.Pictures.taken.add(file.here)
			i.tookAlong(address, file)
			i.moved[address] = movedPicture{here: file.here}
		}
	}
	return nil
}

// The most characters of what is said of a picture.
const (
	longestAlt     = 500
	longestCaption = 1_000
)

// describe gives a picture the alt text and the caption that the export has for it, unless it has others. It returns the caption that
// stands below the picture in the text, if that is now shown with the picture.
func (im *importer) describe(ctx context.Context, i *item, file pictureFile, one prose.Image) (caption string, err error) {
	known := im.files.described[pictureKey(one.Address)]
	if one.Linked { // it stays in the text
		one.Caption = ""
	}
	alt, caption := i.shortened("alternative text of a picture", prose.Or(one.Alt, known.Alt), longestAlt), prose.Or(one.Caption,
		known.Caption)
	if utf8.RuneCountInString(caption) > longestCaption { // it stays in the text
		caption = ""
	}
	if im.DryRun {
		return one.Caption, nil
	}
	now, err := im.Handler.Pictures.PictureDescription(ctx, file.sha256)
	if err != nil {
		return "", err
	}
	var missing events.MediaChanges
	if now.Alt == "" && alt != "" {
		missing.Alt = &alt
	}
	if now.Caption == "" && caption != "" {
		missing.Caption = &caption
	}
	if missing != (events.MediaChanges{}) {
		by := im.By
		by.IdempotencyKey = "" // what is there already is not described again
		result, err := im.Handler.Pictures.DescribePicture(ctx, by, file.sha256, nil, missing)
		if why, refused := refusal(err); refused {
			i.note("the description of %s was not taken: %s", prose.FirstLine(one.Address), why)
			return "", nil
		}
		if err != nil {
			return "", err
		}
		im.report.After = max(im.report.After, result.Position)
		events.Apply(&now, missing)
	}
	if now.Caption != one.Caption {
		return "", nil
	}
	return one.Caption, nil
}
