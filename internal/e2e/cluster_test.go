// Several instances on one log: a node of its own, and servers that use it by its address.

package e2e

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const clusterPassword = "the node's own password"

// cluster holds a node and the instances on its log, all of them separate processes.
type cluster struct {
	t           *testing.T
	dir         string // of the node
	address     string // of the node, the same after a restart
	environment []string
	args        []string
	node        *process
	instances   []*process
	urls        []string // of the instances, for ever
	category    int64    // one that there is: instances that make the first ones at the same moment may lose numbers
}

// newCluster starts a node, and n instances at the same moment, with more flags.
func newCluster(t *testing.T, n int, environment []string, args ...string) *cluster {
	t.Helper()
	c := &cluster{t: t, dir: t.TempDir(), address: freeAddress(t), environment: environment, args: args}
	c.startNode()
	for range n {
		c.instances = append(c.instances, c.launchInstance(t.TempDir(), freeAddress(t)))
	}
	for _, p := range c.instances {
		c.urls = append(c.urls, p.url)
		p.ready()
	}
	var categories []struct{ ID int64 }
	decode(t, c.traveller().want(200, "GET", "/api/categories", nil), &categories)
	c.category = categories[0].ID
	return c
}

// review returns a review in a category that the cluster has.
func (c *cluster) review(title string) map[string]any {
	r := review(title)
	r["categoryId"] = c.category
	return r
}

// freeAddress returns an address for a process that must know it before it starts, or keep it over restarts. Its port is below those that
// the system hands out for port 0 and for outgoing connections, so that no other test gets it meanwhile.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		listener, err := net.Listen("tcp", address)
		if err != nil {
			continue // taken
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return address
	}
	t.Fatal("no port is free")
	return ""
}

func (c *cluster) startNode() {
	c.t.Helper()
	c.node = launch(c.t, c.dir, []string{"CANDOR_EVENTSTORE_PASSWORD=" + clusterPassword}, "node", "--listen", c.address)
	awaitRunFile(c.t, c.dir, c.node.pid, c.node.alive)
}

// connection returns the node's connection string.
func (c *cluster) connection() string {
	return fmt.Sprintf("esdb://admin:%s@%s?tlsCaFile=%s", strings.ReplaceAll(clusterPassword, " ", "%20"), c.address,
		filepath.Join(c.dir, "eventstore-ca.crt"))
}

// launchInstance starts a server on a data folder and an address. It doesn't wait until the server is ready.
func (c *cluster) launchInstance(dir, address string) *process {
	c.t.Helper()
	p := launch(c.t, dir, append([]string{"CANDOR_EVENTSTORE=" + c.connection()}, c.environment...),
		append([]string{"serve", "--addr", address, "--log-level", "error", "--trusted-proxies", "127.0.0.0/8"}, c.args...)...)
	p.url = "http://" + address
	return p
}

// restart starts an instance that is dead again, where it was.
func (c *cluster) restart(n int) {
	c.t.Helper()
	dead := c.instances[n]
	c.instances[n] = c.launchInstance(dead.dir, strings.TrimPrefix(dead.url, "http://"))
}

// recorded returns the events of a type in the log, one line of JSON each.
func (c *cluster) recorded(eventType string, more ...string) []string {
	c.t.Helper()
	var lines []string
	for line := range strings.Lines(mustCandor(c.t, "", append([]string{"--data", c.dir, "replay", "--type", eventType}, more...)...)) {
		lines = append(lines, line)
	}
	return lines
}

// traveller is a client whose next call goes to another instance, as behind a load balancer, with the same cookies.
type traveller struct {
	visitor
	c    *cluster
	next int
}

func (c *cluster) traveller() *traveller {
	jar, _ := cookiejar.New(nil) // never fails without options
	return &traveller{c: c, visitor: visitor{t: c.t, url: c.urls[0], http: &http.Client{Jar: jar, Timeout: 30 * time.Second}}}
}

// on returns a client of the next instance.
func (v *traveller) on() *visitor {
	v.next++
	return v.at((v.next - 1) % len(v.c.urls))
}

// at returns a client of one instance. Several can be used at the same time.
func (v *traveller) at(n int) *visitor {
	there := v.visitor
	there.url = v.c.urls[n]
	return &there
}
