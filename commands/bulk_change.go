// One action on many reviews or articles. Each item is a decision of its own on its own stream:
// what is refused for one does not hold up the others.

package commands

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"candor/events"
)

// BulkAction is what is done to every item.
type BulkAction string

// The actions. Restore brings back what was deleted, as it was.
const (
	BulkPublish   BulkAction = "publish"
	BulkUnpublish BulkAction = "unpublish"
	BulkFeature   BulkAction = "feature"
	BulkUnfeature BulkAction = "unfeature"
	BulkDelete    BulkAction = "delete"
	BulkRestore   BulkAction = "restore"
)

// ReviewActions and ArticleActions are the actions that there are for each kind.
var (
	ReviewActions  = []BulkAction{BulkPublish, BulkUnpublish, BulkFeature, BulkUnfeature, BulkDelete, BulkRestore}
	ArticleActions = []BulkAction{BulkPublish, BulkUnpublish, BulkDelete, BulkRestore}
)

// BulkChange is one action on the things with these ids, each named once.
type BulkChange struct {
	Action BulkAction
	IDs    []int64
}

// BulkOutcome says what became of each item.
type BulkOutcome struct {
	RequestID string // by which what was done can be undone; an earlier request's, where this one repeats it
	Done      []BulkDone
	Refused   []BulkRefusal
	Position  events.Position // what a reader must wait for to see all of it; 0: nothing was appended
}

// BulkDone is an item that now is as the action wants it. Changed is false when it was so before.
type BulkDone struct {
	ID       int64  `json:"id"`
	Revision uint64 `json:"revision"`
	Changed  bool   `json:"changed"`
}

// BulkRefusal is an item that stays as it was.
type BulkRefusal struct {
	ID  int64
	Err error // its Kind is NotFound or Unavailable
}

// ParseBulkChange reads {"action": "publish", "ids": [1, 2]}; the action must be among allowed.
// Errors as for [ParseReview].
func ParseBulkChange(body []byte, allowed []BulkAction) (BulkChange, error) {
	o, err := readObject(body)
	if err != nil {
		return BulkChange{}, err
	}
	in := BulkChange{Action: BulkAction(o.plain("action"))}
	switch {
	case o.raw("action") == nil:
		o.fail("action", "Action is required")
	case !slices.Contains(allowed, in.Action) && len(o.errs) == 0:
		o.fail("action", "Action must be one of %s", joined(allowed))
	}
	raw := o.raw("ids")
	switch {
	case raw == nil || isNull(raw):
		o.fail("ids", "Ids is required")
	case raw[0] != '[':
		o.fail("ids", "Ids must be an array")
	default:
		in.IDs = o.ids("ids", raw)
	}
	if errs := o.done(body); len(errs) > 0 {
		return BulkChange{}, invalid(errs...)
	}
	return in, nil
}

// ids reads an array of ids; one that comes again is skipped.
func (o *object) ids(field string, raw []byte) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	for value := range elementsOf(raw) {
		id, ok := wholeNumber(value)
		if !ok {
			o.fail(field, "%s must contain positive whole numbers", label(field))
			return nil
		}
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
		if len(ids) > maxBulk {
			o.fail(field, "%s can have at most %d items", label(field), maxBulk)
			return nil
		}
	}
	if len(ids) == 0 {
		o.fail(field, "%s must have at least one item", label(field))
	}
	return ids
}

// wholeNumber reads an id as JSON writes it: digits alone.
func wholeNumber(raw []byte) (n int64, ok bool) {
	if len(raw) == 0 || len(raw) > 18 || raw[0] == '0' {
		return 0, false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

func joined(actions []BulkAction) string {
	names := make([]string, len(actions))
	for i, a := range actions {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}

// ChangeReviews carries out an action on reviews. Errors: Unprocessable, Unavailable when the log
// is away for every item.
func (h *Handler) ChangeReviews(ctx context.Context, by Caller, in BulkChange) (BulkOutcome, error) {
	return h.changeEach(ctx, by, in.IDs, func(by Caller, number int64) (Result, error) {
		id := events.ReviewID(number)
		var c decider[review]
		switch in.Action {
		case BulkPublish, BulkUnpublish:
			published := in.Action == BulkPublish
			c = updateReview{id: id, published: &published, at: h.at(by), now: h.now()}
		case BulkFeature, BulkUnfeature:
			featured := in.Action == BulkFeature
			c = updateReview{id: id, featured: &featured, at: h.at(by), now: h.now()}
		case BulkDelete:
			c = deleteReview{id: id, at: h.at(by)}
		case BulkRestore:
			c = restoreReview{id: id, at: h.at(by), now: h.now()}
		default:
			return Result{}, invalidField("action", "Action must be one of "+joined(ReviewActions))
		}
		return execute(ctx, h.executor, by, id.Stream(), nil, c)
	})
}

// ChangeArticles carries out an action on articles. Errors as for [Handler.ChangeReviews].
func (h *Handler) ChangeArticles(ctx context.Context, by Caller, in BulkChange) (BulkOutcome, error) {
	return h.changeEach(ctx, by, in.IDs, func(by Caller, number int64) (Result, error) {
		id := events.ArticleID(number)
		var c decider[article]
		switch in.Action {
		case BulkPublish, BulkUnpublish:
			published := in.Action == BulkPublish
			c = updateArticle{id: id, published: &published, at: h.at(by), now: h.now()}
		case BulkDelete:
			c = deleteArticle{id: id, at: h.at(by)}
		case BulkRestore:
			c = restoreArticle{id: id, at: h.at(by), now: h.now()}
		default:
			return Result{}, invalidField("action", "Action must be one of "+joined(ArticleActions))
		}
		return execute(ctx, h.executor, by, id.Stream(), nil, c)
	})
}

// changeEach does change to every id, a few at the same time, and collects what became of them in
// the order of ids.
func (h *Handler) changeEach(ctx context.Context, by Caller, ids []int64, change func(by Caller, id int64) (Result, error)) (BulkOutcome, error) {
	if by.IdempotencyKey != "" {
		accepted, err := h.claim(ctx, by, "", 0)
		if err != nil {
			return BulkOutcome{}, err
		}
		by.At, by.RequestID = accepted.at, accepted.request
	}
	results := make([]Result, len(ids))
	failed := make([]error, len(ids))
	var group errgroup.Group
	group.SetLimit(bulkWriters)
	for i, id := range ids {
		group.Go(func() error {
			results[i], failed[i] = change(by, id)
			return nil
		})
	}
	_ = group.Wait() // every item's error is its own
	out := BulkOutcome{RequestID: by.RequestID}
	var away error
	for i, id := range ids {
		if err := failed[i]; err != nil {
			switch KindOf(err) {
			case NotFound:
			case Unavailable:
				away = err
			default:
				return BulkOutcome{}, err
			}
			out.Refused = append(out.Refused, BulkRefusal{id, err})
			continue
		}
		out.Done = append(out.Done, BulkDone{ID: id, Revision: results[i].Revision, Changed: results[i].Position != 0})
		out.Position = max(out.Position, results[i].Position)
	}
	if away != nil && len(out.Done) == 0 {
		return BulkOutcome{}, away
	}
	return out, nil
}
