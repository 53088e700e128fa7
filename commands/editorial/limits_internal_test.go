package editorial

import (
	"testing"

	"candor/commands/input/inputtest"
)

func TestLimitsAreDocumented(t *testing.T) {
	inputtest.CheckLimits(t, "../..", "review", reviewFields.Limits())
	inputtest.CheckLimits(t, "../..", "news", articleFields.Limits())
	inputtest.CheckLimits(t, "../..", "page", pages.fields.Limits())
}
