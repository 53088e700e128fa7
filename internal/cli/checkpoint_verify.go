// Checkpoints that somebody kept: whether the history is still the one that they were made of.

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

// signedCheckpoint is a checkpoint with a valid signature.
type signedCheckpoint struct {
	proof.Checkpoint
	file string
}

// signedAt returns the time of the signature.
func (s signedCheckpoint) signedAt() string { return s.Time.Format(time.RFC3339) }

// open reads the checkpoints, the smallest first, and checks that they are signed with the key.
func (v verifyCommand) open(line *Globals) (signed []signedCheckpoint, key string, err error) {
	if len(v.Checkpoint) == 0 {
		if v.Against != "" || v.Key != "" {
			return nil, "", errors.New("name the checkpoint to check with --checkpoint FILE")
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
		signed = append(signed, signedCheckpoint{c, file})
	}
	slices.SortStableFunc(signed, func(a, b signedCheckpoint) int { return int(a.Size - b.Size) })
	return signed, key, nil
}

// publicKey returns the key of --key, which is a text or a file, or the data folder's own.
func (v verifyCommand) publicKey(line *Globals) (string, error) {
	if v.Key == "" {
		key, err := line.signingKey("").Existing()
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("this data folder has no signing key: name the public key that the checkpoint was signed with, --key KEY")
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
		return "", fmt.Errorf("the public key is neither a text like name+hash+key nor a file: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// checkpointVerifier compares a history, read from its beginning, with checkpoints of it, the smallest first.
type checkpointVerifier struct {
	checkpoints []signedCheckpoint
	passed      int // how many have been confirmed
	tree        proof.Tree
	differs     *signedCheckpoint // the first that was made of a different history
	root        tlog.Hash         // of this history at that size
}

// add adds the next leaf.
func (v *checkpointVerifier) add(leaf tlog.Hash) {
	v.compare()
	v.tree.Add(leaf)
}

// compare confirms the checkpoints of the current size, up to the first that differs.
func (v *checkpointVerifier) compare() {
	for ; v.differs == nil && v.passed < len(v.checkpoints) && v.checkpoints[v.passed].Size == v.tree.Size(); v.passed++ {
		if v.root = v.tree.Root(); v.checkpoints[v.passed].Root != v.root {
			v.differs = &v.checkpoints[v.passed]
			return
		}
	}
}

// end is called after the last leaf. Its error says what differs or is missing. broken is the first broken event, nil if every chain is
// intact: a checkpoint that covers it and differs was made before it was.
func (v *checkpointVerifier) end(broken *events.BrokenError) error {
	v.compare()
	if v.passed == len(v.checkpoints) {
		return nil
	}
	s := v.checkpoints[v.passed]
	if broken != nil && s.Position >= broken.Position {
		return fmt.Errorf("the history is not what %s signed on %s", s.Origin, s.signedAt())
	}
	if v.differs == nil {
		return fmt.Errorf("the log is cut short: it has %d of the %d events, up to position %d, that %s signed on %s", v.tree.Size(), s.Size,
			s.Position, s.Origin, s.signedAt())
	}
	text := fmt.Sprintf("the history is not what %s signed on %s: the root over its first %d events, up to position %d, is %v, but %v was signed",
		s.Origin, s.signedAt(), s.Size, s.Position, v.root, s.Root)
	if broken == nil {
		text += "; every chain is intact, so the chains were rewritten after the change"
	}
	if v.passed > 0 {
		before := v.checkpoints[v.passed-1]
		text += fmt.Sprintf("; up to position %d it matches what was signed on %s, so the change is after that", before.Position,
			before.signedAt())
	}
	return errors.New(text)
}

// verifySite asks a site to prove that its present history begins with that of each checkpoint. It needs no log, and trusts nothing but the
// key.
func verifySite(ctx context.Context, url, key string, signed []signedCheckpoint, c *console) error {
	url = strings.TrimRight(url, "/")
	text, err := fetch(ctx, url+"/api/checkpoint")
	if err != nil {
		return err
	}
	today, err := proof.Open(text, key)
	if err != nil {
		return fmt.Errorf("%s/api/checkpoint: %w", url, err)
	}
	for _, s := range signed {
		if err := consistent(ctx, url, s, today); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(c.stdout, "%s still has the history that %s signed on %s (%d events); it now has %d.\n", url, s.Origin,
			s.signedAt(), s.Size, today.Size); err != nil {
			return err
		}
	}
	return nil
}

// consistent checks one checkpoint against today's.
func consistent(ctx context.Context, url string, s signedCheckpoint, today proof.Checkpoint) error {
	switch {
	case today.Size < s.Size:
		return fmt.Errorf("the history of %s is cut short: it has %d events, but %d were signed on %s", url,
			today.Size, s.Size, s.signedAt())
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
		return fmt.Errorf("the history of %s is not what was signed on %s: it can't prove that its present %d events begin with those %d", url,
			s.signedAt(), today.Size, s.Size)
	}
	return nil
}

// fetch reads a small response.
func fetch(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %s", url, response.Status)
	}
	return text, err
}
