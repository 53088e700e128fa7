// The pool with the real app, and with scripts that misbehave.

package render_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"candor/httpapi/render"
	"candor/webapp"
)

const (
	origin = "https://reviews.example"
	memory = 32 << 20 // bytes an engine may take here
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// nothing is a site without content: every list is empty, everything else is missing.
func nothing(path string) (int, []byte, int, error) {
	if strings.Contains(path, "?") || path == "/api/categories" {
		return 200, []byte("[]"), 0, nil
	}
	if path == "/api/site" {
		return 200, []byte(`{"name":"Quiet Things","tagline":"Honest tech reviews","header":[],"footer":[],"social":[],"pictures":{},` +
			`"copyright":"","accent":"#1d6b4f","logo":"","logoDark":"","icon":"","shareImage":""}`), 0, nil
	}
	return 404, []byte(`{}`), 0, nil
}

func pool(script func() ([]byte, error)) *render.Pool {
	return render.NewPool(render.Config{Script: script, Engines: 2, Limit: time.Minute, Memory: memory})
}

// script is a text in place of the app.
func script(text string) func() ([]byte, error) {
	return func() ([]byte, error) { return render.Compile([]byte(text)) }
}

func TestTheAppRendersInTheEngine(t *testing.T) {
	p := pool(webapp.Script)
	for path, words := range map[string]string{"/": "Honest tech reviews", "/office-tools": "QR Code Generator",
		"/reviews/7": "Review Not Found", "/nowhere": "Page Not Found"} {
		page, err := p.Render(t.Context(), path, origin, noon, nothing)
		if errors.Is(err, fs.ErrNotExist) {
			t.Fatal("the web app is not built: run make build")
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page.Body, words) || !strings.Contains(page.Head, "Quiet Things</title>") && path != "/" ||
			!strings.Contains(page.Head, "--accent:#1d6b4f") || strings.Contains(page.Data, "<") {
			t.Errorf("%s: %+v", path, page)
		}
	}
	if n := p.Engines(); n != 1 {
		t.Errorf("%d engines after renderings one by one, want 1", n)
	}
}

// These pages are made from more than the engine may take, so it must forget.
func TestWhatAPageIsMadeFromIsForgotten(t *testing.T) {
	const pages, large = 32, memory / 64
	p := render.NewPool(render.Config{Script: webapp.Script, Engines: 1, Limit: time.Minute, Memory: pages * large})
	category := `[{"id":1,"name":"Computers","slug":"computers","description":"` + strings.Repeat("d", large) + `"}]`
	for range pages + 1 {
		if _, err := p.Render(t.Context(), "/about", origin, noon, func(path string) (int, []byte, int, error) {
			if path == "/api/categories" {
				return 200, []byte(category), 1, nil
			}
			return nothing(path)
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPageThatTakesTooMuchMemoryIsAnErrorAndNoMore(t *testing.T) {
	p := pool(script(`var app = {render: async function (path) { var all = []; while (path === "/") all.push("x".repeat(1 << 20) + all.length); return {head: "h"} }}`))
	if _, err := p.Render(t.Context(), "/", origin, noon, nothing); err == nil || errors.Is(err, render.ErrTooSlow) {
		t.Errorf("error %v, want one of memory", err)
	}
	if page, err := p.Render(t.Context(), "/other", origin, noon, nothing); err != nil || page.Head != "h" {
		t.Errorf("the next page: %+v, %v", page, err)
	}
}

func TestTheScriptFindsWhatBrowsersHave(t *testing.T) {
	for expression, want := range map[string]string{
		`new URL("../b?q=1#c", "https://Example.com:443/x/a/")`:                                         "https://example.com/x/b?q=1#c",
		`new URL("//www.youtube.com/watch?v=a%20b", "https://h").host`:                                  "www.youtube.com",
		`new URL("https://h/watch?v=a%20b&t=1").searchParams.get("v")`:                                  "a b",
		`new URL("http://localhost/über").pathname`:                                                     "/%C3%BCber",
		`new URL("mailto:a@b.example").origin`:                                                          "null",
		`(function () { try { new URL("/no/base") } catch (e) { return e.name } })()`:                   "TypeError",
		`URL.canParse("/no/base")`:                                                                      "false",
		`new URLSearchParams({limit: 5, search: "a b&c=ü'"})`:                                           "limit=5&search=a+b%26c%3D%C3%BC%27",
		`new URLSearchParams([["a", 1], ["a", 2]]).getAll("a")`:                                         "1,2",
		`Array.from(new URLSearchParams("?a=1&b=x+y%21&c"))`:                                            "a,1,b,x y!,c,",
		`(function (p) { p.set("a", 3); p.delete("b"); return p })(new URLSearchParams("a=1&b=2&a=4"))`: "a=3",
	} {
		page, err := pool(script("var app = {render: async function () { return {head: String("+expression+")} }}")).Render(t.Context(),
			"/", origin, noon, nothing)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
		} else if page.Head != want {
			t.Errorf("%s is %q, want %q", expression, page.Head, want)
		}
	}
}

func TestAScriptThatFailsIsAnErrorAndNoMore(t *testing.T) {
	for name, text := range map[string]string{
		"syntax":     `var app = {`,
		"no app":     `1`,
		"no promise": `var app = {render: function () { return 1 }}`,
		"throws":     `var app = {render: function () { throw new Error("broken") }}`,
		"rejects":    `var app = {render: async function () { throw new Error("broken") }}`,
		"waits":      `var app = {render: function () { return new Promise(function () {}) }}`,
		"recursion":  `function f() { return f() + 1 } var app = {render: async function () { f() }}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := pool(script(text))
			for range 2 {
				if page, err := p.Render(t.Context(), "/", origin, noon, nothing); err == nil {
					t.Errorf("rendered %+v", page)
				}
			}
		})
	}
}

func TestAnEndlessRenderingIsStopped(t *testing.T) {
	const endless = `var app = {render: async function (path) { while (path === "/") {} return {head: "h", body: "b", data: "{}", until: 1700000000000} }}`
	p := render.NewPool(render.Config{Script: script(endless), Engines: 1, Limit: 20 * time.Millisecond, Memory: memory})
	if _, err := p.Render(t.Context(), "/", origin, noon, nothing); !errors.Is(err, render.ErrTooSlow) {
		t.Errorf("error %v, want ErrTooSlow", err)
	}
	page, err := p.Render(t.Context(), "/other", origin, noon, nothing)
	if err != nil || *page != (render.Page{Head: "h", Body: "b", Data: "{}", Until: time.UnixMilli(1700000000000)}) {
		t.Errorf("the next page: %+v, %v", page, err)
	}
}

func TestWhoWaitsForAnEngineMayGiveUp(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	p := render.NewPool(render.Config{Script: script(`var app = {render: async function () { answer("/"); return {} }}`), Engines: 1,
		Limit: time.Minute, Memory: memory})
	done := make(chan error)
	go func() {
		_, err := p.Render(t.Context(), "/", origin, noon, func(string) (int, []byte, int, error) {
			close(entered)
			<-leave
			return 200, nil, 0, nil
		})
		done <- err
	}()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Render(ctx, "/", origin, noon, nothing); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want Canceled", err)
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestIdleEnginesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool(script(`var app = {render: async function () { return {} }}`))
		for range 2 {
			if _, err := p.Render(t.Context(), "/", origin, noon, nothing); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute - time.Second)
			if n := p.Engines(); n != 1 {
				t.Errorf("%d engines in the minute after a rendering, want 1", n)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if n := p.Engines(); n != 0 {
				t.Errorf("%d engines a minute after a rendering, want none", n)
			}
		}
	})
}

// BenchmarkFirstRender makes an engine and renders the home page, as the first reader has it.
func BenchmarkFirstRender(b *testing.B) {
	for b.Loop() {
		if _, err := pool(webapp.Script).Render(b.Context(), "/", origin, noon, nothing); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRender renders an empty home page with an engine that is warm.
func BenchmarkRender(b *testing.B) {
	p := pool(webapp.Script)
	for b.Loop() {
		if _, err := p.Render(b.Context(), "/", origin, noon, nothing); err != nil {
			b.Fatal(err)
		}
	}
}
