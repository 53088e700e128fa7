package categories

import (
	"testing"

	"candor/commands/input/inputtest"
)

func TestLimitsAreDocumented(t *testing.T) {
	inputtest.CheckLimits(t, "../../..", "category", categoryFields.Limits())
}
