package versions_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/versions"
)

var lid, cup, pot = strings.Repeat("a1", 32), strings.Repeat("b2", 32), strings.Repeat("c3", 32)

// pictured is a site with review 1, which shows pictures.
type pictured struct {
	*testing.T
	log *modeltest.Log
	m   *projections.Models
}

// newPictured has published review 1 with a picture in a field, and with another one in its text.
func newPictured(t *testing.T) pictured {
	p := pictured{t, modeltest.NewLog(), nil}
	p.m = modeltest.Open(t, modeltest.MemDir(t), p.log)
	review := modeltest.Review(1, "Kettle")
	review.ImageURLs, review.Content = []string{png(lid)}, "It boils.\n\n![](https://example.com"+png(pot)+")"
	p.append("review-1", review, modeltest.Published(1))
	return p
}

func png(sha256 string) string { return events.MediaAddress(sha256, "image/png") }

func (p pictured) append(stream string, es ...events.Event) events.Position {
	p.Helper()
	p.log.Append(p, stream, es...)
	head, _ := p.log.Head(p.Context())
	modeltest.Seen(p, head, p.m.Versions)
	return head
}

func (p pictured) replace(sha256, by string, old events.OldPicture) events.Position {
	p.Helper()
	return p.append(events.PictureStream(sha256), events.MediaReplaced{SHA256: sha256, ContentType: "image/png", By: by,
		ByContentType: "image/png", OldPicture: old, At: modeltest.Day(2)})
}

func (p pictured) edit(title string) events.Position {
	p.Helper()
	return p.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Title: &title}, At: modeltest.Day(3)})
}

// history lists what readers get, newest first: "edit Kettle", "picture a1 > b2".
func (p pictured) history(mode versions.Mode) (lines []string) {
	p.Helper()
	for _, one := range p.list(mode, 0, 0).Versions {
		line := string(one.Type) + " " + one.Title
		if one.Type == versions.Picture {
			line = "picture " + short(one.From) + " > " + short(one.To)
		}
		lines = append(lines, line)
	}
	return lines
}

type picturePage struct {
	Versions []versions.Listed
	Next     events.Position
}

func (p pictured) list(mode versions.Mode, before events.Position, limit int) (page picturePage) {
	p.Helper()
	if err := json.Unmarshal([]byte(modeltest.Body(p)(p.m.Versions.History(events.ReviewKind, 1, mode, before, limit))), &page); err != nil {
		p.Fatal(err)
	}
	return page
}

func short(address *string) string {
	if address == nil {
		return "-"
	}
	return strings.TrimPrefix(*address, "/media/")[:2]
}

// publicly lists which of the pictures readers may see in the history.
func (p pictured) publicly(mode versions.Mode) (all []string) {
	p.Helper()
	for _, sha256 := range []string{lid, cup, pot} {
		public, err := p.m.Versions.PicturePublic(mode, sha256)
		if err != nil {
			p.Fatal(err)
		}
		if public {
			all = append(all, sha256[:2])
		}
	}
	return all
}

func (p pictured) want(when string, got []string, want ...string) {
	p.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		p.Errorf("%s: %s", when, diff)
	}
}

func TestTheHistoryTellsOfReplacedPictures(t *testing.T) {
	p := newPictured(t)
	p.want("before", p.publicly(versions.Full), "a1", "c3")
	p.replace(lid, cup, events.OldPictureInHistory)
	p.want("replaced", p.history(versions.Full), "picture a1 > b2", "published Kettle")
	p.want("replaced", p.publicly(versions.Full), "a1", "b2", "c3")
	p.edit("Pot")
	p.replace(cup, pot, events.OldPictureInHistory)
	p.want("replaced again", p.history(versions.Full), "picture b2 > c3", "edit Pot", "picture a1 > b2", "published Kettle")
	p.replace(pot, lid, events.OldPictureInHistory) // back, and in the place of the one in the text
	p.want("undone", p.history(versions.Full), "picture c3 > a1", "picture b2 > c3", "edit Pot", "picture a1 > b2", "published Kettle")
	p.want("corrections alone", p.history(versions.Corrections), "published Kettle")
}

func TestAHiddenOldPictureIsNowhere(t *testing.T) {
	p := newPictured(t)
	p.replace(lid, cup, events.OldPictureInHistory)
	p.edit("Pot")
	p.replace(cup, pot, events.OldPictureHidden)
	p.want("hidden", p.history(versions.Full), "picture - > c3", "edit Pot", "picture a1 > -", "published Kettle")
	p.want("hidden", p.publicly(versions.Full), "a1", "c3")
	p.replace(lid, pot, events.OldPictureHidden) // by the one that is shown anyway: nothing changes but this
	p.want("hidden later", p.history(versions.Full), "picture - > c3", "edit Pot", "picture - > -", "published Kettle")
	p.want("hidden later", p.publicly(versions.Full), "c3")
	p.replace(lid, pot, events.OldPictureInHistory)
	p.want("shown again", p.publicly(versions.Full), "a1", "c3")
}

func TestAPictureThatWasReplacedBeforeStaysAsItWas(t *testing.T) {
	p := newPictured(t)
	p.replace(lid, cup, events.OldPictureUntold)
	p.want("untold", p.history(versions.Full), "published Kettle")
	p.want("untold", p.publicly(versions.Full), "b2", "c3")
}

func TestOnlyWhatReadersSawIsTold(t *testing.T) {
	p := newPictured(t)
	p.append("review-1", events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(2)})
	p.replace(lid, cup, events.OldPictureInHistory)
	p.want("not published", p.publicly(versions.Full))
	p.append("review-1", modeltest.Published(1))
	p.want("published again", p.history(versions.Full), "published Kettle", "published Kettle")
	p.want("published again", p.publicly(versions.Full), "a1", "b2", "c3") // the first version shows the old one
	images := []string{}
	p.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{ImageURLs: &images}, At: modeltest.Day(3)})
	p.replace(cup, pot, events.OldPictureInHistory)
	p.want("no longer used", p.history(versions.Full), "edit Kettle", "published Kettle", "published Kettle")
}

func TestTheHistoryOfAWithheldVersionShowsNoPictures(t *testing.T) {
	p := newPictured(t)
	p.replace(lid, cup, events.OldPictureInHistory)
	images := []string{}
	p.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{ImageURLs: &images}, At: modeltest.Day(3)})
	p.want("before", p.publicly(versions.Full), "a1", "b2", "c3")
	p.append("review-1", events.ReviewVersionWithheld{ReviewID: 1, Revision: 1, Reason: "law", At: modeltest.Day(4)})
	p.want("withheld", p.history(versions.Full), "edit Kettle", "picture - > -", "published ")
	p.want("withheld", p.publicly(versions.Full), "c3")
	if one := p.list(versions.Full, 0, 0).Versions[1]; one.Withheld == nil || one.Title != "" || one.Revision != 1 {
		t.Errorf("%+v", one)
	}
	p.append("review-1", events.ReviewVersionReleased{ReviewID: 1, Revision: 1, At: modeltest.Day(5)})
	p.want("released", p.publicly(versions.Full), "a1", "b2", "c3")
}

func TestARemovedPictureIsToldWithItsDate(t *testing.T) {
	p := newPictured(t)
	alt := "A lid"
	p.append(events.PictureStream(lid), events.MediaDescribed{SHA256: lid, ContentType: "image/png", Changes: events.MediaChanges{Alt: &alt},
		At: modeltest.Day(1)})
	p.replace(lid, cup, events.OldPictureInHistory)
	if one := p.list(versions.Full, 0, 0).Versions[0]; one.FromAlt != alt || one.ToAlt != "" || one.Label != "Picture replaced" {
		t.Errorf("%+v", one.Replacement)
	}
	p.edit("Pot")
	p.append(events.PictureStream(lid), events.MediaRemoved{SHA256: lid, ContentType: "image/png", At: modeltest.Day(4)})
	one := p.list(versions.Full, 0, 0).Versions[1]
	if one.From != nil || one.FromAlt != "" || one.FromRemovedAt == nil || !one.FromRemovedAt.Equal(modeltest.Day(4)) ||
		one.ToRemovedAt != nil {
		t.Errorf("%+v", one.Replacement)
	}
	p.want("removed", p.publicly(versions.Full), "b2", "c3")
	first, err := p.m.Versions.Version(events.ReviewKind, 1, versions.Full, 1)
	if gone := first.Then.Pictures[lid]; err != nil || gone.RemovedAt == nil || !gone.RemovedAt.Equal(modeltest.Day(4)) {
		t.Errorf("the first version has %+v, %v", gone, err)
	}
}

// An earlier version shows what readers saw when it began, and the current one what they see today.
func TestAVersionShowsThePicturesOfItsTime(t *testing.T) {
	p := newPictured(t)
	seen := func(revision uint64) string {
		t.Helper()
		d, err := p.m.Versions.Version(events.ReviewKind, 1, versions.Full, revision)
		if err != nil {
			t.Fatal(err)
		}
		return d.Then.Pictures[lid].SHA256[:2]
	}
	p.replace(lid, cup, events.OldPictureInHistory)
	if got := seen(1); got != "b2" {
		t.Errorf("the current version shows %s", got)
	}
	p.edit("Pot")
	if first, second := seen(1), seen(2); first != "a1" || second != "b2" {
		t.Errorf("the versions show %s and %s", first, second)
	}
	images := []string{png(pot)}
	p.append("review-1", events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{ImageURLs: &images}, At: modeltest.Day(3)})
	if change := p.list(versions.Full, 0, 0).Versions[0].Changes[0]; string(change.From) != `["`+png(cup)+`"]` ||
		string(change.To) != `["`+png(pot)+`"]` {
		t.Errorf("changed from %s to %s", change.From, change.To)
	}
	p.replace(lid, pot, events.OldPictureHidden)
	if got := seen(1); got != "c3" {
		t.Errorf("with the old one hidden the first version shows %s", got)
	}
}

// Pages of any size have every version and every replacement once.
func TestPagesOfVersionsAndPictures(t *testing.T) {
	p := newPictured(t)
	for range 3 {
		p.edit("Pot")
		p.replace(lid, cup, events.OldPictureInHistory)
		p.replace(cup, lid, events.OldPictureInHistory)
		p.edit("Kettle")
	}
	all := p.list(versions.Full, 0, 0)
	if len(all.Versions) != 13 || all.Next != 0 {
		t.Fatalf("%d entries, and then %d", len(all.Versions), all.Next)
	}
	for limit := 1; limit <= 14; limit++ {
		var paged []versions.Listed
		for before, pages := events.Position(0), 0; pages < 20; pages++ {
			page := p.list(versions.Full, before, limit)
			if len(page.Versions) > limit {
				t.Errorf("%d of at most %d", len(page.Versions), limit)
			}
			if paged, before = append(paged, page.Versions...), page.Next; before == 0 {
				break
			}
		}
		if diff := cmp.Diff(all.Versions, paged, cmpopts.IgnoreUnexported(versions.Listed{})); diff != "" {
			t.Errorf("in pages of %d: %s", limit, diff)
		}
	}
}

// A replacement that can't be read hides what it is about until that is replaced anew.
func TestAnUnreadableReplacementHidesThePicture(t *testing.T) {
	p := newPictured(t)
	p.replace(lid, cup, events.OldPictureInHistory)
	p.edit("Pot")
	p.log.AppendBroken(events.PictureStream(lid), events.MediaReplaced{}.EventType())
	p.edit("Kettle")
	p.want("unreadable", p.history(versions.Full), "edit Kettle", "edit Pot", "picture - > b2", "published Kettle")
	p.replace(lid, cup, events.OldPictureInHistory)
	p.want("replaced anew", p.publicly(versions.Full), "a1", "b2", "c3")
}
