package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Killed while it takes in reviews, the server finds each acknowledged one after the next start, and none whose deletion was acknowledged.
func TestKilledServerFindsEveryAcknowledgedReview(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a server is killed while it takes in reviews")
	}
	t.Parallel()
	dir := t.TempDir()
	there := map[string]bool{} // by word: whether it is to be found
	for round := range 3 {
		s := startProcess(t, dir)
		admin := s.admin()
		kill := time.AfterFunc(time.Duration(200+rand.IntN(600))*time.Millisecond, s.kill)
		for n := 0; ; n++ {
			word := fmt.Sprintf("quorb%dx%d", round, n)
			status, body, err := admin.try("POST", "/api/reviews", review("About "+word))
			if err != nil {
				break
			}
			if status != 201 {
				t.Fatalf("a review: %d %s", status, body)
			}
			there[word] = true
			if n%3 != 2 {
				continue
			}
			var written struct{ ID int64 }
			if err := json.Unmarshal([]byte(body), &written); err != nil {
				t.Fatal(err)
			}
			status, _, err = admin.try("DELETE", fmt.Sprintf("/api/reviews/%d", written.ID), nil)
			if err != nil {
				delete(there, word) // it may be there or not
				break
			}
			there[word] = status != 204
		}
		kill.Stop()
		s.kill()
	}
	s := startProcess(t, dir)
	reader := s.visitor()
	for word, found := range there {
		if got := reader.want(200, "GET", "/api/search?q="+word, nil); strings.Contains(got, `"About `+word+`"`) != found {
			t.Errorf("%s is to be found: %t, but the answer is %s", word, found, got)
		}
	}
	s.end()
	if said := mustCandor(t, "", "--data", dir, "verify"); !strings.Contains(said, "Every read model matches a fresh replay") {
		t.Errorf("verify said %q", said)
	}
}
