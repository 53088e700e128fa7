package pictures

import (
	"strings"
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestRemovalOfPictures(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	stored := &events.MediaStored{MediaChunk: events.MediaChunk{SHA256: hash, ContentType: "image/png", Size: 7, Chunks: 1}}
	removed := events.MediaRemoved{SHA256: hash, ContentType: "image/png", Size: 7, At: at}
	allowed := events.MediaAllowed{SHA256: hash, ContentType: "image/png", At: at}
	returned := events.MediaReturned{SHA256: hash, ContentType: "image/png", At: at}
	remove, removeNothing := removePicture{hash, stored, at}, removePicture{hash, nil, at}
	allow, back := allowPicture{hash, at}, returnPicture{hash, "image/png", at}
	decisiontest.Play(t, []scenario[pictureLife]{
		{Name: "a stored picture is removed", When: remove, Then: decisiontest.Happened(removed)},
		{Name: "what was never stored can't be", When: removeNothing, Err: commands.NotFound},
		{Name: "a second removal records nothing", Given: decisiontest.Happened(removed), When: removeNothing},
		{Name: "nor does one whose bytes are still being deleted", Given: decisiontest.Happened(removed), When: remove},
		{Name: "a picture that came back is removed again", Given: decisiontest.Happened(removed, allowed, returned), When: remove,
			Then: decisiontest.Happened(removed)},
		{Name: "one that may come back, but has not, is removed again", Given: decisiontest.Happened(removed, allowed), When: removeNothing,
			Then: decisiontest.Happened(removed)},
		{Name: "a removed picture is allowed", Given: decisiontest.Happened(removed), When: allow, Then: decisiontest.Happened(allowed)},
		{Name: "twice is once", Given: decisiontest.Happened(removed, allowed), When: allow},
		{Name: "one that came back needs no permission", Given: decisiontest.Happened(removed, allowed, returned), When: allow},
		{Name: "what was never removed can't be allowed", When: allow, Err: commands.NotFound},
		{Name: "an allowed picture comes back", Given: decisiontest.Happened(removed, allowed), When: back,
			Then: decisiontest.Happened(returned)},
		{Name: "it comes back once", Given: decisiontest.Happened(removed, allowed, returned), When: back},
		{Name: "a removed one does not", Given: decisiontest.Happened(removed), When: back, Err: commands.NotFound},
	})
}
