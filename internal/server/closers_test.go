package server

import (
	"errors"
	"slices"
	"testing"
)

func TestTheLastOpenedIsClosedFirst(t *testing.T) {
	var closed []string
	var opened closers
	failed, stopped := errors.New("models can't be closed"), errors.New("the server stopped")
	opened.add(func() error { closed = append(closed, "log"); return nil })
	opened.add(func() error { closed = append(closed, "models"); return failed })
	opened.add(func() error { closed = append(closed, "handler"); return nil })
	err := opened.closeAll(stopped)
	if want := []string{"handler", "models", "log"}; !slices.Equal(closed, want) {
		t.Errorf("closed %v, want %v", closed, want)
	}
	if !errors.Is(err, failed) || !errors.Is(err, stopped) {
		t.Errorf("errors are lost: %v", err)
	}
	if err := (closers{func() error { return nil }}).closeAll(nil); err != nil {
		t.Errorf("without errors: %v", err)
	}
}
