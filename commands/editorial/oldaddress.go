// Old addresses: readers who follow a link to the site that an item was imported from are led to the item, and likewise to the page of a
// category, a tag or an author, and to a picture.

package editorial

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
	"candor/events/characters"
)

// Target is what an old address leads to. Its Kind says which of the other fields counts.
type Target struct {
	Kind   string // of content, events.CategoryKind, events.TagKind, events.TopicKind, events.AuthorKind or events.PictureKind
	ID     int64  // of a review, an article, a page or a category
	Name   string // of a tag, of a topic (a category of articles) or of an author
	SHA256 string // of a picture
}

// numberedTargets and namedTargets are the kinds of targets that have an ID or a Name.
var (
	numberedTargets = append(events.KindNames(), events.CategoryKind)
	namedTargets    = []string{events.TagKind, events.TopicKind, events.AuthorKind}
	hexHash         = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// whole reports whether the target names something.
func (t Target) whole() bool {
	switch {
	case slices.Contains(numberedTargets, t.Kind):
		return t.ID > 0
	case slices.Contains(namedTargets, t.Kind):
		return strings.TrimSpace(t.Name) != ""
	}
	return t.Kind == events.PictureKind && hexHash.MatchString(t.SHA256)
}

// oldAddress is the state of one address.
type oldAddress struct{ kept bool }

func (s oldAddress) Evolve(e events.Event) oldAddress {
	if _, ok := e.(events.AddressKept); ok {
		s.kept = true
	}
	return s
}

// keepAddress makes an address lead to a target.
type keepAddress struct {
	path string
	Target
	at time.Time
}

// Decide leaves an address to the first target that has it: links on other sites should keep leading to the same thing.
func (c keepAddress) Decide(s oldAddress) ([]events.Event, error) {
	if s.kept {
		return nil, nil
	}
	return []events.Event{events.AddressKept{Path: c.path, Kind: c.Kind, ItemID: c.ID, Name: c.Name, SHA256: c.SHA256, At: c.at}}, nil
}

// KeepAddress makes the path of another site's address (decoded, as url.URL has it) lead to a target, unless it leads to something already,
// or to nothing but the front page. An author without a profile gets one, which says no more than the name. Errors: Invalid on "path", for
// an author also on "name"; Unavailable.
func (h *Handler) KeepAddress(ctx context.Context, by commands.Caller, path string, to Target) (commands.Result, error) {
	switch {
	case characters.Count(path) > input.MaxAddress:
		return commands.Result{}, commands.Refuse(input.Wrong("path", "The address must be at most %d characters", input.MaxAddress))
	case !input.IsClean(path) || strings.HasPrefix(path, "//"):
		return commands.Result{}, commands.RefuseField("path", "The address must be a path on the old site")
	case !to.whole():
		return commands.Result{}, commands.RefuseField("path", "The address must lead to something")
	}
	if to.Kind == events.PictureKind {
		path = events.OldPicturePath(path)
	}
	if path = events.OldPath(path); path == "" {
		return commands.Result{}, nil
	}
	if to.Kind == events.AuthorKind {
		return h.authors.KeepAddress(ctx, by, path, to.Name)
	}
	c := keepAddress{path: path, Target: to, at: h.At(by)}
	return commands.Execute(ctx, h.Executor, by, events.OldAddressStream(path), nil, c)
}
