// Checkpoints that somebody has held: whether the history still is the one they were made of.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
	"candor/events/proof"
)

// signedCheckpoint is a checkpoint whose signature holds.
type signedCheckpoint struct {
	proof.Checkpoint
	file string
}

// day is when it was signed.
func (h signedCheckpoint) day() string { return h.Time.Format(time.RFC3339) }

// open reads the named checkpoints, the smallest first, and believes those that are signed with the key.
func (v verifyCommand) open(line *Globals) (held []signedCheckpoint, key string, err error) {
	if len(v.Checkpoint) == 0 {
		if v.Against != "" || v.Key != "" {
			return nil, "", errors.New("name the checkpoint to check: --checkpoint FILE")
		}
		return nil, "", nil
	}
	if key, err = v.publicKey(line); err != nil {
		return nil, "", err
	}
	for _, file := range v.Checkpoint {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		c, err := proof.Open(text, key)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
		held = append(held, signedCheckpoint{c, file})
	}
	slices.SortStableFunc(held, func(a, b signedCheckpoint) int { return int(a.Size - b.Size) })
	return held, key, nil
}

// publicKey is the one given, as text or as a file, or the data folder's own.
func (v verifyCommand) publicKey(line *Globals) (string, error) {
	if v.Key == "" {
		key, err := line.signingKey("").Existing()
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("this data folder has no key of its own: name the public key that signed the checkpoint, --key KEY")
		}
		if err != nil {
			return "", err
		}
		return key.Public(), nil
	}
	if strings.Count(v.Key, "+") >= 2 {
		return v.Key, nil
	}
	text, err := os.ReadFile(v.Key)
	if err != nil {
		return "", fmt.Errorf("the public key is neither of the form name+hash+key nor a file: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// checkpointVerifier compares a history that is read from its beginning with checkpoints of it, the smallest first.
type checkpointVerifier struct {
	checkpoints []signedCheckpoint
	passed      int // of them
	tree        proof.Tree
	differs     *signedCheckpoint // the first that was made of another history
	root        tlog.Hash         // of this history at its size
}

// add takes the next leaf in.
func (h *checkpointVerifier) add(leaf tlog.Hash) {
	h.compare()
	h.tree.Add(leaf)
}

// compare confirms the checkpoints of the present size, up to the first that differs.
func (h *checkpointVerifier) compare() {
	for ; h.differs == nil && h.passed < len(h.checkpoints) && h.checkpoints[h.passed].Size == h.tree.Size(); h.passed++ {
		if h.root = h.tree.Root(); h.checkpoints[h.passed].Root != h.root {
			h.differs = &h.checkpoints[h.passed]
			return
		}
	}
}

// first is the first checkpoint that an event at position, found to be another one, belongs to.
func (h *checkpointVerifier) first(position events.Position) (signedCheckpoint, bool) {
	for _, s := range h.checkpoints[h.passed:] {
		if s.Position >= position || h.differs != nil {
			return s, true
		}
	}
	return signedCheckpoint{}, false
}

// end is called after the last leaf of a history whose chains hold. Its error says what differs or is missing.
func (h *checkpointVerifier) end() error {
	h.compare()
	if h.passed == len(h.checkpoints) {
		return nil
	}
	s := h.checkpoints[h.passed]
	if h.differs == nil {
		return fmt.Errorf("the log is cut short: it holds %d of the %d events, up to position %d, that %s signed on %s", h.tree.Size(), s.Size, s.Position, s.Origin, s.day())
	}
	says := fmt.Sprintf("the history is not what %s signed on %s: the root over its first %d events, up to position %d, is %v, and %v was signed; every chain holds, so they were written anew after the change",
		s.Origin, s.day(), s.Size, s.Position, h.root, s.Root)
	if h.passed > 0 {
		before := h.checkpoints[h.passed-1]
		says += fmt.Sprintf("; up to position %d it is as signed on %s, so the change is after that", before.Position, before.day())
	}
	return errors.New(says)
}

// verifySite asks a site to prove that its history today begins with that of each checkpoint. It needs no log, and
// trusts nothing but the key.
func verifySite(ctx context.Context, url, key string, held []signedCheckpoint, c *console) error {
	url = strings.TrimRight(url, "/")
	text, err := fetch(ctx, url+"/api/checkpoint")
	if err != nil {
		return err
	}
	today, err := proof.Open(text, key)
	if err != nil {
		return fmt.Errorf("%s/api/checkpoint: %w", url, err)
	}
	for _, s := range held {
		if err := consistent(ctx, url, s, today); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(c.stdout, "%s still has the history that %s signed on %s (%d events); today it has %d.\n", url, s.Origin, s.day(), s.Size, today.Size); err != nil {
			return err
		}
	}
	return nil
}

// consistent checks one checkpoint against today's.
func consistent(ctx context.Context, url string, s signedCheckpoint, today proof.Checkpoint) error {
	switch {
	case today.Size < s.Size:
		return fmt.Errorf("the history of %s is cut short: it has %d events, and %d were signed on %s", url, today.Size, s.Size, s.day())
	case today.Size == s.Size && today.Root == s.Root, s.Size == 0:
		return nil
	}
	var between struct{ Proof tlog.TreeProof }
	text, err := fetch(ctx, fmt.Sprintf("%s/api/checkpoint/consistency?from=%d&to=%d", url, s.Size, today.Size))
	if err == nil {
		err = json.Unmarshal(text, &between)
	}
	if err != nil {
		return err
	}
	if tlog.CheckTree(between.Proof, today.Size, today.Root, s.Size, s.Root) != nil {
		return fmt.Errorf("the history of %s is not what was signed on %s: it can't prove that today's %d events begin with those %d", url, s.day(), today.Size, s.Size)
	}
	return nil
}

// fetch reads a small answer.
func fetch(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %s", url, answer.Status)
	}
	return text, err
}
