package openlog

import (
	"slices"
	"strings"
	"testing"
)

// Analysts read all content and the links to it, and no link to a stream that they can't read.
func TestAnalystsReadEveryKindOfContent(t *testing.T) {
	prefixes := analystPrefixes()
	for _, stream := range []string{"review-1", "article-1", "page-1", "category-1", "pageviews-2026-11-21", "$ce-page", "$ce-review",
		"$et-PageCreated", "$et-PageScheduled", "$et-ReviewCorrected", "$et-ArticleUpdated", "$et-CategoryRestored", "$et-PageViewed", "$et-MediaDescribed", "$et-MediaRemoved", "picture-9f86d0"} {
		if !slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(stream, prefix) }) {
			t.Errorf("analysts can't read %s", stream)
		}
	}
	for _, stream := range []string{"pageslug-how-we-test", "message-1", "$et-PageSlugReserved", "$et-MessageReceived", "$et-ApiKeyCreated"} {
		if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(stream, prefix) }) {
			t.Errorf("analysts read %s", stream)
		}
	}
}
