// The commands on authors. An author is a person: deleting one deletes the stream with everything in it.

package authors

import (
	"context"
	"errors"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// CreateAuthor makes an author's profile. Errors: Invalid (a name that another author has among them), Unprocessable (an Idempotency-Key
// that was used for something else), Unavailable.
func (h *Handler) CreateAuthor(ctx context.Context, by commands.Caller, in Input) (commands.Result, error) {
	in, errs := in.tidied()
	uploads, err := h.checkAuthor(ctx, &in, input.Merge(errs, in.missing()))
	if err != nil {
		return commands.Result{}, err
	}
	claimed, err := h.Claim(ctx, by, events.AuthorKind, 1)
	if err != nil {
		return commands.Result{}, err
	}
	by.At = claimed.At
	id := events.AuthorID(claimed.IDs[0])
	repeated, err := h.repeatedAuthor(ctx, by, id)
	if err != nil || repeated != nil {
		return orNone(repeated), err
	}
	if err := h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	c := createAuthor{id: id, at: h.At(by)}
	events.Apply(&c.content, in.AuthorChanges)
	evs, err := c.Decide(author{})
	if err != nil {
		return commands.Result{}, err
	}
	result, err := h.named(ctx, by, id, c.content.Name, func(ctx context.Context) (commands.Result, error) {
		return h.Create(ctx, by, id.Stream(), evs...)
	})
	result.ID = int64(id)
	return result, err
}

// repeatedAuthor returns the result of an earlier try to create the author under the same Idempotency-Key; nil: there was none. Its error
// is NotFound for an author who was deleted since: their stream must not come back.
func (h *Handler) repeatedAuthor(ctx context.Context, by commands.Caller, id events.AuthorID) (*commands.Result, error) {
	if by.IdempotencyKey == "" {
		return nil, nil
	}
	last, err := h.Log.Last(ctx, id.Stream())
	if err == nil {
		return &commands.Result{ID: int64(id), Revision: last.Revision, Position: last.Position}, nil
	}
	if err = commands.IgnoreAbsent(err); err != nil {
		return nil, commands.Typed(err)
	}
	_, err = h.Log.Last(ctx, events.MetadataPrefix+id.Stream()) // where a deletion is recorded
	if err == nil || errors.Is(err, events.ErrStreamDeleted) {
		return nil, commands.Missing("Author")
	}
	return nil, commands.Typed(commands.IgnoreAbsent(err))
}

// orNone returns a result, or the zero value for nil.
func orNone(result *commands.Result) commands.Result {
	if result == nil {
		return commands.Result{}
	}
	return *result
}

// UpdateAuthor changes the given fields of an author's profile. ifMatch is the revision that the caller has seen, nil for any. Errors:
// Invalid (a name that another author has among them), NotFound, Conflict, Unavailable.
func (h *Handler) UpdateAuthor(
	ctx context.Context, by commands.Caller, id events.AuthorID, in Input, ifMatch *uint64,
) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("Author")
	}
	in, errs := in.tidied()
	uploads, err := h.checkAuthor(ctx, &in, errs)
	if err != nil {
		return commands.Result{}, err
	}
	if err := h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	change := func(ctx context.Context) (commands.Result, error) {
		return commands.Execute(ctx, h.Executor, by, id.Stream(), ifMatch, updateAuthor{id: id, changes: in.AuthorChanges, at: h.At(by)})
	}
	var result commands.Result
	if in.Name == nil {
		result, err = change(ctx)
	} else {
		result, err = h.renamed(ctx, by, id, *in.Name, change)
	}
	result.ID = int64(id)
	return result, err
}

// DeleteAuthor records that an author is deleted and then deletes the stream with everything that was in it. Errors: NotFound, Conflict,
// Unavailable; after the latter it can be called again, or FinishErasures does the rest.
func (h *Handler) DeleteAuthor(ctx context.Context, by commands.Caller, id events.AuthorID, ifMatch *uint64) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, commands.Missing("Author")
	}
	result, err := commands.Execute(ctx, h.Executor, by, id.Stream(), ifMatch, deleteAuthor{id: id, at: h.At(by)})
	if err != nil {
		return commands.Result{}, err
	}
	result.ID = int64(id)
	return result, commands.Typed(h.Log.DeleteStream(ctx, id.Stream(), events.Any))
}

// Finish deletes the stream of an author whose deletion was interrupted. It does nothing in other streams.
func (h *Handler) Finish(ctx context.Context, stream string) error {
	number, ok := events.Number(stream, events.AuthorPrefix)
	if !ok {
		return nil
	}
	return h.finish(ctx, events.AuthorID(number))
}

func (h *Handler) finish(ctx context.Context, id events.AuthorID) error {
	var l commands.Loaded[author]
	if err := commands.CatchUp(ctx, h.Log, id.Stream(), &l); err != nil || !l.State.deleted {
		return err
	}
	return h.Log.DeleteStream(ctx, id.Stream(), events.Any)
}

// checkAuthor checks the input against the log, and replaces a data string by the address that its picture will have.
func (h *Handler) checkAuthor(ctx context.Context, in *Input, errs []commands.FieldError) ([]pictures.Picture, error) {
	var uploads []pictures.Picture
	var err error
	if !input.Mentions(errs, "pictureUrl") {
		if errs, err = pictures.TakePicture(ctx, &uploads, errs, "pictureUrl", in.PictureURL); err != nil {
			return nil, err
		}
	}
	return h.pictures.Accept(ctx, uploads, errs)
}
