// Package inputtest compares the limits of fields with their documentation.
package inputtest

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var limitRow = regexp.MustCompile(`(?m)^\| (\w+) \| ([^|]+) \| ([0-9,]+) \|$`)

// CheckLimits compares the limits of the fields of a kind with those that docs/api.md states. root is the way to the repository.
func CheckLimits(t *testing.T, root, kind string, limits map[string]int) {
	t.Helper()
	text, err := os.ReadFile(root + "/docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	stated := map[string]int{}
	for _, row := range limitRow.FindAllStringSubmatch(string(text), -1) {
		most, _ := strconv.Atoi(strings.ReplaceAll(row[3], ",", ""))
		for field := range strings.SplitSeq(row[2], ", ") {
			if row[1] == kind {
				stated[strings.Trim(field, "`")] = most
			}
		}
	}
	if diff := cmp.Diff(limits, stated); diff != "" {
		t.Errorf("docs/api.md states other limits of a %s (-commands +docs):\n%s", kind, diff)
	}
}
