// Pages read what they may, are cached until that changes, and are the same for every origin but for the origin.

package pages_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"candor/httpapi/pages"
	"candor/httpapi/render"
	"candor/httpapi/respond"
	"candor/projections/answers"
	"candor/projections/projector"
)

// script renders the first item that its path names, and counts.
const script = `
var made = 0;
var app = {render: async function (path, origin) {
	var a = answer("/api" + path);
	made++;
	return {head: "<title>" + origin + path + "</title>", body: "made " + made + " of " + a.status + ' <a href="/about">About</a>', data: "{}", ages: false};
}}`

// library is what pages may read: items by path.
type library map[string]string

func (l library) data(path string) (func() (*answers.Answer, error), bool, error) {
	if strings.HasPrefix(path, "/api/admin") {
		return nil, false, errors.New("not offered")
	}
	return func() (*answers.Answer, error) {
		text, ok := l[path]
		if !ok {
			return nil, projector.ErrNotFound
		}
		return answers.New([]byte(text), `"`+text+`"`), nil
	}, true, nil
}

// newRenderer returns a renderer over a library, and the reasons for which it did not render.
func newRenderer(t *testing.T, l library) (*pages.Renderer, *[]string) {
	t.Helper()
	site, err := pages.OpenSite(nil)
	if err != nil {
		t.Fatal(err)
	}
	var failed []string
	return pages.NewRenderer(pages.RendererConfig{
		Turn:   func(context.Context) (func(), error) { return func() {}, nil },
		Script: func() ([]byte, error) { return render.Compile([]byte(script)) }, Timeout: time.Minute, Engines: 1, MaxQueue: 1, LongQueue: 1,
		Site: site, Data: l.data, Removals: func() (uint64, error) { return 0, nil }, Clock: time.Now,
		Failed: func(reason string) { failed = append(failed, reason) }, Warn: func(string, error) {},
	}), &failed
}

func never() bool { return false }

func page(t *testing.T, r *pages.Renderer, path, origin string) string {
	t.Helper()
	d, age, err := r.Page(t.Context(), pages.Request{Path: path, Origin: origin, MustBeFresh: never, Overloaded: never})
	if err != nil || age != 0 {
		t.Fatalf("%s: age %v, %v", path, age, err)
	}
	return string(d.Body(respond.Plain))
}

func TestAPageIsRenderedAgainWhenWhatItReadHasChanged(t *testing.T) {
	l := library{"/api/items/1": "one", "/api/items/2": "two"}
	r, _ := newRenderer(t, l)
	for _, step := range []struct{ path, want string }{
		{"/items/1", "made 1 of 200"}, {"/items/1", "made 1 of 200"}, {"/items/2", "made 2 of 200"}, {"/items/3", "made 3 of 404"},
		{"/items/3", "made 3 of 404"},
	} {
		if got := page(t, r, step.path, origin); !strings.Contains(got, step.want) {
			t.Errorf("%s: %s, want %s", step.path, got, step.want)
		}
	}
	l["/api/items/1"], l["/api/items/3"] = "edited", "three"
	for path, want := range map[string]string{"/items/1": " of 200", "/items/2": "made 2 of 200", "/items/3": " of 200"} {
		if got := page(t, r, path, origin); !strings.Contains(got, want) || strings.Contains(got, "made 1 ") || strings.Contains(got, "made 3 ") {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestAPageNamesTheOriginOfItsReader(t *testing.T) {
	r, _ := newRenderer(t, library{"/api/items/1": "one"})
	for _, reader := range []string{"http://a.example", "https://a-longer-name.example", "http://a.example"} {
		got := page(t, r, "/items/1", reader)
		if want := "<title>" + reader + "/items/1</title>"; !strings.Contains(got, want) || !strings.Contains(got, "made 1 ") ||
			strings.Contains(got, pages.OriginMark) {
			t.Errorf("for %s: %s", reader, got)
		}
	}
}

func TestAPageThatReadsWhatIsNotOfferedIsNotRendered(t *testing.T) {
	r, failed := newRenderer(t, library{})
	for range 2 { // the second time it is known
		if _, _, err := r.Page(t.Context(), pages.Request{Path: "/admin/items", Origin: origin, MustBeFresh: never,
			Overloaded: never}); !errors.Is(err, pages.ErrNotRendered) {
			t.Errorf("error %v", err)
		}
	}
	if !slices.Equal(*failed, []string{"error"}) {
		t.Errorf("counted %v", *failed)
	}
}

// A page may take its whole time alone. If that counted as waiting for an engine, each of its readers would occupy the engine as long.
func TestAPageThatIsTooSlowIsNotTriedAgainAtOnce(t *testing.T) {
	r, failed := newRenderer(t, library{})
	r = pages.NewRenderer(func() pages.RendererConfig {
		c := r.RendererConfig
		c.Script = func() ([]byte, error) {
			return render.Compile([]byte(`var app = {render: async function () { while (true) {} }}`))
		}
		c.Timeout = 50 * time.Millisecond
		return c
	}())
	for range 2 { // the second time it is known
		if _, _, err := r.Page(t.Context(), pages.Request{Path: "/items/1", Origin: origin, MustBeFresh: never,
			Overloaded: never}); !errors.Is(err, pages.ErrNotRendered) {
			t.Errorf("error %v", err)
		}
	}
	if !slices.Equal(*failed, []string{"slow"}) {
		t.Errorf("counted %v", *failed)
	}
}

func TestNothingIsRenderedUnderOverload(t *testing.T) {
	r, _ := newRenderer(t, library{"/api/items/1": "one"})
	overloaded := func() bool { return true }
	for _, missing := range []bool{false, true} {
		q := pages.Request{Path: "/items/1", Origin: origin, Missing: missing, MustBeFresh: never, Overloaded: overloaded}
		if _, _, err := r.Page(t.Context(), q); !errors.Is(err, pages.ErrOverloaded) {
			t.Errorf("missing %v: error %v", missing, err)
		}
	}
	page(t, r, "/items/1", origin)
	if _, _, err := r.Page(t.Context(), pages.Request{Path: "/items/1", Origin: origin, MustBeFresh: never,
		Overloaded: overloaded}); err != nil {
		t.Errorf("a cached page: %v", err)
	}
}

func TestPagesOfAnotherMomentLinkToIt(t *testing.T) {
	today := library{"/api/items/1": "one"}
	r, _ := newRenderer(t, today)
	page(t, r, "/items/1", origin)
	moment := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	site, err := pages.OpenSite(nil)
	if err != nil {
		t.Fatal(err)
	}
	then := r.AsOf("2026-10-01T00:00:00Z", site.AsOf(moment, false), library{}.data, func() (uint64, error) { return 0, nil })
	got := page(t, then, "/items/1", origin)
	for _, want := range []string{"of 404", `href="/about?asOf=2026-10-01T00:00:00Z"`, "The site as it stood on",
		"October 1, 2026, 00:00 UTC"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %s: %s", want, got)
		}
	}
	if got := page(t, r, "/items/1", origin); !strings.Contains(got, "made 1 of 200") || strings.Contains(got, "asOf") {
		t.Errorf("today's page: %s", got)
	}
}

func TestMomentsAreWrittenAsPeopleDo(t *testing.T) {
	for moment, want := range map[time.Time]string{
		time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC):                    "October 1, 2026, 00:00 UTC",
		time.Date(2026, 10, 1, 1, 2, 3, 0, time.FixedZone("", 2*60*60)): "September 30, 2026, 23:02:03 UTC",
	} {
		if got := pages.FormatMoment(moment); got != want {
			t.Errorf("%s: got %s, want %s", fmt.Sprint(moment), got, want)
		}
	}
}
