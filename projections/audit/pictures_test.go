package audit_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

func TestActivityTellsWhatIsDoneToPictures(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	sha256, other := strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	stream := events.PictureStream(sha256)
	log.Append(t, stream, events.MediaDescribed{SHA256: sha256, ContentType: "image/png",
		Changes: events.MediaChanges{Alt: modeltest.Ptr("A kettle"), Credit: modeltest.Ptr("Ada")}, At: modeltest.Day(1)})
	log.Append(t, stream, events.MediaReplaced{SHA256: sha256, ContentType: "image/png", By: other, ByContentType: "image/webp",
		At: modeltest.Day(2)})
	modeltest.Seen(t, log.Append(t, stream, events.MediaRemoved{SHA256: sha256, ContentType: "image/png", At: modeltest.Day(3)}), m.History)
	var got []audit.Activity
	a, err := m.History.ActivityAnswer(0, 0)
	if err := errors.Join(err, json.Unmarshal(a.Body(), &got)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, one := range got {
		lines = append(lines, one.Action+": "+strings.ReplaceAll(one.Details, sha256, "…"))
	}
	want := []string{`REMOVE_PICTURE: Removed picture "/media/….png"`, `REPLACE_PICTURE: Replaced picture "/media/….png"`,
		`UPDATE_PICTURE: Changed the description of picture "/media/….png"`}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q", lines)
	}
	page, err := m.History.Entries(audit.Query{}, 0, 50)
	if err != nil || len(page.Entries) != 3 || !slices.Equal(page.Entries[2].Fields, []string{"alt", "credit"}) {
		t.Errorf("%+v, %v", page.Entries, err)
	}
}
