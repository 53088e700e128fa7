package proof_test

import (
	"errors"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"candor/events"
	"candor/events/proof"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
	model "candor/projections/proof"
)

// The kept tree is that of the log, whatever batches it came in, and its proofs convince whoever holds only roots.
func TestProofsConvinceWithoutTheLog(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		modeltest.DrawHistory(rt, t, log, rapid.IntRange(1, 40).Draw(rt, "events"))
		for i := range rapid.IntRange(0, 200).Draw(rt, "more") { // over the end of a row of hashes
			log.Append(t, "review-9", events.ReviewPublished{ReviewID: 9, At: modeltest.Day(i)})
		}
		m, err := projections.Open(t.Context(), modeltest.Config(modeltest.MemDir(t), log))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		modeltest.CaughtUp(t, m)
		var tree proof.Tree
		var roots []tlog.Hash
		last := events.Position(0)
		for _, r := range log.All {
			leaf, ok := proof.Leaf(r)
			if !ok {
				if _, err := m.Proof.Inclusion(r.Position, 0); !errors.Is(err, projector.ErrNotFound) {
					rt.Errorf("an event of %s is a leaf: %v", r.Stream, err)
				}
				continue
			}
			tree.Add(leaf)
			roots = append(roots, tree.Root())
			last = r.Position
			in, err := m.Proof.Inclusion(r.Position, 0)
			if err == nil {
				err = tlog.CheckRecord(in.Proof, in.Size, in.Root, in.Index, leaf)
			}
			if err != nil || in.Leaf != leaf || in.Index != tree.Size()-1 {
				rt.Errorf("inclusion of the event at %d: %+v, %v", r.Position, in, err)
			}
		}
		got, err := m.Proof.Tree()
		if want := (model.Tree{Size: tree.Size(), Root: tree.Root(), Position: last}); err != nil || got != want {
			rt.Fatalf("the tree is %+v, want %+v: %v", got, want, err)
		}
		if got.Size == 0 {
			return
		}
		from := rapid.Int64Range(1, got.Size).Draw(rt, "from")
		to := rapid.Int64Range(from, got.Size).Draw(rt, "to")
		c, err := m.Proof.Consistency(from, to)
		if err == nil {
			err = tlog.CheckTree(c.Proof, to, roots[to-1], from, roots[from-1])
		}
		if err != nil || c.FromRoot != roots[from-1] || c.ToRoot != roots[to-1] {
			rt.Errorf("consistency of %d with %d: %+v, %v", to, from, c, err)
		}
		for _, sizes := range [][2]int64{{0, to}, {to + 1, to}, {1, got.Size + 1}, {-1, 0}} {
			if _, err := m.Proof.Consistency(sizes[0], sizes[1]); !errors.Is(err, projector.ErrNotFound) {
				rt.Errorf("consistency of %v: %v", sizes, err)
			}
		}
	})
}
