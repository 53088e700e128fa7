package pictures

import (
	"candor/commands"
	"candor/events"
	"strings"
	"testing"
)

func TestRemovalOfPictures(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	stored := &events.MediaStored{MediaChunk: events.MediaChunk{SHA256: hash, ContentType: "image/png", Size: 7, Chunks: 1}}
	removed := events.MediaRemoved{SHA256: hash, ContentType: "image/png", Size: 7, At: at}
	allowed := events.MediaAllowed{SHA256: hash, ContentType: "image/png", At: at}
	returned := events.MediaReturned{SHA256: hash, ContentType: "image/png", At: at}
	remove, removeNothing := removePicture{hash, stored, at}, removePicture{hash, nil, at}
	allow, back := allowPicture{hash, at}, returnPicture{hash, "image/png", at}
	play(t, []scenario[pictureLife]{
		{Name: "a stored picture is removed", When: remove, Then: happened(removed)},
		{Name: "what was never stored can't be", When: removeNothing, Err: commands.NotFound},
		{Name: "a second removal records nothing", Given: happened(removed), When: removeNothing},
		{Name: "nor does one whose bytes are still being deleted", Given: happened(removed), When: remove},
		{Name: "a picture that came back is removed again", Given: happened(removed, allowed, returned), When: remove, Then: happened(removed)},
		{Name: "one that may come back, but has not, is removed again", Given: happened(removed, allowed), When: removeNothing, Then: happened(removed)},
		{Name: "a removed picture is allowed", Given: happened(removed), When: allow, Then: happened(allowed)},
		{Name: "twice is once", Given: happened(removed, allowed), When: allow},
		{Name: "one that came back needs no permission", Given: happened(removed, allowed, returned), When: allow},
		{Name: "what was never removed can't be allowed", When: allow, Err: commands.NotFound},
		{Name: "an allowed picture comes back", Given: happened(removed, allowed), When: back, Then: happened(returned)},
		{Name: "it comes back once", Given: happened(removed, allowed, returned), When: back},
		{Name: "a removed one does not", Given: happened(removed), When: back, Err: commands.NotFound},
	})
}
