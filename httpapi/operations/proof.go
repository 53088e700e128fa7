// Proof: signed checkpoints of the history, and proofs for those who hold one and no log.

package operations

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"candor/events"
	"candor/events/proof"
	"candor/httpapi"
	proofmodel "candor/projections/proof"
)

const (
	checkpointLife = time.Hour // for so long the same history is answered with the same signed text
	plainText      = "text/plain; charset=utf-8"
)

// Proof registers nothing without a key to sign with.
func Proof(t *httpapi.Table) {
	if t.SigningKey == nil {
		return
	}
	signed := &checkpoints{}
	t.Handle("/api/checkpoint", httpapi.Methods{"GET": {
		Handle: signed.get, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ProofModel},
		Class: httpapi.ClassProofs, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/api/checkpoint/key", httpapi.Methods{"GET": {
		Handle: publicKey, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ProofModel},
		Class: httpapi.ClassReady, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/api/checkpoint/consistency", httpapi.Methods{"GET": {
		Handle: consistency, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ProofModel},
		Class: httpapi.ClassProofs, AsOf: httpapi.PresentOnly,
	}})
	t.Handle("/api/checkpoint/inclusion", httpapi.Methods{"GET": {
		Handle: inclusion, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ProofModel},
		Class: httpapi.ClassProofs, AsOf: httpapi.PresentOnly,
	}})
	if t.ControlToken != "" {
		t.Handle("/api/control/checkpoint", httpapi.Methods{"POST": {
			Handle: signed.upToNow, Who: httpapi.CommandLine, DependsOn: httpapi.Nothing,
			Class: httpapi.ClassNeeded, Body: httpapi.NoBody, WithoutLog: true,
		}})
	}
}

// checkpoints keeps the newest signed text, so that asking for it again and again costs no signatures.
type checkpoints struct {
	mu   sync.Mutex
	last proof.Checkpoint
	text []byte
}

// GET /api/checkpoint: the newest, of what the read model has applied.
func (k *checkpoints) get(c *httpapi.Call) error {
	tree, err := c.Models.Proof.Tree()
	if err != nil {
		return err
	}
	text, err := k.sign(c, tree)
	if err != nil {
		return err
	}
	return c.Text(plainText, text)
}

func (k *checkpoints) sign(c *httpapi.Call, tree proofmodel.Tree) ([]byte, error) {
	key, err := c.SigningKey.Key()
	if err != nil {
		return nil, err
	}
	now := c.Clock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text == nil || k.last.Size != tree.Size || k.last.Root != tree.Root || now.Sub(k.last.Time) >= checkpointLife {
		next := proof.Checkpoint{Size: tree.Size, Root: tree.Root, Position: tree.Position, Time: now}
		text, err := key.Sign(next)
		if err != nil {
			return nil, err
		}
		k.last, k.text = next, text
	}
	return k.text, nil
}

// POST /api/control/checkpoint: the newest, of everything that was in the log when it was asked for.
func (k *checkpoints) upToNow(c *httpapi.Call) error {
	ctx, cancel := context.WithTimeout(c.Request.Context(), headWait)
	defer cancel()
	head, err := c.Log.Head(ctx)
	if err != nil {
		return err
	}
	if !c.Passed(head, c.Models.Proof) {
		return &httpapi.Refusal{Status: http.StatusServiceUnavailable,
			Detail: "The proof's read model has not caught up to this position yet."}
	}
	return k.get(c)
}

// GET /api/checkpoint/key: the public key, one line.
func publicKey(c *httpapi.Call) error {
	key, err := c.SigningKey.Key()
	if err != nil {
		return err
	}
	return c.Text(plainText, []byte(key.Public()+"\n"))
}

// GET /api/checkpoint/consistency?from=3&to=9: that the history of 9 leaves begins with that of 3.
func consistency(c *httpapi.Call) error {
	q, err := sizes(c.Request.URL.RawQuery, "from", "to")
	if err != nil {
		return err
	}
	if q["from"] == 0 {
		return httpapi.InvalidField("from", "from must be the size of a checkpoint, at least 1.")
	}
	if q["to"] != 0 && q["to"] < q["from"] {
		return httpapi.InvalidField("to", "to must not be less than from.")
	}
	found, err := c.Models.Proof.Consistency(q["from"], q["to"])
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		From     int64       `json:"from"`
		To       int64       `json:"to"`
		FromRoot tlog.Hash   `json:"fromRoot"`
		ToRoot   tlog.Hash   `json:"toRoot"`
		Proof    []tlog.Hash `json:"proof"`
	}{found.From, found.To, found.FromRoot, found.ToRoot, append([]tlog.Hash{}, found.Proof...)})
}

// GET /api/checkpoint/inclusion?position=165&size=9: that the event at the position is among the first 9 leaves.
func inclusion(c *httpapi.Call) error {
	q, err := sizes(c.Request.URL.RawQuery, "position", "size")
	if err != nil {
		return err
	}
	if q["position"] == 0 {
		return httpapi.InvalidField("position", "position must be the position of an event in the log, at least 1.")
	}
	i, err := c.Models.Proof.Inclusion(events.Position(q["position"]), q["size"])
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Position int64       `json:"position"`
		Index    int64       `json:"index"`
		Size     int64       `json:"size"`
		Leaf     tlog.Hash   `json:"leaf"`
		Root     tlog.Hash   `json:"root"`
		Proof    []tlog.Hash `json:"proof"`
	}{q["position"], i.Index, i.Size, i.Leaf, i.Root, append([]tlog.Hash{}, i.Proof...)})
}

// sizes reads two numbers from 1 on; absent ones are 0. Errors: 400 that names the parameter.
func sizes(raw string, names ...string) (map[string]int64, error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return nil, httpapi.InvalidField("query", "The query string is malformed.")
	}
	numbers := map[string]int64{}
	for _, name := range names {
		text := query.Get(name)
		if text == "" {
			continue
		}
		if numbers[name], err = strconv.ParseInt(text, 10, 64); err != nil || numbers[name] < 1 {
			return nil, httpapi.InvalidField(name, name+" must be a whole number of at least 1.")
		}
	}
	return numbers, nil
}
