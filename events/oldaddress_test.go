package events_test

import (
	"strings"
	"testing"

	"candor/events"
)

func TestOldPathsAreTheFormsUnderWhichAnAddressMayBeKept(t *testing.T) {
	for path, want := range map[string]string{
		"/2024/05/lamp/": "/2024/05/lamp",
		"/":              "",
		"":               "",
		"lamp":           "",
		"/wp-content/uploads/2024/03/kettle-1024x683.jpg":        "/wp-content/uploads/2024/03/kettle-1024x683.jpg /wp-content/uploads/2024/03/kettle.jpg",
		"/wp-content/uploads/2024/03/kettle-scaled.jpg":          "/wp-content/uploads/2024/03/kettle-scaled.jpg /wp-content/uploads/2024/03/kettle.jpg",
		"/content/images/size/w600/2025/01/lamp.jpg":             "/content/images/size/w600/2025/01/lamp.jpg /content/images/2025/01/lamp.jpg",
		"/content/images/size/w600/format/webp/2025/01/lamp.jpg": "/content/images/size/w600/format/webp/2025/01/lamp.jpg /content/images/2025/01/lamp.jpg",
		"/tag/quiet/page/2/":                                     "/tag/quiet/page/2 /tag/quiet",
		"/page/2":                                                "/page/2",
	} {
		if got := strings.Join(events.OldPaths(path), " "); got != want {
			t.Errorf("%q may be kept as %q, want %q", path, got, want)
		}
	}
}
