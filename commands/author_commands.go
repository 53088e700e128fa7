// The commands on authors. An author is a person: deleting one deletes the stream with everything in it.

package commands

import (
	"context"
	"errors"

	"candor/events"
)

// CreateAuthor makes an author's profile. A name that another author has is Invalid on "name"; other errors as for
// [Handler.CreateReview].
func (h *Handler) CreateAuthor(ctx context.Context, by Caller, in AuthorInput) (Result, error) {
	in, errs := in.tidied()
	pictures, err := h.checkAuthor(ctx, &in, merge(errs, in.missing()))
	if err != nil {
		return Result{}, err
	}
	claimed, err := h.claim(ctx, by, events.AuthorKind, 1)
	if err != nil {
		return Result{}, err
	}
	by.At = claimed.at
	id := events.AuthorID(claimed.ids[0])
	repeated, err := h.repeatedAuthor(ctx, by, id)
	if err != nil || repeated != nil {
		return orNone(repeated), err
	}
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	c := createAuthor{id: id, at: h.at(by)}
	events.Apply(&c.content, in.AuthorChanges)
	evs, err := c.decide(author{})
	if err != nil {
		return Result{}, err
	}
	result, err := h.named(ctx, by, id, c.content.Name, func(ctx context.Context) (Result, error) {
		return h.create(ctx, by, id.Stream(), evs...)
	})
	result.ID = int64(id)
	return result, err
}

// repeatedAuthor returns the result of an earlier try to create the author under the same Idempotency-Key; nil: there was none. Its error
// is NotFound for an author who was deleted since: their stream must not come back.
func (h *Handler) repeatedAuthor(ctx context.Context, by Caller, id events.AuthorID) (*Result, error) {
	if by.IdempotencyKey == "" {
		return nil, nil
	}
	last, err := h.log.Last(ctx, id.Stream())
	if err == nil {
		return &Result{ID: int64(id), Revision: last.Revision, Position: last.Position}, nil
	}
	if err = absent(err); err != nil {
		return nil, typed(err)
	}
	_, err = h.log.Last(ctx, events.MetadataPrefix+id.Stream()) // where a deletion is recorded
	if err == nil || errors.Is(err, events.ErrStreamDeleted) {
		return nil, notFound("Author")
	}
	return nil, typed(absent(err))
}

// orNone returns a result, or the zero value for nil.
func orNone(result *Result) Result {
	if result == nil {
		return Result{}
	}
	return *result
}

// UpdateAuthor changes the given fields of an author's profile. ifMatch is the revision that the caller has seen, nil for any. Errors:
// Invalid (a name that another author has among them), NotFound, Conflict, Unavailable.
func (h *Handler) UpdateAuthor(ctx context.Context, by Caller, id events.AuthorID, in AuthorInput, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Author")
	}
	in, errs := in.tidied()
	pictures, err := h.checkAuthor(ctx, &in, errs)
	if err != nil {
		return Result{}, err
	}
	if err := h.storePictures(ctx, by, pictures); err != nil {
		return Result{}, err
	}
	change := func(ctx context.Context) (Result, error) {
		return execute(ctx, h.executor, by, id.Stream(), ifMatch, updateAuthor{id: id, changes: in.AuthorChanges, at: h.at(by)})
	}
	var result Result
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
func (h *Handler) DeleteAuthor(ctx context.Context, by Caller, id events.AuthorID, ifMatch *uint64) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("Author")
	}
	result, err := execute(ctx, h.executor, by, id.Stream(), ifMatch, deleteAuthor{id: id, at: h.at(by)})
	if err != nil {
		return Result{}, err
	}
	result.ID = int64(id)
	return result, typed(h.log.DeleteStream(ctx, id.Stream(), events.Any))
}

// finishAuthor deletes the stream of an author whose deletion was interrupted.
func (h *Handler) finishAuthor(ctx context.Context, id events.AuthorID) error {
	var l loaded[author]
	if err := catchUp(ctx, h.log, id.Stream(), &l); err != nil || !l.state.deleted {
		return err
	}
	return h.log.DeleteStream(ctx, id.Stream(), events.Any)
}

// checkAuthor checks the input against the log, and replaces a data string by the address that its picture will have.
func (h *Handler) checkAuthor(ctx context.Context, in *AuthorInput, errs []FieldError) ([]picture, error) {
	var pictures []picture
	var err error
	if !mentions(errs, "pictureUrl") {
		if errs, err = takePicture(ctx, &pictures, errs, "pictureUrl", in.PictureURL); err != nil {
			return nil, err
		}
	}
	errs, err = h.checkRemoved(ctx, pictures, errs)
	if err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, invalid(errs...)
	}
	return pictures, nil
}

// undoAuthor undoes the changes to an author. Where there was none before, the author's stream is deleted.
func (h *Handler) undoAuthor(ctx context.Context, by Caller, u Undoing, item UndoItem) (Result, error) {
	id := events.AuthorID(item.ID)
	var l loaded[touched[author]]
	if err := touchedBy(u, author{})(ctx, h.log, id.Stream(), &l); err != nil {
		return Result{}, typed(err)
	}
	run := func(ctx context.Context) (Result, error) {
		return undo(ctx, h, by, u, id.Stream(), author{}, item, undoChanges[author]{item: item.Item})
	}
	if before := l.state.before; l.state.n > 0 && !before.gone() {
		return h.renamed(ctx, by, id, before.content.Name, run)
	}
	result, err := run(ctx)
	if err != nil {
		return result, err
	}
	return result, typed(h.finishAuthor(ctx, id))
}
