// What an author sends of an item of content, whatever its kind: its fields, and whether and when to publish it.

package commands

import (
	"context"
	"time"
)

// ItemOptions holds the fields of an input other than its content. A nil field was not sent.
type ItemOptions struct {
	IsFeatured  *bool // of reviews only
	IsPublished *bool
	PublishAt   *time.Time // zero: none
	UnpublishAt *time.Time // zero: none
	ModifiedAt  time.Time  // of a new one that is imported: its last change on the old site; zero: none
	Marking                // of an update
}

// scheduling returns what the input says of the schedule.
func (o ItemOptions) scheduling() scheduling { return scheduling{o.PublishAt, o.UnpublishAt} }

// parse reads an item from JSON. errs are its bad fields; err says that the body is no JSON object.
func (k *kind[C, Ch]) parse(body []byte) (changes Ch, options ItemOptions, errs []FieldError, err error) {
	o, err := readObject(body)
	if err != nil {
		return changes, options, nil, err
	}
	k.fields.read(o, &changes)
	if k.Featured {
		options.IsFeatured = o.flag("isFeatured")
	}
	options.IsPublished = o.flag("isPublished")
	options.PublishAt = o.scheduleTime("publishAt")
	options.UnpublishAt = o.scheduleTime("unpublishAt")
	if len(k.Corrects) > 0 {
		options.Marking = readMarking(o)
	}
	broken := k.tidyInput(&changes, &options)
	return changes, options, merge(o.done(body), broken), nil
}

// parseValid is parse where every bad field is an error.
func (k *kind[C, Ch]) parseValid(body []byte) (changes Ch, options ItemOptions, err error) {
	changes, options, errs, err := k.parse(body)
	if err == nil && len(errs) > 0 {
		err = invalid(errs...)
	}
	if err != nil {
		var none Ch
		return none, ItemOptions{}, err
	}
	return changes, options, nil
}

// tidyInput trims and rounds the input, and returns the rules that it breaks.
func (k *kind[C, Ch]) tidyInput(changes *Ch, options *ItemOptions) []FieldError {
	var r rules
	k.fields.tidy(&r, changes)
	if k.tidy != nil {
		k.tidy(&r, changes)
	}
	r.marking(&options.Marking)
	return r.errs
}

// missingInput returns what a new item lacks.
func (k *kind[C, Ch]) missingInput(changes Ch, options ItemOptions) []FieldError {
	var r rules
	k.fields.missing(&r, &changes)
	return append(r.errs, options.onNew(k.newNoun)...)
}

// emptiedInput returns what an update must not empty, beyond what no input may leave empty.
func (k *kind[C, Ch]) emptiedInput(changes Ch) []FieldError {
	var r rules
	k.fields.emptiedBy(&r, &changes)
	return r.errs
}

// checkNew returns which rules a new item breaks, as far as the input alone shows: nil or an *Error of kind Invalid.
func (k *kind[C, Ch]) checkNew(changes Ch, options ItemOptions) error {
	errs := k.tidyInput(&changes, &options)
	if errs = merge(errs, k.missingInput(changes, options)); len(errs) > 0 {
		return invalid(errs...)
	}
	return nil
}

// uploads reports whether changes contain a picture itself.
func (k *kind[C, Ch]) uploads(changes Ch) bool {
	for _, field := range k.fields.picturesOf(&changes) {
		for _, value := range field.values {
			if isDataString(*value) {
				return true
			}
		}
	}
	return false
}

// takePictures replaces the data strings in changes by the addresses that their pictures will have. Of each field it reports the
// first bad picture.
func (k *kind[C, Ch]) takePictures(ctx context.Context, changes *Ch, errs []FieldError) (pictures []picture, _ []FieldError, err error) {
	for _, field := range k.fields.picturesOf(changes) {
		before := len(errs)
		for _, value := range field.values {
			if errs, err = takePicture(ctx, &pictures, errs, field.name, value); err != nil {
				return nil, nil, err
			}
			if len(errs) > before {
				break
			}
		}
	}
	return pictures, errs, nil
}
