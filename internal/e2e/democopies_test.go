// The smaller copies of the demo's pictures, which are part of the binary.

package e2e

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// copiesShown returns the addresses of the smaller copies that the pictures of reviews and articles have.
func copiesShown(reader *visitor) (addresses []string) {
	for _, list := range []string{"/api/reviews", "/api/news"} {
		var items []struct {
			Pictures map[string]struct{ Widths []int }
		}
		if err := json.Unmarshal([]byte(reader.want(200, "GET", list, nil)), &items); err != nil {
			reader.t.Fatal(err)
		}
		for _, item := range items {
			for address, picture := range item.Pictures {
				for _, width := range picture.Widths {
					addresses = append(addresses, fmt.Sprint(strings.TrimSuffix(address, path.Ext(address)), "/", width))
				}
			}
		}
	}
	slices.Sort(addresses)
	return slices.Compact(addresses)
}

// copyReady returns nil if a smaller copy is there. Until it is, the original is served for a minute.
func copyReady(reader *visitor, address string) error {
	answer, err := reader.exchange("GET", address, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if cache := answer.Header.Get("Cache-Control"); answer.StatusCode != 200 || cache == "public, max-age=60" {
		return fmt.Errorf("GET %s: %d, Cache-Control: %s", address, answer.StatusCode, cache)
	}
	return nil
}

func TestADemoSiteHasItsSmallerPicturesFromTheStart(t *testing.T) {
	t.Parallel()
	reader := serve(t, t.TempDir(), "--demo").visitor()
	addresses := copiesShown(reader)
	if len(addresses) < 60 {
		t.Errorf("only %d copies are shown", len(addresses))
	}
	for _, address := range addresses {
		if err := copyReady(reader, address); err != nil {
			t.Error(err)
		}
	}
}
