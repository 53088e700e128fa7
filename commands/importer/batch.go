// Batches: items are created many at a time, and the next ones are read meanwhile, since each append waits for the disk.

package importer

import (
	"cmp"
	"context"
	"errors"
	"path"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"candor/commands"
	"candor/commands/editorial"
	"candor/commands/importer/prose"
	"candor/commands/rooms"
	"candor/events"
)

// maxBatch is how many items are created at the same time. Their events share commits; more would hardly make fewer of these.
const maxBatch = 64

// prepared is an item of which all is known but what creating it says, or what else the report lists.
type prepared struct {
	entry  Entry
	by     commands.Caller
	create editorial.Parsed // nil: nothing is to be created

	addresses []oldAddress // that are kept with it, besides its own
}

// add takes in the next item or category of the report.
func (im *importer) add(ctx context.Context, p prepared) error {
	if p.create == nil && len(im.batch) == 0 && im.writing == nil {
		im.report.Items = append(im.report.Items, p.entry)
		return nil
	}
	if im.batch = append(im.batch, p); len(im.batch) < maxBatch {
		return nil
	}
	return im.write(ctx)
}

// batchWrite is a batch that is being written.
type batchWrite struct {
	batch []prepared
	after events.Position // what a reader must wait for to see it all
	err   error
	done  chan struct{} // closed when it is written
}

// write begins to write the batch, after the one before is written. Its error is that one's.
func (im *importer) write(ctx context.Context) error {
	if err := im.written(); err != nil {
		return err
	}
	w := &batchWrite{batch: im.batch, done: make(chan struct{})}
	im.batch, im.writing = nil, w
	go func() {
		defer close(w.done)
		w.err = w.run(ctx, im.Handler)
	}()
	return nil
}

// written waits until the batch that is being written is, and reports its items.
func (im *importer) written() error {
	w := im.writing
	if w == nil {
		return nil
	}
	<-w.done
	im.writing = nil
	im.report.After = max(im.report.After, w.after)
	for _, p := range w.batch {
		im.report.Items = append(im.report.Items, p.entry)
	}
	return w.err
}

// finish writes what is left, unless an error ended the import.
func (im *importer) finish(ctx context.Context, ended error) error {
	if ended == nil {
		ended = im.write(ctx)
	}
	return errors.Join(ended, im.written())
}

// run creates the batch's items and then keeps their addresses. An item that can't be created now is not reported.
func (w *batchWrite) run(ctx context.Context, h *rooms.Handlers) error {
	var creations []editorial.Creation
	var at []int // of the creations in the batch
	for i, p := range w.batch {
		if p.create != nil {
			creations, at = append(creations, editorial.Creation{By: p.by, Item: p.create}), append(at, i)
		}
	}
	failed := map[int]bool{}
	var first error
	for i, c := range h.Editorial.CreateAll(ctx, creations) {
		e := &w.batch[at[i]].entry
		if why, ok := refusal(c.Err); ok {
			e.Outcome, e.Why, e.Address = Refused, why, ""
			continue
		}
		if c.Err != nil {
			failed[at[i]] = true
			first = cmp.Or(first, c.Err)
			continue
		}
		e.ID = c.ID
		w.after = max(w.after, c.Position)
	}
	if first == nil {
		return w.keepAddresses(ctx, h)
	}
	var created []prepared
	for i, p := range w.batch {
		if !failed[i] {
			created = append(created, p)
		}
	}
	w.batch = created
	return first
}

// kept is an old address of an item of the batch, and the outcome of keeping it.
type kept struct {
	oldAddress
	of     *prepared
	own    bool // it is the item's, and in the report
	result commands.Result
	err    error
}

// keepAddresses makes the old addresses of the batch's items lead to them, and those of lists and pictures to what they lead to here.
func (w *batchWrite) keepAddresses(ctx context.Context, h *rooms.Handlers) error {
	var all []*kept
	for i := range w.batch {
		p := &w.batch[i]
		if p.create == nil || p.entry.Outcome == Refused {
			continue
		}
		if p.entry.Address != "" {
			all = append(all, &kept{oldAddress: oldAddress{p.entry.Address,
				editorial.Target{Kind: p.entry.Kind, ID: p.entry.ID}}, of: p, own: true})
		}
		for _, a := range p.addresses {
			all = append(all, &kept{oldAddress: a, of: p})
		}
	}
	keep := func(k *kept) {
		by := k.of.by
		by.At = time.Time{} // it is kept from today on
		k.result, k.err = h.Editorial.KeepAddress(ctx, by, k.path, k.to)
	}
	var group errgroup.Group
	for _, k := range all {
		if k.to.Kind != events.AuthorKind {
			group.Go(func() error { keep(k); return nil })
		}
	}
	_ = group.Wait() // each address's error is its own
	var first error
	for _, k := range all {
		if k.to.Kind == events.AuthorKind { // one gets a name at a time
			keep(k)
		}
		why, refused := refusal(k.err)
		switch {
		case refused && k.own:
			k.of.entry.Address = ""
			k.of.entry.Notes = append(k.of.entry.Notes, "its old address was not kept: "+why)
		case refused:
			k.of.entry.Notes = append(k.of.entry.Notes, "the old address "+prose.FirstLine(k.path)+" was not kept: "+why)
		default:
			first = cmp.Or(first, k.err)
			w.after = max(w.after, k.result.Position)
		}
	}
	return first
}

// newAddresses returns the item's addresses that this run hasn't kept yet. A category of reviews is meant by its number. The address of an
// author is kept only with a published item that is new here, so that importing the same file again doesn't bring back an author who was
// erased.
func (im *importer) newAddresses(i *item, present bool) (some []oldAddress) {
	for _, a := range i.lists {
		if a.to.Kind == events.AuthorKind && (present || !i.published) {
			continue
		}
		if a.to.Kind == events.TopicKind && i.rating != nil {
			for _, known := range im.categories {
				if strings.EqualFold(known.Name, a.to.Name) || known.Slug == path.Base(a.path) {
					a.to = editorial.Target{Kind: events.CategoryKind, ID: int64(known.ID)}
				}
			}
		}
		if key := a.to.Kind + events.OldPicturePath(a.path); !im.kept[key] {
			im.kept[key] = true
			some = append(some, a)
		}
	}
	return some
}
