package commands

import (
	"strings"
	"testing"

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
	play(t, []scenario[pictureLife]{
		{name: "a stored picture is removed", when: remove, then: happened(removed)},
		{name: "what was never stored can't be", when: removeNothing, err: NotFound},
		{name: "a second removal records nothing", given: happened(removed), when: removeNothing},
		{name: "nor does one whose bytes are still being deleted", given: happened(removed), when: remove},
		{name: "a picture that came back is removed again", given: happened(removed, allowed, returned), when: remove, then: happened(removed)},
		{name: "one that may come back, but has not, is removed again", given: happened(removed, allowed), when: removeNothing, then: happened(removed)},
		{name: "a removed picture is allowed", given: happened(removed), when: allow, then: happened(allowed)},
		{name: "twice is once", given: happened(removed, allowed), when: allow},
		{name: "one that came back needs no permission", given: happened(removed, allowed, returned), when: allow},
		{name: "what was never removed can't be allowed", when: allow, err: NotFound},
		{name: "an allowed picture comes back", given: happened(removed, allowed), when: back, then: happened(returned)},
		{name: "it comes back once", given: happened(removed, allowed, returned), when: back},
		{name: "a removed one does not", given: happened(removed), when: back, err: NotFound},
	})
}
