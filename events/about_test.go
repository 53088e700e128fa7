package events_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

// Each event type says what it is about, or is known to be bookkeeping: a new one is one or the other on purpose.
func TestEveryEventSaysWhatItIsAbout(t *testing.T) {
	want := map[string]string{
		"ReviewCreated": `review-12 created "Quiet"`, "ReviewUpdated": `review-12 updated "Quieter": productPrice pros title`,
		"ReviewPublished":   "review-12 published",
		"ReviewUnpublished": "review-12 unpublished", "ReviewFeatured": "review-12 featured", "ReviewUnfeatured": "review-12 unfeatured",
		"ReviewScheduled": "review-12 scheduled: publishAt unpublishAt", "ReviewCorrected": "review-12 corrected: rating verdict",
		"ReviewUpdateNoted": "review-12 update noted: rating", "ReviewTypoMarked": "review-12 typo marked",
		"ReviewVersionWithheld": "review-12 version withheld", "ReviewVersionReleased": "review-12 version released",
		"ReviewDeleted": "review-12 deleted", "ReviewRestored": "review-12 restored",
		"ArticleCreated": `article-7 created "News"`, "ArticleUpdated": "article-7 updated: excerpt", "ArticlePublished": "article-7 published",
		"ArticleUnpublished": "article-7 unpublished", "ArticleScheduled": "article-7 scheduled: publishAt unpublishAt",
		"ArticleCorrected":   "article-7 corrected: content",
		"ArticleUpdateNoted": "article-7 update noted: title", "ArticleTypoMarked": "article-7 typo marked",
		"ArticleVersionWithheld": "article-7 version withheld", "ArticleVersionReleased": "article-7 version released",
		"ArticleDeleted": "article-7 deleted", "ArticleRestored": "article-7 restored",
		"PageCreated": `page-2 created "How we test"`, "PageUpdated": `page-2 updated "How we measure": content slug title`,
		"PagePublished": "page-2 published", "PageCorrected": "page-2 corrected: content",
		"PageUnpublished": "page-2 unpublished", "PageScheduled": "page-2 scheduled: publishAt unpublishAt", "PageDeleted": "page-2 deleted",
		"PageRestored":   "page-2 restored",
		"DraftScheduled": "review-12 draft scheduled", "DraftUnscheduled": "review-12 draft unscheduled",
		"DraftPublished":     "review-12 draft published",
		"DraftNotPublished":  "review-12 draft not published",
		"PreviewLinkCreated": "review-12 preview link created", "PreviewLinkWithdrawn": "review-12 preview link withdrawn",
		"CategoryCreated": `category-3 created "Robots"`, "CategoryUpdated": `category-3 updated "Robotics": name`,
		"CategoryDeleted": "category-3 deleted", "CategoryRestored": "category-3 restored",
		"AuthorCreated": "author-1 created", "AuthorUpdated": "author-1 updated: disclosure links name", "AuthorDeleted": "author-1 deleted",
		"MessageReceived": "message-5 received", "MessageRead": "message-5 read", "MessageDeleted": "message-5 deleted",
		"NewsletterSubscribed": "subscriber-4 subscribed", "NewsletterUnsubscribed": "subscriber-4 unsubscribed",
		"ApiKeyCreated": `apikey-2 created "bot"`, "ApiKeyDeactivated": "apikey-2 deactivated", "ApiKeyDeleted": "apikey-2 deleted",
		"NameDescribed":  `tag described "Wi-Fi 7": description`,
		"MediaDescribed": `picture described "/media/ef.webp": alt caption credit focalPoint name`,
		"MediaReplaced":  `picture replaced "/media/ef.webp"`,
		"MediaRemoved":   `picture removed "/media/ef.webp"`, "MediaAllowed": `picture allowed "/media/ef.webp"`,
		"MediaReturned":              `picture returned "/media/ef.webp"`,
		"DemoSiteBegun":              `demo created "This is a demo site."`,
		"DemoSiteFinished":           `demo finished`,
		"SiteSettingsChanged":        `settings updated "site": accent currency description icon language logo logoDark name shareImage tagline timeZone`,
		"NavigationChanged":          `settings updated "navigation": footer header social`,
		"PublicationSettingsChanged": `settings updated "publication": affiliateDisclosure contactEmail copyright correctionsPolicy illustrationNote publicHistory responseTime`,
		"PrivacySettingsChanged":     `settings updated "privacy": addresses countCountries messageDays pageViewDays`,
		"BackupMade":                 "backup created",
		"ChecklistPagesRead":         "checklist read",
		"ChecklistDismissed":         "checklist dismissed",
		"PersonErased":               "erasure erased", "AdminPasswordSet": "admin password set", "AdminLoggedIn": `admin signed in "admin"`,
		"AdminLoginFailed": "admin sign-in failed", "AdminLoggedOut": "admin signed out",
	}
	bookkeeping := []string{"AddressKept", "ApiKeyUsed", "AuthorNamingBegun", "AuthorNamingEnded", "DaySummarized", "DraftDiscarded",
		"DraftSaved", "EmailFreed", "EmailListBegun", "EmailListReady", "EmailListReplaced", "EmailReleased", "EmailReserved",
		"EmailTaken", "EmailUnlisted",
		"EmailsListed", "ErasureBegun", "IdReserved", "LimitUsed", "MediaStored", "PageSlugReleased", "PageSlugReserved", "PageViewed",
		"RequestAccepted", "SlugReleased", "SlugReserved", "SubscriptionUnchanged",
		"VisitorFirstSeen", "VisitorSaltMade"}
	for _, sample := range samples {
		name := sample.EventType()
		about, ok := events.AboutOf(sample)
		if !ok {
			if !slices.Contains(bookkeeping, name) {
				t.Errorf("%s doesn't say what it is about", name)
			}
			continue
		}
		if !about.At.Equal(at) {
			t.Errorf("%s happened at %v", name, about.At)
		}
		got := about.Kind
		if about.ID != 0 {
			got = about.Stream()
		}
		got += " " + string(about.Action)
		if about.Title != "" {
			got += fmt.Sprintf(" %q", about.Title)
		}
		if about.Changes != nil {
			got += ": " + strings.Join(fieldNames(t, about.Changes), " ")
		}
		if got != want[name] {
			t.Errorf("%s is about\n%s, want\n%s", name, got, want[name])
		}
	}
}

// What an event of content is about is all of it.
func TestAnEventOfContentIsWhatItIsAbout(t *testing.T) {
	for _, sample := range samples {
		about, ok := events.AboutOf(sample)
		if _, content := events.KindNamed(about.Kind); !ok || !content || about.Action.AboutDraft() ||
			strings.HasPrefix(string(about.Action), "preview") {
			continue
		}
		if diff := cmp.Diff(sample, about.Event()); diff != "" {
			t.Errorf("%s (-was +is):\n%s", sample.EventType(), diff)
		}
	}
}

// fieldNames lists the JSON names of the fields that a struct sets, sorted.
func fieldNames(t *testing.T, changes any) []string {
	t.Helper()
	object, err := json.Marshal(changes)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func TestTheSiteConsistsOfReviewsArticlesPagesAndCategories(t *testing.T) {
	for kind, want := range map[string]bool{events.ReviewKind: true, events.ArticleKind: true, events.PageKind: true,
		events.CategoryKind: true, events.AuthorKind: false, events.KeyKind: false, events.ContactKind: false} {
		if got := (events.Item{Kind: kind, ID: 1}).IsContent(); got != want {
			t.Errorf("a %s is content: %v", kind, got)
		}
	}
}
