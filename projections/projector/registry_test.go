package projector_test

import (
	"testing"

	"candor/projections/projector"
)

func TestAReadModelsNameIsTakenOnce(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a second read model took the name of the content")
		}
	}()
	projector.Register("content", func(projector.Config) projector.ReadModel { return projector.ReadModel{} })
}
