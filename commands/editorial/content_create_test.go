// Creating many items at a time: each on its own, with ids in their order, however often they are sent.

package editorial_test

import (
	"fmt"
	"testing"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
)

func creations(t *testing.T, h *rooms.Handlers, from, to int) (all []editorial.Creation) {
	t.Helper()
	for n := from; n <= to; n++ {
		by := commandstest.Admin
		by.IdempotencyKey, by.BodyHash, by.Via = fmt.Sprint("item ", n), "import", events.ViaImport
		text := fmt.Sprintf(`{"title":"News %d","content":"C","category":"AI","authorName":"Ada","isPublished":true}`, n)
		one, err := h.Editorial.Content(events.ArticleKind).Parse([]byte(text))
		if n%10 == 3 {
			text = fmt.Sprintf(`{"title":"Review %d","content":"C","productName":"P","productBrand":"B","categoryId":1,"rating":4,"authorName":"Ada"}`, n)
			one, err = h.Editorial.Content(events.ReviewKind).Parse([]byte(text))
		}
		if n%10 == 7 { // a new one lacks a title
			one, err = h.Editorial.Content(events.ArticleKind).Parse([]byte(`{"content":"C"}`))
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, editorial.Creation{By: by, Item: one})
	}
	return all
}

func TestManyItemsAreCreatedInTheirOrder(t *testing.T) {
	h, log := commandstest.Start(t)
	check := func(what string, from, to int, position bool) {
		t.Helper()
		article, review := int64(0), int64(0)
		for n := 1; n < from; n++ {
			switch n % 10 {
			case 3:
				review++
			case 7:
			default:
				article++
			}
		}
		for i, c := range h.Editorial.CreateAll(t.Context(), creations(t, h, from, to)) {
			want := &article
			switch n := from + i; n % 10 {
			case 7:
				if commands.KindOf(c.Err) != commands.Invalid {
					t.Errorf("%s: item %d: %v", what, n, c.Err)
				}
				continue
			case 3:
				want = &review
			}
			if *want++; c.Err != nil || c.ID != *want || (c.Position != 0) != position {
				t.Errorf("%s: item %d is %+v, want the id %d", what, from+i, c, *want)
			}
		}
	}
	check("created", 1, 20, true)
	before := log.Appends.Load()
	check("sent again", 1, 20, true)
	if n := log.Appends.Load() - before; n > 18 { // each finds its own events; no id is reserved
		t.Errorf("%d appends for items that are there", n)
	}
	check("the first ones again, and more", 11, 40, true)
}

func TestALogThatFailsInTheMiddleLosesNoItem(t *testing.T) {
	h, log := commandstest.Start(t)
	log.Fail(nil, func(stream string) bool { return stream == "article-3" || stream == "article-5" })
	failed := 0
	for _, c := range h.Editorial.CreateAll(t.Context(), creations(t, h, 1, 9)) {
		if commands.KindOf(c.Err) == commands.Unavailable {
			failed++
		}
	}
	if failed != 2 {
		t.Errorf("%d items failed, want 2", failed)
	}
	log.Fail(nil, nil)
	ids := map[string]bool{}
	for i, c := range h.Editorial.CreateAll(t.Context(), creations(t, h, 1, 9)) {
		if i != 6 && (c.Err != nil || ids[fmt.Sprint(i == 2, c.ID)]) {
			t.Errorf("item %d: %+v", i+1, c)
		}
		ids[fmt.Sprint(i == 2, c.ID)] = true
	}
	last, err := log.Last(t.Context(), events.IDsStream(events.ArticleKind))
	if err != nil || last.Revision != 6 {
		t.Errorf("the last reserved id is at %d, want 6 (%v)", last.Revision, err)
	}
}
