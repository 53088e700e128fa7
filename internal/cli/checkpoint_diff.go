// Which event was changed: the read model may still have the signed tree when the log has not.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
	"candor/events/datadir"
	"candor/events/proof"
	"candor/internal/openlog"
	"candor/projections"
)

// leaf describes one event of the tree as the log has it now.
type leaf struct {
	hash     tlog.Hash
	position events.Position
	stream   string
	revision uint64
	kind     string
}

// firstDivergence finds the first event that differs from what was signed, where the read model still has the signed tree: somebody who
// changes the log's file may forget about it. It returns the finding as an error, or nil when the event can't be found.
func (line *Globals) firstDivergence(ctx context.Context, d *openlog.Handle, signed signedCheckpoint, c *console) error {
	signedRoot, done, err := line.modelTree(ctx, d, c)
	if err != nil {
		return nil // the difference in the roots is reported anyway
	}
	defer done()
	if root, err := signedRoot(signed.Size); err != nil || root != signed.Root {
		return nil
	}
	var leaves []leaf
	end := errors.New("the end of what was signed")
	err = c.readLog(ctx, d, events.Filter{StreamPrefixes: events.ChainedFilter()}, func(r events.Recorded) error {
		if hash, ok := proof.Leaf(r); ok {
			leaves = append(leaves, leaf{hash, r.Position, r.Stream, r.Revision, r.Type})
		}
		if int64(len(leaves)) >= signed.Size {
			return end
		}
		return nil
	})
	if !errors.Is(err, end) {
		return nil
	}
	var failed error
	first := sort.Search(len(leaves), func(i int) bool {
		var tree proof.Tree
		for _, l := range leaves[:i+1] {
			tree.Add(l.hash)
		}
		root, err := signedRoot(int64(i + 1))
		failed = errors.Join(failed, err)
		return root != tree.Root()
	})
	if failed != nil || first == len(leaves) {
		return nil
	}
	l := leaves[first]
	return fmt.Errorf("the first event that differs from what was signed is %s at revision %d of %s, position %d", l.kind, l.revision,
		l.stream, l.position)
}

// modelTree returns a function for the root over the first n leaves, from the read model of the running server or of the data folder.
func (line *Globals) modelTree(ctx context.Context, d *openlog.Handle, c *console) (root func(n int64) (tlog.Hash, error), done func(),
	err error) {
	if d.Node == nil {
		server, err := datadir.Folder(line.Data).Server()
		if err == nil && server.HTTP == "" {
			err = datadir.ErrNoServer
		}
		return func(n int64) (tlog.Hash, error) {
			var answer struct{ FromRoot tlog.Hash }
			text, err := fetch(ctx, fmt.Sprintf("%s/api/checkpoint/consistency?from=%d&to=%d", server.HTTP, n, n))
			if err == nil {
				err = json.Unmarshal(text, &answer)
			}
			return answer.FromRoot, err
		}, func() {}, err
	}
	models, err := projections.Open(ctx,
		projections.Config{Dir: datadir.Folder(line.Data).Models(), Log: d, Logger: c.logger, Only: []string{"proof"}})
	if err != nil {
		return nil, nil, err
	}
	return func(n int64) (tlog.Hash, error) {
		c, err := models.Proof.Consistency(n, n)
		return c.FromRoot, err
	}, func() { _ = models.Close() }, nil
}
