// Which event was changed: the read model's tree may remember what was signed when the log does not.

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

// leaf is one proved event as the log holds it now.
type leaf struct {
	hash     tlog.Hash
	position events.Position
	stream   string
	revision uint64
	kind     string
}

// firstDivergence finds the first event that is not as it was signed, where the read model still holds the signed
// tree: whoever changes the log's file seldom thinks of it. Its result is that finding, as an error, or nil when
// nobody can tell.
func (line *Globals) firstDivergence(ctx context.Context, d *openlog.Handle, signed signedCheckpoint, c *console) error {
	kept, done, err := line.keptTree(ctx, d, c)
	if err != nil {
		return nil // the root says enough
	}
	defer done()
	if root, err := kept(signed.Size); err != nil || root != signed.Root {
		return nil
	}
	var leaves []leaf
	whole := errors.New("as far as was signed")
	err = c.readLog(ctx, d, events.Filter{StreamPrefixes: events.ChainedFilter()}, func(r events.Recorded) error {
		if hash, ok := proof.Leaf(r); ok {
			leaves = append(leaves, leaf{hash, r.Position, r.Stream, r.Revision, r.Type})
		}
		if int64(len(leaves)) >= signed.Size {
			return whole
		}
		return nil
	})
	if !errors.Is(err, whole) {
		return nil
	}
	var failed error
	first := sort.Search(len(leaves), func(i int) bool {
		var tree proof.Tree
		for _, l := range leaves[:i+1] {
			tree.Add(l.hash)
		}
		root, err := kept(int64(i + 1))
		failed = errors.Join(failed, err)
		return root != tree.Root()
	})
	if failed != nil || first == len(leaves) {
		return nil
	}
	l := leaves[first]
	return fmt.Errorf("the first event that is not as it was signed is %s in revision %d of %s, at position %d", l.kind, l.revision, l.stream, l.position)
}

// keptTree returns how to learn the root over the first n leaves from the read model: the running server's, or the
// data folder's own.
func (line *Globals) keptTree(ctx context.Context, d *openlog.Handle, c *console) (root func(n int64) (tlog.Hash, error), done func(), err error) {
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
	models, err := projections.Open(ctx, projections.Config{Dir: datadir.Folder(line.Data).Models(), Log: d, Logger: c.logger, Only: []string{"proof"}})
	if err != nil {
		return nil, nil, err
	}
	return func(n int64) (tlog.Hash, error) {
		c, err := models.Proof.Consistency(n, n)
		return c.FromRoot, err
	}, func() { _ = models.Close() }, nil
}
