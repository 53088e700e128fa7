package editorial

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/events"
)

func TestVersionDecisions(t *testing.T) {
	published := [][]events.Event{{events.ReviewCreated{ReviewID: 7, At: at}, events.ReviewPublished{ReviewID: 7, At: at}}}
	edited := append(published, []events.Event{events.ReviewUpdated{ReviewID: 7, At: at}})
	unpublished := append(edited, []events.Event{events.ReviewUnpublished{ReviewID: 7, At: at}})
	deleted := append(edited, []events.Event{events.ReviewDeleted{ReviewID: 7, At: at}})
	withheld := append(edited, []events.Event{events.ReviewVersionWithheld{ReviewID: 7, Revision: 1, Reason: "law", At: at}})
	released := append(withheld, []events.Event{events.ReviewVersionReleased{ReviewID: 7, Revision: 1, At: at}})
	withhold := func(revision uint64, reason string) commands.Decider[itemVersions] {
		return withholdVersion{reviews.item(7), revision, reason, "Review", at}
	}
	release := releaseVersion{reviews.item(7), 1, "Review", at}
	law := []events.Event{events.ReviewVersionWithheld{ReviewID: 7, Revision: 1, Reason: "law", At: at}}
	for _, row := range []struct {
		name  string
		given [][]events.Event // by request
		when  commands.Decider[itemVersions]
		then  []events.Event
		err   commands.Kind // 0: none
	}{
		{"an earlier version is withheld", edited, withhold(1, "law"), law, 0},
		{"what readers see now can't be", edited, withhold(2, "law"), nil, commands.InUse},
		{"nor the only version", published, withhold(1, "law"), nil, commands.InUse},
		{"unpublished, the latest can be", unpublished, withhold(2, "law"),
			[]events.Event{events.ReviewVersionWithheld{ReviewID: 7, Revision: 2, Reason: "law", At: at}}, 0},
		{"a revision that readers never saw", edited, withhold(0, "law"), nil, commands.NotFound},
		{"a revision to come", edited, withhold(9, "law"), nil, commands.NotFound},
		{"of a deleted item", deleted, withhold(1, "law"), nil, commands.NotFound},
		{"of nothing", nil, withhold(0, "law"), nil, commands.NotFound},
		{"withheld again, nothing happens", withheld, withhold(1, "law"), nil, 0},
		{"for another reason", released, withhold(1, "law"), law, 0},
		{"the reason changes", withheld, withhold(1, "privacy"),
			[]events.Event{events.ReviewVersionWithheld{ReviewID: 7, Revision: 1, Reason: "privacy", At: at}}, 0},
		{"it is released", withheld, release, []events.Event{events.ReviewVersionReleased{ReviewID: 7, Revision: 1, At: at}}, 0},
		{"once", released, release, nil, commands.NotFound},
		{"what isn't withheld can't be released", edited, release, nil, commands.NotFound},
	} {
		t.Run(row.name, func(t *testing.T) {
			var s itemVersions
			revision := uint64(0)
			for i, request := range row.given {
				for _, e := range request {
					about, _ := events.AboutOf(e)
					s = s.next(about, revision, fmt.Sprint("request ", i))
					revision++
				}
			}
			got, err := row.when.Decide(s)
			if row.err != 0 && (err == nil || commands.KindOf(err) != row.err) || row.err == 0 && err != nil {
				t.Fatalf("got %v, want an error of kind %v", err, row.err)
			}
			if diff := cmp.Diff(row.then, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
