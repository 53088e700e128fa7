// Scavenging a log that is on nodes of their own: the command tells them to, waits, and cleans the read models.

package e2e

import (
	"strings"
	"testing"
)

// erasedOnCluster returns a node and an instance on which a person's data was created and then erased.
func erasedOnCluster(t *testing.T, args ...string) *cluster {
	t.Helper()
	c := newCluster(t, 1, []string{"CANDOR_ADMIN_PASSWORD=correct horse battery"})
	v := c.instances[0].visitor()
	addPerson(v)
	for range 30 { // so that the files have free pages with old bytes
		v.want(201, "POST", "/api/contact", map[string]string{"name": "quorbname", "email": "quorbmail@example.com", "subject": "s",
			"message": strings.Repeat("quorbtext ", 200)})
	}
	for _, who := range [][]string{{"--ip", "198.51.100.213"}, append([]string{"--email", "quorbmail@example.com"}, args...)} {
		mustCandor(t, "", append([]string{"erase", "--yes", "--data", c.instances[0].dir, "--eventstore", c.connection()}, who...)...)
	}
	return c
}

// holdsNothing checks the files of the node and of the instance.
func (c *cluster) holdsNothing(when string) {
	c.t.Helper()
	for what, dir := range map[string]string{"the node's": c.dir, "the instance's": c.instances[0].dir} {
		for mark, files := range inFolder(c.t, dir, erasedMarks...) {
			c.t.Errorf("%s, %s folder holds %s: %v", when, what, mark, files)
		}
	}
}

func TestScavengeReachesNodeAndReadModels(t *testing.T) {
	t.Parallel()
	c := erasedOnCluster(t)
	folder := c.instances[0].dir
	if len(inFolder(t, c.dir, "quorbtext")) == 0 || len(inFolder(t, folder, "quorbtext")) == 0 {
		t.Fatal("nothing is left to scavenge")
	}
	said := mustCandor(t, "", "scavenge", "--data", folder, "--eventstore", c.connection())
	for _, want := range []string{"Node " + c.address + " was scavenged in ",
		"candor rebuild access analytics audit content drafts inbox media on the data folder of each"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
	c.holdsNothing("beside the instance")
	if got := c.instances[0].visitor().want(200, "GET", "/api/reviews", nil); !strings.HasPrefix(got, "[") {
		t.Errorf("the site: %s", got)
	}
	c.instances[0].end()
	c.holdsNothing("after the instance has ended")
}

// Without --eventstore the server that runs on the folder does it all.
func TestScavengeAsksTheServerOfAFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: servers are scavenged in two ways")
	}
	t.Parallel()
	c := erasedOnCluster(t)
	if said := mustCandor(t, "", "scavenge", "--data", c.instances[0].dir); !strings.Contains(said, "Node "+c.address+" was scavenged in ") {
		t.Errorf("it says %s", said)
	}
	c.holdsNothing("beside the instance")
}

func TestScavengeFindsTheLogOfAnEndedInstance(t *testing.T) {
	t.Parallel()
	c := erasedOnCluster(t)
	c.instances[0].end()
	mustCandor(t, "", "scavenge", "--data", c.instances[0].dir, "--eventstore", c.connection())
	c.holdsNothing("without the instance")
}

// On the folder of candor node, the command asks the node, and doesn't touch the instance's read models.
func TestScavengeAsksTheNodeOfAFolder(t *testing.T) {
	t.Parallel()
	c := erasedOnCluster(t)
	if said := mustCandor(t, "", "scavenge", "--data", c.dir); !strings.Contains(said, "was scavenged in ") {
		t.Errorf("it says %s", said)
	}
	if found := inFolder(t, c.dir, erasedMarks...); len(found) != 0 {
		t.Errorf("the node's folder holds %v", found)
	}
}

func TestEraseScavengesTheNodesToo(t *testing.T) {
	t.Parallel()
	c := erasedOnCluster(t, "--scavenge")
	c.holdsNothing("after erase --scavenge")
}

func TestScavengeNeedsTheNode(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	_, _, err := candor(t, "", "scavenge", "--data", t.TempDir(), "--eventstore", "esdb://admin:x@"+address+"?tls=false")
	if err == nil {
		t.Error("it scavenges a store that is not there")
	}
}
