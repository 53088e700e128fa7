package e2e

import "testing"

// hostileInputs are inputs that are made to hurt a site, and what is right for each. They run one after another against the same site.
var hostileInputs = []struct {
	name string
	run  func(t *testing.T, s *site)
}{
	{"requests about addresses that are subscribed and that aren't", hostileSubscribers},
	{"titles with letters that a slug can't have", hostileTitles},
	{"what visitors and bots write on a nearly full disk", hostileOnANearlyFullDisk},
	{"requests whose end is in doubt", hostileFraming},
	{"names for pictures that are there", hostileNames},
	{"analysts who ask for drafts", hostileAnalyst},
	{"events that take something away and can't be decoded", hostileWithdrawals},
	{"commands on a folder before its first start", hostileFirstCommands},
	{"an export with withheld versions, imported elsewhere", hostileCopy},
	{"events of another program, without metadata", hostileForeignEvents},
	{"pictures that cost much", hostilePictures},
	{"searches and lists that nothing is cached for", hostileSearches},
	{"clients that don't read large lists", hostileReaders},
	{"texts that are made to break rendering", hostileTexts},
}

// Nothing that anybody sends takes the site down. Each input has its own check, and after each one the site must answer as before.
func TestHostileInputs(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--demo")
	for _, input := range hostileInputs {
		t.Run(input.name, func(t *testing.T) {
			input.run(t, s)
			for _, path := range []string{"/", "/reviews", "/api/reviews", "/readyz"} {
				if status, answer := s.visitor().call("GET", path, nil); status != 200 {
					t.Fatalf("afterwards GET %s answers %d: %.300s", path, status, answer)
				}
			}
		})
	}
}
