package openlog

import (
	"slices"
	"strings"
	"testing"
)

// Analysts read what is always public and, if they may, all content, with the links to it, and no link to a stream that they can't read.
func TestWhatAnalystsRead(t *testing.T) {
	public := []string{"category-1", "pageviews-2026-11-21", "daysummary-2026-11-21", "$ce-category", "$ce-pageviews", "$et-PageViewed",
		"$et-DaySummarized", "$et-CategoryRestored"}
	content := []string{"review-1", "article-1", "page-1", "$ce-page", "$ce-review", "$et-PageCreated", "$et-PageScheduled",
		"$et-ReviewCorrected", "$et-ArticleUpdated",
		"media-9f86d0", "picture-9f86d0", "$ce-media", "$et-MediaStored", "$et-MediaDescribed", "$et-MediaRemoved"}
	never := []string{"pageslug-how-we-test", "slug-computers", "ids-review", "oldaddress-9f86d0", "preview-review-1", "draft-1", "message-1",
		"$et-PageSlugReserved", "$et-MessageReceived",
		"$et-ApiKeyCreated", "$et-DraftSaved", "$et-PreviewLinkCreated", "$streams"}
	reads := func(mayReadContent bool, streams []string, want bool) {
		t.Helper()
		prefixes := analystPrefixes(mayReadContent)
		for _, stream := range streams {
			if got := slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(stream, prefix) }); got != want {
				t.Errorf("analysts, content %v, read %s: %v", mayReadContent, stream, got)
			}
		}
	}
	reads(false, public, true)
	reads(false, content, false)
	reads(false, never, false)
	reads(true, public, true)
	reads(true, content, true)
	reads(true, never, false)
}
