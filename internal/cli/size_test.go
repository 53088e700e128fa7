package cli

import "testing"

func TestSizesAreBytesOrHaveAUnit(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "1024": 1024, "3KiB": 3 << 10, "512MiB": 512 << 20, "2 GiB": 2 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1.5GiB", "512MB", "512mib", "99999999999999999999", "99999999999GiB"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}
