// What an author sends of an item of content, whatever its kind: its fields, and whether and when to publish it.

package editorial

import (
	"context"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
)

// ItemOptions holds the fields of an input other than its content. A nil field was not sent.
type ItemOptions struct {
	IsFeatured  *bool // of reviews only
	IsPublished *bool
	PublishAt   *time.Time // zero: none
	UnpublishAt *time.Time // zero: none
	ModifiedAt  time.Time  // of a new one that is imported: its last change on the old site; zero: none
	Marking                // of an update

	draft *uint64 // the revision of the draft that an update publishes; nil: none
}

// scheduling returns what the input says of the schedule.
func (o ItemOptions) scheduling() scheduling { return scheduling{o.PublishAt, o.UnpublishAt} }

// parse reads an item from JSON. errs are its bad fields; err says that the body is no JSON object.
func (k *kind[C, Ch]) parse(body []byte) (changes Ch, options ItemOptions, errs []commands.FieldError, err error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return changes, options, nil, err
	}
	k.fields.Read(o, &changes)
	if k.Featured {
		options.IsFeatured = o.Flag("isFeatured")
	}
	options.IsPublished = o.Flag("isPublished")
	options.PublishAt = readScheduleTime(o, "publishAt")
	options.UnpublishAt = readScheduleTime(o, "unpublishAt")
	options.Marking = readMarking(o)
	broken := k.tidyInput(&changes, &options)
	return changes, options, input.Merge(o.Done(body), broken), nil
}

// parseValid is parse where every bad field is an error.
func (k *kind[C, Ch]) parseValid(body []byte) (changes Ch, options ItemOptions, err error) {
	changes, options, errs, err := k.parse(body)
	if err == nil && len(errs) > 0 {
		err = commands.Refuse(errs...)
	}
	if err != nil {
		var none Ch
		return none, ItemOptions{}, err
	}
	return changes, options, nil
}

// tidyInput trims and rounds the input, and returns the rules that it breaks.
func (k *kind[C, Ch]) tidyInput(changes *Ch, options *ItemOptions) []commands.FieldError {
	var r input.Rules
	k.fields.Tidy(&r, changes)
	if k.tidy != nil {
		k.tidy(&r, changes)
	}
	tidyMarking(&r, &options.Marking)
	return r.Errs
}

// missingInput returns what a new item lacks.
func (k *kind[C, Ch]) missingInput(changes Ch, options ItemOptions) []commands.FieldError {
	var r input.Rules
	k.fields.Missing(&r, &changes)
	return append(append(r.Errs, k.fixedSlug(changes)...), options.onNew(k.newNoun)...)
}

// emptiedInput returns what an update must not empty, beyond what no input may leave empty.
func (k *kind[C, Ch]) emptiedInput(changes Ch) []commands.FieldError {
	var r input.Rules
	k.fields.EmptiedBy(&r, &changes)
	return r.Errs
}

// checkNew returns which rules a new item breaks, as far as the input alone shows: nil or an *Error of kind Invalid.
func (k *kind[C, Ch]) checkNew(changes Ch, options ItemOptions) error {
	errs := k.tidyInput(&changes, &options)
	if errs = input.Merge(errs, k.missingInput(changes, options)); len(errs) > 0 {
		return commands.Refuse(errs...)
	}
	return nil
}

// uploads reports whether changes contain a picture itself.
func (k *kind[C, Ch]) uploads(changes Ch) bool {
	for _, field := range k.fields.PicturesOf(&changes) {
		for _, value := range field.Values {
			if input.IsDataString(*value) {
				return true
			}
		}
	}
	return false
}

// takePictures replaces the data strings in changes by the addresses that their pictures will have. Of each field it reports the
// first bad picture.
func (k *kind[C, Ch]) takePictures(ctx context.Context, changes *Ch, errs []commands.FieldError) (uploads []pictures.Picture,
	_ []commands.FieldError, err error) {
	for _, field := range k.fields.PicturesOf(changes) {
		before := len(errs)
		for _, value := range field.Values {
			if errs, err = pictures.TakePicture(ctx, &uploads, errs, field.Name, value); err != nil {
				return nil, nil, err
			}
			if len(errs) > before {
				break
			}
		}
	}
	return uploads, errs, nil
}
