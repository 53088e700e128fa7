// Input: what handlers take from requests, each with an error that names what is wrong.

package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"strconv"
	"strings"

	"candor/commands"
	"candor/events"
	"candor/httpapi/respond"
)

const maxIdempotencyKey = 255 // characters

// Number returns the id in the path: digits as we write them ourselves. Anything else names nothing.
func (c *Call) Number(noun string) (int64, error) {
	text := c.Variable("id")
	id, ok := CanonicalID(text)
	if !ok {
		return 0, NotFound(noun)
	}
	return id, nil
}

// IfMatch returns the revision that If-Match names, nil where any will do. An entity tag that is
// well formed but not one of ours gives a revision that no stream has. Errors: 400.
func (c *Call) IfMatch() (*uint64, error) {
	lines := c.Request.Header["If-Match"]
	if len(lines) == 0 {
		return nil, nil
	}
	text := strings.TrimSpace(strings.Join(lines, ","))
	if text == "*" {
		return nil, nil
	}
	var revision *uint64
	for text != "" {
		tag, rest, ok := respond.CutTag(text)
		if !ok {
			return nil, InvalidField("If-Match", `If-Match must be * or an ETag such as "12-5f3a".`)
		}
		found := revisionOf(tag)
		if revision != nil && *revision != found {
			return nil, InvalidField("If-Match", "If-Match must contain exactly one revision.")
		}
		revision, text = &found, rest
	}
	if revision == nil {
		return nil, InvalidField("If-Match", "If-Match is empty.")
	}
	return revision, nil
}

// revisionOf returns the number that our entity tags begin with: 12 of "12-5f3a".
func revisionOf(tag string) uint64 {
	end := 0
	for end < len(tag) && tag[end] >= '0' && tag[end] <= '9' {
		end++
	}
	revision, err := strconv.ParseUint(tag[:end], 10, 64)
	if err != nil || (end < len(tag) && tag[end] != '-') {
		return math.MaxUint64
	}
	return revision
}

// By says to commands who asks.
func (c *Call) By() commands.Caller {
	return commands.Caller{Actor: c.Actor, Via: c.via, Session: c.SignedIn, RequestID: c.ID}
}

// FromSite says to commands that a visitor asks.
func (c *Call) FromSite() commands.Caller {
	return commands.Caller{Actor: Visitor, Via: events.ViaSite, RequestID: c.ID}
}

// Caller is by with the request's Idempotency-Key. body is what the Idempotency-Key stands for.
func (c *Call) Caller(body []byte) (commands.Caller, error) {
	by := c.By()
	keys := c.Request.Header["Idempotency-Key"]
	if len(keys) == 0 {
		return by, nil
	}
	key := keys[0]
	if len(keys) > 1 || key == "" || len(key) > maxIdempotencyKey ||
		strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return by, InvalidField("Idempotency-Key", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
	}
	sum := sha256.New()
	for _, part := range []string{c.Request.Method, " ", c.Request.URL.Path, "\n"} {
		_, _ = io.WriteString(sum, part)
	}
	sum.Write(body)
	by.IdempotencyKey, by.BodyHash = key, hex.EncodeToString(sum.Sum(nil))
	return by, nil
}

// Visitor is the actor of public calls.
var Visitor = events.Actor{Kind: events.ActorVisitor}

// Revision returns the id and the revision in the path.
func (c *Call) Revision(noun string) (id int64, revision uint64, err error) {
	if id, err = c.Number(noun); err != nil {
		return 0, 0, err
	}
	text := c.Variable("revision")
	if text == "0" {
		return id, 0, nil
	}
	n, ok := CanonicalID(text)
	if !ok {
		return 0, 0, NotFound("Revision")
	}
	return id, uint64(n), nil
}
