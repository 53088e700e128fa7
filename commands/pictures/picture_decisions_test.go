package pictures

import (
	"strings"
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestDecisionsOnDescriptions(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	text := func(s string) *string { return &s }
	corner, centre := events.FocalPoint{X: 1}, events.FocalCentre
	describe := func(c events.MediaChanges) describePicture {
		return describePicture{sha256: hash, contentType: "image/png", changes: c, at: at}
	}
	described := func(c events.MediaChanges) events.Event {
		return events.MediaDescribed{SHA256: hash, ContentType: "image/png", Changes: c, At: at}
	}
	whole := events.MediaChanges{Name: text("lid.png"), Alt: text("A lid"), Caption: text("Open."), Credit: text("Ada"), FocalPoint: &corner}
	removed := events.MediaRemoved{SHA256: hash, ContentType: "image/png", At: at}
	allowed, returned := events.MediaAllowed{SHA256: hash, At: at}, events.MediaReturned{SHA256: hash, At: at}
	decisiontest.Play(t, []scenario[pictureLife]{
		{Name: "a picture is described", When: describe(whole), Then: decisiontest.Happened(described(whole))},
		{Name: "the same description records nothing", Given: decisiontest.Happened(described(whole)), When: describe(whole)},
		{Name: "just what differs is recorded", Given: decisiontest.Happened(described(whole)),
			When: describe(events.MediaChanges{Alt: text("A grey lid"), Credit: text("Ada")}),
			Then: decisiontest.Happened(described(events.MediaChanges{Alt: text("A grey lid")}))},
		{Name: "a text is emptied", Given: decisiontest.Happened(described(whole)), When: describe(events.MediaChanges{Caption: text("")}),
			Then: decisiontest.Happened(described(events.MediaChanges{Caption: text("")}))},
		{Name: "the centre is what a picture has", When: describe(events.MediaChanges{FocalPoint: &centre, Alt: text("")})},
		{Name: "the focal point moves back to it", Given: decisiontest.Happened(described(whole)),
			When: describe(events.MediaChanges{FocalPoint: &centre}),
			Then: decisiontest.Happened(described(events.MediaChanges{FocalPoint: &centre}))},
		{Name: "a first description is one", When: describePicture{hash, "image/png", whole, true, at},
			Then: decisiontest.Happened(described(whole))},
		{Name: "a first description doesn't replace another", Given: decisiontest.Happened(described(events.MediaChanges{Alt: text("A lid")})),
			When: describePicture{hash, "image/png", whole, true, at}},
		{Name: "a removed picture can't be described", Given: decisiontest.Happened(removed), When: describe(whole), Err: commands.NotFound},
		{Name: "nor one that may come back, but has not", Given: decisiontest.Happened(removed, allowed), When: describe(whole),
			Err: commands.NotFound},
		{Name: "one that came back has the description that it had", Given: decisiontest.Happened(described(whole), removed, allowed, returned),
			When: describe(whole)},
	})
}

func TestAPictureInheritsWhatItLacks(t *testing.T) {
	from := events.MediaDescription{Name: "old.png", Alt: "A lid", Caption: "Open.", Credit: "Ada", FocalPoint: events.FocalPoint{X: 1}}
	for name, test := range map[string]struct{ to, want events.MediaDescription }{
		"nothing is described": {events.MediaDescription{Name: "new.png", FocalPoint: events.FocalCentre},
			events.MediaDescription{Name: "new.png", Alt: "A lid", Caption: "Open.", Credit: "Ada", FocalPoint: events.FocalPoint{X: 1}}},
		"some of it is": {events.MediaDescription{Alt: "A new lid", FocalPoint: events.FocalPoint{Y: 1}},
			events.MediaDescription{Alt: "A new lid", Caption: "Open.", Credit: "Ada", FocalPoint: events.FocalPoint{Y: 1}}},
		"everything is described": {events.MediaDescription{Alt: "B", Caption: "C", Credit: "D", FocalPoint: events.FocalPoint{Y: 1}},
			events.MediaDescription{Alt: "B", Caption: "C", Credit: "D", FocalPoint: events.FocalPoint{Y: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := test.to
			events.Apply(&got, inheritance(from, test.to))
			if got != test.want {
				t.Errorf("it has %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestFileNames(t *testing.T) {
	for given, want := range map[string]string{
		"lid.png": "lid.png", `C:\fakepath\lid.png`: "lid.png", "photos/2026/lid.png": "lid.png", " lid\n.png ": "lid .png", "": "", "/": "",
		"a\x00\xffb.png":         "ab.png",
		strings.Repeat("é", 300): strings.Repeat("é", 200),
	} {
		if got := fileName(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
}
