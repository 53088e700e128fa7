package render_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"candor/httpapi/render"
)

// A panic in what a page asks for, or in the pool's own work, costs that page and no engine: the next page is rendered as before.
func TestAPanicCostsNoEngine(t *testing.T) {
	panics := true
	app := script(`var app = {render: async function (path) { answer("/api/reviews"); return {head: path} }}`)
	p := render.NewPool(render.Config{Engines: 1, Limit: time.Minute, Memory: memory, Script: func() ([]byte, error) {
		if panics {
			panic("the script can't be read")
		}
		return app()
	}})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("reading the script doesn't panic")
			}
		}()
		_, _ = p.Render(t.Context(), "/first", origin, noon, nothing)
	}()
	panics = false

	_, err := p.Render(t.Context(), "/second", origin, noon, func(string) (int, []byte, int, error) { panic("a row is damaged") })
	if err == nil || !strings.Contains(err.Error(), "a row is damaged") {
		t.Errorf("the error is %v, want it to name the panic", err)
	}
	if n := p.Engines(); n != 0 {
		t.Errorf("%d engines are busy or idle after two panics, want 0", n)
	}

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	page, err := p.Render(ctx, "/third", origin, noon, nothing)
	if err != nil || page.Head != "/third" {
		t.Errorf("the next page: %+v, %v", page, err)
	}
	if n := p.Engines(); n != 1 || p.Busy() {
		t.Errorf("%d engines, busy %t; want 1 that is idle", n, p.Busy())
	}
}
