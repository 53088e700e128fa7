// The soak: a node and two instances under mixed load for a long time, each killed with SIGKILL at random, in three acts.
// In the first only the node dies, so that the instances grow old through all of it; in the second anything does; in the
// third only the instances, while the node grows old. Between the acts the load pauses and the figures are taken.

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
)

// soakCommand is the soak.
type soakCommand struct {
	For    time.Duration `help:"How long the load lasts." default:"30m"`
	Inputs []string      `help:"Only these hostile inputs: ${inputs}. None is all."`
	Seed   uint64        `help:"Of the order in which processes die; 0: a new one."`
}

// soak is one run.
type soak struct {
	*crowd
	line         *commandLine
	node         *process
	log          string // connection string of the node
	settle       time.Duration
	instances    []*process
	inputs       []string // hostile ones that are sent; none: all
	attacker     *attacker
	random       *rand.Rand
	quiets       []quiet
	countedViews []int // of page views, by each instance
}

// Pauses between kills, and how long the dead rest.
const (
	leastBetweenKills = 4 * time.Second
	mostBetweenKills  = 16 * time.Second
	mostRest          = 3 * time.Second
	// settleTime is how long processes are left alone before the figures are taken: engines that render pages are dropped after an
	// idle minute, and Go gives their memory back slowly. A short soak settles for less, and is then less strict about memory.
	settleTime  = 80 * time.Second
	settleShort = 15 * time.Second
)

// Run runs the soak test and its checks, and prints the results. Its error lists the failed checks.
func (s soakCommand) Run(ctx context.Context, line *commandLine) error {
	if s.Seed == 0 {
		s.Seed = uint64(time.Now().UnixNano())
	}
	fmt.Printf("soak for %v, seed %d, folder %s\n", s.For, s.Seed, line.Dir)
	run := &soak{line: line, inputs: s.Inputs, random: rand.New(rand.NewPCG(s.Seed, 0)),
		settle: min(settleTime, max(settleShort, s.For/20))}
	err := run.open(ctx)
	if err == nil {
		err = run.play(ctx, s.For)
	}
	if err == nil {
		err = run.check(ctx)
	}
	stopped := run.close()
	if err == nil && stopped == nil {
		err = run.checkStopped(ctx)
	}
	run.report()
	return errors.Join(err, stopped, run.verdict(), run.attacker.verdict(true))
}

// open starts the node and the instances, and fills the site.
func (s *soak) open(ctx context.Context) (err error) {
	at := make([]string, 3)
	for i := range at {
		if at[i], err = freeAddress(); err != nil {
			return err
		}
	}
	if s.node, err = launch(s.line, "node", "", false, "node", "--listen", at[0], "--data", s.line.folder("node")); err != nil {
		return err
	}
	certificate := s.line.folder("node/eventstore-ca.crt")
	for deadline := time.Now().Add(readyTime); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(certificate); err == nil {
			break
		}
		if time.Now().After(deadline) {
			return errors.New("the node does not start")
		}
	}
	s.log = "esdb://admin:" + strings.ReplaceAll(nodePassword, " ", "%20") + "@" + at[0] + "?tlsCaFile=" + certificate
	var urls []string
	for i, name := range []string{"a", "b"} {
		p, err := launch(s.line, name, "http://"+at[i+1], false, "serve", "--demo", "--addr", at[i+1], "--data", s.line.folder(name),
			"--eventstore", s.log, "--track-budget", "0", "--log-level", "warn")
		if err != nil {
			return err
		}
		s.instances = append(s.instances, p)
		urls = append(urls, p.url)
		if err := p.awaitReady(ctx); err != nil {
			return err
		}
	}
	for _, p := range s.instances { // they make smaller copies of the demo's pictures: files that would count as left behind
		p.settle(ctx)
	}
	s.crowd = &crowd{ledger: newLedger(), urls: urls}
	return nil
}

// all are all processes.
func (s *soak) all() []*process { return append([]*process{s.node}, s.instances...) }

// play is the three acts.
func (s *soak) play(ctx context.Context, lasts time.Duration) error {
	keys := make([]string, soakBots)
	for i := range keys {
		key, err := s.line.candor(ctx, "--eventstore", s.log, "keys", "create", "--name", fmt.Sprintf("soak-%d", i),
			"--permission", "create_reviews")
		if err != nil {
			return err
		}
		keys[i] = strings.TrimSpace(key)
		if err := s.known(ctx, keys[i]); err != nil {
			return err
		}
	}
	key, err := s.line.candor(ctx, "--eventstore", s.log, "keys", "create", "--name", "hostile", "--permission", "create_reviews")
	if err != nil {
		return err
	}
	s.attacker = newAttacker(strings.TrimSpace(key), s.inputs, s.urls...)
	loading, stop := context.WithCancel(ctx)
	s.run(loading, keys)
	s.repeat(loading, hostilePause, func() { s.attacker.sendNext(loading) })
	defer s.busy.Wait()
	defer stop()
	warm := min(time.Minute, lasts/10) // before the first figures: pools, caches and pages have their size then
	acts := []struct {
		name string
		cast []*process
	}{{"the node dies", []*process{s.node}}, {"anything dies", s.all()}, {"instances die", s.instances}}
	if err := s.sleep(ctx, warm); err != nil {
		return err
	}
	if err := s.quiet(ctx, "the start"); err != nil {
		return err
	}
	for _, act := range acts {
		for end := time.Now().Add((lasts - warm) / time.Duration(len(acts))); time.Now().Before(end); {
			if err := s.sleep(ctx, leastBetweenKills+time.Duration(s.random.Int64N(int64(mostBetweenKills-leastBetweenKills)))); err != nil {
				return err
			}
			act.cast[s.random.IntN(len(act.cast))].kill(time.Duration(s.random.Int64N(int64(mostRest))))
			if s.random.IntN(5) == 0 { // two at once
				act.cast[s.random.IntN(len(act.cast))].kill(time.Duration(s.random.Int64N(int64(mostRest))))
			}
		}
		if err := s.quiet(ctx, act.name); err != nil {
			return err
		}
	}
	return nil
}

// known returns when every instance knows a key.
func (s *soak) known(ctx context.Context, key string) error {
	bot := newCaller()
	bot.key = key
	for _, p := range s.instances {
		for deadline := time.Now().Add(readyTime); ; {
			got, err := bot.at(p.url, http.MethodGet, "/api/bot/status", nil)
			if err == nil && got.status == http.StatusOK {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("%s does not know a key: %d %w", p.name, got.status, err)
			}
			if err := s.sleep(ctx, 50*time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *soak) sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// close stops everything, the instances first.
func (s *soak) close() error {
	var all []error
	for _, p := range append(s.instances, s.node) {
		if p != nil {
			all = append(all, p.stop())
		}
	}
	return errors.Join(all...)
}
