package authors

import (
	"testing"

	"candor/commands/input/inputtest"
)

func TestLimitsAreDocumented(t *testing.T) {
	inputtest.CheckLimits(t, "../../..", "author", authorFields.Limits())
}
