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

// number returns the id in the path: digits as we write them ourselves. Anything else names nothing.
func (c *request) number(noun string) (int64, error) {
	text := c.variable("id")
	id, ok := canonicalID(text)
	if !ok {
		return 0, notFound(noun)
	}
	return id, nil
}

// ifMatch returns the revision that If-Match names, nil where any will do. An entity tag that is
// well formed but not one of ours gives a revision that no stream has. Errors: 400.
func (c *request) ifMatch() (*uint64, error) {
	lines := c.request.Header["If-Match"]
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
			return nil, invalidField("If-Match", `If-Match must be * or an ETag such as "12-5f3a".`)
		}
		found := revisionOf(tag)
		if revision != nil && *revision != found {
			return nil, invalidField("If-Match", "If-Match must contain exactly one revision.")
		}
		revision, text = &found, rest
	}
	if revision == nil {
		return nil, invalidField("If-Match", "If-Match is empty.")
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

// by says to commands who asks.
func (c *request) by() commands.Caller {
	return commands.Caller{Actor: c.actor, Via: c.via, Session: c.signedIn, RequestID: c.id}
}

// fromSite says to commands that a visitor asks.
func (c *request) fromSite() commands.Caller {
	return commands.Caller{Actor: visitor, Via: events.ViaSite, RequestID: c.id}
}

// caller is by with the request's Idempotency-Key. body is what the Idempotency-Key stands for.
func (c *request) caller(body []byte) (commands.Caller, error) {
	by := c.by()
	keys := c.request.Header["Idempotency-Key"]
	if len(keys) == 0 {
		return by, nil
	}
	key := keys[0]
	if len(keys) > 1 || key == "" || len(key) > maxIdempotencyKey || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return by, invalidField("Idempotency-Key", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
	}
	sum := sha256.New()
	for _, part := range []string{c.request.Method, " ", c.request.URL.Path, "\n"} {
		_, _ = io.WriteString(sum, part)
	}
	sum.Write(body)
	by.IdempotencyKey, by.BodyHash = key, hex.EncodeToString(sum.Sum(nil))
	return by, nil
}

// visitor is the actor of public calls.
var visitor = events.Actor{Kind: events.ActorVisitor}

// revision returns the id and the revision in the path.
func (c *request) revision(noun string) (id int64, revision uint64, err error) {
	if id, err = c.number(noun); err != nil {
		return 0, 0, err
	}
	text := c.variable("revision")
	if text == "0" {
		return id, 0, nil
	}
	n, ok := canonicalID(text)
	if !ok {
		return 0, 0, notFound("Revision")
	}
	return id, uint64(n), nil
}
