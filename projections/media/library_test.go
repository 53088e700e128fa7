package media_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/media"
	"candor/projections/projector"
)

// library is a log with pictures, and models of it.
type library struct {
	*testing.T
	log *modeltest.Log
	m   *projections.Models
}

func newLibrary(t *testing.T) library {
	log := modeltest.NewLog()
	return library{t, log, modeltest.Open(t, modeltest.MemDir(t), log)}
}

// store stores a picture that consists of a text, and returns its hash.
func (l library) store(text string) string {
	sum := sha256.Sum256([]byte(text))
	name := hex.EncodeToString(sum[:])
	chunk := events.MediaChunk{SHA256: name, ContentType: "image/png", Size: len(text), Chunks: 1, Width: 10 * len(text), Height: 20}
	l.append(events.MediaStream(name), events.MediaStored{MediaChunk: chunk, Bytes: []byte(text)})
	return name
}

func (l library) append(stream string, all ...events.Event) {
	l.Helper()
	modeltest.Seen(l.T, l.log.Append(l.T, stream, all...), l.m.Media, l.m.Content, l.m.Drafts)
}

func (l library) describe(name string, changes events.MediaChanges) {
	l.append(events.PictureStream(name), events.MediaDescribed{SHA256: name, ContentType: "image/png", Changes: changes, At: modeltest.Day(1)})
}

func (l library) replace(name, by string) {
	l.append(events.PictureStream(name), events.MediaReplaced{SHA256: name, ContentType: "image/png", By: by, ByContentType: "image/png",
		At: modeltest.Day(2)})
}

func (l library) remove(name string) {
	l.append(events.PictureStream(name), events.MediaRemoved{SHA256: name, ContentType: "image/png", Size: 3, At: modeltest.Day(3)})
}

// names returns the names of the pictures that a query finds, in order.
func (l library) names(q projections.LibraryQuery) string {
	l.Helper()
	page, err := l.m.Library(q)
	if err != nil {
		l.Fatal(err)
	}
	names := make([]string, len(page.Items))
	for i, p := range page.Items {
		names[i] = p.Name
	}
	return fmt.Sprintf("%s of %d, %d without alt", strings.Join(names, " "), page.Total, page.MissingAlt)
}

func TestTheLibraryListsPicturesNewestFirst(t *testing.T) {
	l := newLibrary(t)
	hashes := map[string]string{}
	for _, name := range []string{"ant", "bee", "cat", "dog"} {
		hashes[name] = l.store(name)
		l.describe(hashes[name], events.MediaChanges{Name: &name})
	}
	l.describe(hashes["ant"], events.MediaChanges{Alt: modeltest.Ptr("An ANT on a Leaf"), Credit: modeltest.Ptr("Müller")})
	l.describe(hashes["bee"], events.MediaChanges{Alt: modeltest.Ptr("A bee"), Caption: modeltest.Ptr("On a leaf, too")})
	article := events.ArticleContent{Title: "News", Content: "c", ImageURL: events.MediaAddress(hashes["bee"], "image/png"),
		Category: "AI", AuthorName: "Ada"}
	l.append("article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(2), ArticleContent: article})
	draft := events.Item{Kind: events.ArticleKind, ID: 1}.Draft()
	l.append(draft.Stream(), events.DraftSaved{DraftID: draft, Kind: events.ArticleKind, ItemID: 1, At: modeltest.Day(2),
		Fields: map[string]json.RawMessage{"content": json.RawMessage(`"![](` + events.MediaAddress(hashes["cat"], "image/png") + `)"`)}})
	for _, tt := range []struct {
		name  string
		query projections.LibraryQuery
		want  string
	}{
		{"all", projections.LibraryQuery{}, "dog cat bee ant of 4, 2 without alt"},
		{"a page", projections.LibraryQuery{Limit: 2, Offset: 1}, "cat bee of 4, 2 without alt"},
		{"past the end", projections.LibraryQuery{Offset: 9}, " of 4, 2 without alt"},
		{"words in any order and field", projections.LibraryQuery{Search: " LEAF a "}, "bee ant of 2, 2 without alt"},
		{"a credit", projections.LibraryQuery{Search: "MÜLL"}, "ant of 1, 2 without alt"},
		{"not across fields", projections.LibraryQuery{Search: "ant\x00an"}, " of 0, 2 without alt"},
		{"without alt", projections.LibraryQuery{Filter: projections.MissingAlt}, "dog cat of 2, 2 without alt"},
		{"without alt, by name", projections.LibraryQuery{Filter: projections.MissingAlt, Search: "o"}, "dog of 1, 2 without alt"},
		{"unused", projections.LibraryQuery{Filter: projections.UnusedPictures}, "dog ant of 2, 2 without alt"},
		{"removed", projections.LibraryQuery{Filter: projections.Removed}, " of 0, 2 without alt"},
	} {
		if got := l.names(tt.query); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}

	l.remove(hashes["cat"])
	l.remove(hashes["dog"])
	if got := l.names(projections.LibraryQuery{}); got != "bee ant of 2, 0 without alt" {
		t.Errorf("after the removal: %s", got)
	}
	if got := l.names(projections.LibraryQuery{Filter: projections.Removed}); got != "dog cat of 2, 0 without alt" &&
		got != "cat dog of 2, 0 without alt" {
		t.Errorf("removed: %s", got)
	}
	all, err := l.m.Pictures()
	if err != nil || len(all) != 4 || all[0].Name != "bee" || all[3].RemovedAt == nil {
		t.Errorf("all pictures: %+v, %v", all, err)
	}
}

// A picture that another one has replaced is found as a part of that one, with what uses either.
func TestAReplacedPictureIsPartOfTheOther(t *testing.T) {
	l := newLibrary(t)
	old, older, now := l.store("old"), l.store("older"), l.store("now")
	l.describe(now, events.MediaChanges{Name: modeltest.Ptr("now"), FocalPoint: &events.FocalPoint{X: 0.5, Y: 0}})
	for i, name := range []string{old, older} {
		id := events.ArticleID(i + 1)
		article := events.ArticleContent{Title: "News", Content: "![](" + events.MediaAddress(now, "image/png") + ")",
			ImageURL: events.MediaAddress(name, "image/png"), Category: "AI", AuthorName: "Ada"}
		l.append(id.Stream(), events.ArticleCreated{ArticleID: id, At: modeltest.Day(2), ArticleContent: article})
	}
	l.replace(older, old)
	l.replace(old, now)
	if got := l.names(projections.LibraryQuery{}); got != "now of 1, 1 without alt" {
		t.Errorf("the library has %s", got)
	}
	for _, name := range []string{now, old, older} {
		p, err := l.m.Picture(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.ID != now || p.Width != 30 || p.Height != 20 || p.FocalPoint.Y != 0 || *p.Revision != 0 || len(p.Uses) != 2 ||
			len(p.Replaces) != 2 || p.Replaces[0].ID == now || p.Replaces[1].Width == 0 || !p.StoredAt.After(modeltest.Began) {
			t.Errorf("%.4s is shown as %+v", name, p)
		}
		if shown, err := l.m.Media.Shown(name); shown != now || err != nil {
			t.Errorf("%.4s is shown as %s (%v)", name, shown, err)
		}
		if _, body, err := l.m.Media.File(name); err != nil || len(body) < 3 {
			t.Errorf("the file of %.4s itself: %q (%v)", name, body, err)
		}
	}
	if leading, err := l.m.Media.Leading(now); err != nil || !slices.Equal(leading, []string{now, old, older}) {
		t.Errorf("%q lead to it (%v)", leading, err)
	}

	l.replace(now, older) // the way back
	p, err := l.m.Picture(now)
	if err != nil || p.ID != older || len(p.Replaces) != 2 || len(p.Uses) != 2 {
		t.Errorf("it is shown as %+v (%v)", p, err)
	}
	if got := l.names(projections.LibraryQuery{Limit: 1}); got != " of 1, 1 without alt" {
		t.Errorf("the library has %s", got)
	}
	if _, err := l.m.Picture(strings.Repeat("0", 64)); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("no picture: %v", err)
	}
}

// Those who make copies of files learn which there are, and that one came or went.
func TestFilesAreKnownAsTheyComeAndGo(t *testing.T) {
	l := newLibrary(t)
	expect := func(what string, changed <-chan struct{}) {
		t.Helper()
		select {
		case <-changed:
		case <-time.After(30 * time.Second):
			t.Errorf("%s: nobody is told", what)
		}
	}
	changed := l.m.Media.Changed()
	one := l.store("one")
	expect("stored", changed)
	two := l.store("two")
	changed = l.m.Media.Changed()
	l.replace(one, two)
	select {
	case <-changed:
		t.Error("a replacement is no new file")
	default:
	}
	all, err := l.m.Media.Stored()
	want := []string{one, two}
	slices.Sort(want)
	if diff := cmp.Diff(want, all); err != nil || diff != "" {
		t.Errorf("stored are %v (%v)", all, err)
	}
	if count, bytes, err := l.m.Media.Sizes(); count != 2 || bytes != 6 || err != nil {
		t.Errorf("%d files of %d bytes (%v)", count, bytes, err)
	}
	if shape, kind, size, err := l.m.Media.Shape(one); shape != (events.Shape{Width: 30, Height: 20}) || kind != "image/png" ||
		size != 3 || err != nil {
		t.Errorf("%+v %s %d (%v)", shape, kind, size, err)
	}
	l.remove(one)
	expect("removed", changed)
	if _, _, _, err := l.m.Media.Shape(one); !errors.Is(err, projector.ErrRemoved) {
		t.Errorf("the shape of a removed one: %v", err)
	}
	if all, err := l.m.Media.Stored(); err != nil || !slices.Equal(all, []string{two}) {
		t.Errorf("stored are %v (%v)", all, err)
	}
}

// A page holds no more pictures than asked for, however many there are.
func TestALibraryPageIsBounded(t *testing.T) {
	l := newLibrary(t)
	for i := range 130 {
		text := fmt.Sprint("picture ", i)
		sum := sha256.Sum256([]byte(text))
		name := hex.EncodeToString(sum[:])
		l.log.Append(t, events.MediaStream(name),
			events.MediaStored{MediaChunk: events.MediaChunk{SHA256: name, ContentType: "image/png", Size: len(text), Chunks: 1},
				Bytes: []byte(text)})
	}
	l.store("the last")
	for limit, want := range map[int]int{0: projections.DefaultLibraryLimit, 5: 5, 1000: projections.MaxLibraryLimit} {
		if page, err := l.m.Library(projections.LibraryQuery{Limit: limit}); err != nil || len(page.Items) != want || page.Total != 131 {
			t.Errorf("limit %d: %d of %d (%v)", limit, len(page.Items), page.Total, err)
		}
	}
	stop := errors.New("stop")
	if _, err := l.m.Media.Library(media.Query{Keep: func([]string) (bool, error) { return false, stop }}); !errors.Is(err, stop) {
		t.Errorf("an error of what chooses is lost: %v", err)
	}
}
