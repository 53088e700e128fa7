// Package goclient is what oapi-codegen makes of the API's description (client.gen.go, which make test generates), tried on a running
// site. CANDOR_TEST_SITE is the site's URL, CANDOR_TEST_KEY an API key that may create reviews.
package goclient

import (
	"context"
	"net/http"
	"os"
	"testing"
)

// client returns a client of the site whose requests carry the key, if it isn't empty.
func client(t *testing.T, key string) *ClientWithResponses {
	t.Helper()
	site := os.Getenv("CANDOR_TEST_SITE")
	if site == "" {
		t.Fatal("CANDOR_TEST_SITE must be the URL of a site; internal/e2e sets it")
	}
	c, err := NewClientWithResponses(site, WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		if key != "" {
			r.Header.Set("X-API-Key", key)
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func laptop(t *testing.T) NewReview {
	t.Helper()
	pros := &NewReview_Pros{}
	if err := pros.FromNewReviewPros0([]string{"Silent", "Light"}); err != nil {
		t.Fatal(err)
	}
	return NewReview{
		ProductName: "Slate 14", ProductBrand: "Tarnholt", CategoryId: 1, Title: "A laptop you cannot hear", Content: "It makes **no** sound.",
		AuthorName: "Ada Lark",
		Rating:     new(float32(4.5)), Pros: pros, IsPublished: new(true),
	}
}

func TestCreateCorrectAndRead(t *testing.T) {
	ctx, bot, reader := t.Context(), client(t, os.Getenv("CANDOR_TEST_KEY")), client(t, "")
	created, err := bot.CreateBotReviewWithResponse(ctx, &CreateBotReviewParams{IdempotencyKey: new("goclient")}, laptop(t))
	if err != nil || created.JSON200 == nil || created.Headers200.CandorPosition == nil {
		t.Fatalf("%v: %s", err, created.Body)
	}
	id := created.JSON200.Id
	changed, err := bot.UpdateBotReviewWithResponse(ctx, id, &UpdateBotReviewParams{IfMatch: &created.Headers200.ETag},
		ReviewChanges{Rating: new(float32(4)), Correction: new("We had measured the wrong model.")})
	if err != nil || changed.JSON200 == nil {
		t.Fatalf("%v: %s", err, changed.Body)
	}

	list, err := reader.ListReviewsWithResponse(ctx, &ListReviewsParams{Search: new("cannot hear"), Limit: new(10)})
	if err != nil || list.JSON200 == nil {
		t.Fatalf("%v: %s", err, list.Body)
	}
	if all := *list.JSON200; len(all) != 1 || all[0].Id != id || list.Headers200.XTotalCount != 1 {
		t.Errorf("listed: %+v, in all %d", all, list.Headers200.XTotalCount)
	}
	read, err := reader.GetReviewWithResponse(ctx, id, nil)
	if err != nil || read.JSON200 == nil {
		t.Fatalf("%v: %s", err, read.Body)
	}
	review := read.JSON200
	if review.Title != "A laptop you cannot hear" || review.Rating != 4 || len(review.Pros) != 2 || review.PublishedAt == nil ||
		review.ProductPrice != nil {
		t.Errorf("read: %+v", review)
	}
	if review.Corrections == nil || len(*review.Corrections) != 1 {
		t.Fatalf("corrections: %+v", review.Corrections)
	}
	if before, err := (*review.Corrections)[0].Changes[0].From.AsCorrectedFieldFrom1(); err != nil || before != 4.5 {
		t.Errorf("the rating was %v before (%v), want 4.5", before, err)
	}
}

func TestRefusals(t *testing.T) {
	ctx, bot, reader := t.Context(), client(t, os.Getenv("CANDOR_TEST_KEY")), client(t, "")
	missing, err := reader.GetReviewWithResponse(ctx, 999_999, nil)
	if err != nil || missing.ApplicationproblemJSON404 == nil || missing.ApplicationproblemJSON404.Detail != "Review not found" {
		t.Errorf("an unknown review: %v: %s", err, missing.Body)
	}
	unsigned, err := reader.CreateBotReviewWithResponse(ctx, nil, laptop(t))
	if err != nil || unsigned.ApplicationproblemJSON401 == nil || unsigned.Headers401.WWWAuthenticate == "" {
		t.Errorf("without a key: %v: %s", err, unsigned.Body)
	}
	wrong := laptop(t)
	wrong.Rating = new(float32(6))
	refused, err := bot.CreateBotReviewWithResponse(ctx, nil, wrong)
	if err != nil || refused.ApplicationproblemJSON400 == nil || refused.ApplicationproblemJSON400.Errors == nil {
		t.Fatalf("six stars: %v: %s", err, refused.Body)
	}
	if errors := *refused.ApplicationproblemJSON400.Errors; len(errors) != 1 || errors[0].Field != "rating" {
		t.Errorf("six stars: %+v", errors)
	}
}
