// Shops on a real node: the two links and the shops of a review say the same.

package editorial_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
	"candor/events"
)

func offersOf(t *testing.T, h *rooms.Handlers, id int64) (links [2]string, shops []events.Shop) {
	t.Helper()
	content := contentOf(t, h, id)
	return [2]string{content.AliexpressLink, content.ShopeeLink}, content.AllShops()
}

func TestTheTwoLinksAreTheFirstShops(t *testing.T) {
	const today = "2026-11-21"
	h := commandstest.HandlerOn(t, rooms.Config{Log: commandstest.OpenLog(t), Logger: zerolog.Nop(),
		Clock: func() time.Time { return time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) }})
	if _, err := h.Categories.CreateCategory(t.Context(), commandstest.Admin,
		commandstest.ParseCategory(t, `{"name":"Computers","slug":"computers"}`)); err != nil {
		t.Fatal(err)
	}
	result, err := h.Editorial.CreateReview(t.Context(), commandstest.Admin,
		parseReview(t, `{"productName":"P","productBrand":"B","categoryId":1,"title":"T","content":"C","authorName":"A","shopeeLink":"https://example.com/s"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, body string
		links      [2]string
		shops      []events.Shop
	}{
		{"a link alone", "", [2]string{"", "https://example.com/s"}, []events.Shop{{Name: "Shopee", URL: "https://example.com/s"}}},
		{"shops replace links, and a price is of today", `{"shops":[{"name":" Corner shop ","url":"https://example.com/c","price":"1299.5"},{"name":"aliexpress","url":"https://example.com/a","price":1250,"date":"2026-10-01"}]}`,
			[2]string{"https://example.com/a", ""},
			[]events.Shop{{Name: "AliExpress", URL: "https://example.com/a", Price: 1250, Date: "2026-10-01"},
				{Name: "Corner shop", URL: "https://example.com/c", Price: 1299.5, Date: today}}},
		{"a price that is sent again keeps its day",
			`{"shops":[{"name":"AliExpress","url":"https://example.com/a","price":1250},{"name":"Other","url":"https://example.com/o"}]}`,
			[2]string{"https://example.com/a", ""},
			[]events.Shop{{Name: "AliExpress", URL: "https://example.com/a", Price: 1250, Date: "2026-10-01"},
				{Name: "Other", URL: "https://example.com/o"}}},
		{"a link moves its shop", `{"aliexpressLink":"https://example.com/b","shopeeLink":"https://example.com/s"}`,
			[2]string{"https://example.com/b", "https://example.com/s"},
			[]events.Shop{{Name: "AliExpress", URL: "https://example.com/b", Price: 1250, Date: "2026-10-01"},
				{Name: "Shopee", URL: "https://example.com/s"}, {Name: "Other", URL: "https://example.com/o"}}},
		{"a link beside shops counts", `{"shops":[{"name":"Shopee","url":"https://example.com/x"}],"shopeeLink":"https://example.com/y"}`,
			[2]string{"", "https://example.com/y"},
			[]events.Shop{{Name: "Shopee", URL: "https://example.com/y"}}},
		{"an emptied link takes its shop away", `{"shopeeLink":""}`, [2]string{}, nil},
		{"none", `{"shops":null}`, [2]string{}, nil},
	} {
		if step.body != "" {
			if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, events.ReviewID(result.ID), parseReview(t, step.body),
				nil); err != nil {
				t.Fatal(step.name, err)
			}
		}
		links, shops := offersOf(t, h, result.ID)
		if d := cmp.Diff(step.shops, shops); d != "" || links != step.links {
			t.Errorf("%s: links %v\n%s", step.name, links, d)
		}
	}
}

func TestBadShopsAreNamed(t *testing.T) {
	for sent, field := range map[string]string{
		`"https://example.com/"`:                                           "shops",
		`["https://example.com/"]`:                                         "shops",
		`[{"url":"https://example.com/"}]`:                                 "shops[0].name",
		`[{"name":"A"}]`:                                                   "shops[0].url",
		`[{"name":"A","url":"ftp://example.com/"}]`:                        "shops[0].url",
		`[{"name":"A","url":"/a"}]`:                                        "shops[0].url",
		`[{"name":"A","url":"javascript:alert(1)"}]`:                       "shops[0].url",
		`[{"name":"A","url":"http://a/","price":-1}]`:                      "shops[0].price",
		`[{"name":"A","url":"http://a/","price":"x"}]`:                     "shops[0].price",
		`[{"name":"A","url":"http://a/","price":1,"date":"yesterday"}]`:    "shops[0].date",
		`[{"name":"A","url":"http://a/"},{"name":" a","url":"http://b/"}]`: "shops[1].name",
	} {
		_, err := editorial.ParseReview([]byte(`{"shops":` + sent + `}`))
		if commandstest.FieldsOf(t, err)[field] == "" {
			t.Errorf("%s: %v", sent, err)
		}
	}
}

func TestBadComparedSpecificationsAreNamed(t *testing.T) {
	for sent, field := range map[string]string{
		`"Weight"`:                            "specifications",
		`[{"better":"lower"}]`:                "specifications[0].name",
		`[{"name":"Weight"}]`:                 "specifications[0].better",
		`[{"name":"Weight","better":"less"}]`: "specifications[0].better",
		`[{"name":"Weight","better":"lower"},{"name":"weight ","better":"higher"}]`: "specifications[1].name",
	} {
		_, err := categories.Parse([]byte(`{"name":"N","slug":"n","specifications":` + sent + `}`))
		if commandstest.FieldsOf(t, err)[field] == "" {
			t.Errorf("%s: %v", sent, err)
		}
	}
}
