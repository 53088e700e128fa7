// Processes of candor: started, watched, killed, and started again.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	adminPassword = "correct horse battery"
	nodePassword  = "a password of the node"
	readyTime     = 5 * time.Minute // for a process to be ready after its start
	stopTime      = 30 * time.Second
)

// process is one candor, kept running: when it dies it is started again.
type process struct {
	name    string
	program string
	args    []string
	url     string // of its HTTP server; "": it has none
	log     *os.File
	nice    bool // runs behind this program, so that who measures is not starved

	mu      sync.Mutex
	pid     int // 0 while dead
	since   time.Time
	rest    time.Duration // how long to stay dead, after a kill
	kills   int
	deaths  []string // why it ended although nobody killed it
	killing bool
	ending  bool
	done    chan struct{}
}

// environment is what all processes get besides their own.
func environment() []string {
	return append(os.Environ(), "CANDOR_ADMIN_PASSWORD="+adminPassword, "CANDOR_EVENTSTORE_PASSWORD="+nodePassword,
		"CANDOR_TRUSTED_PROXIES=127.0.0.1")
}

// launch starts a process and keeps it running until stop.
func launch(line *commandLine, name, url string, nice bool, args ...string) (*process, error) {
	log, err := os.OpenFile(line.folder(name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	p := &process{name: name, program: line.Candor, args: args, url: url, log: log, nice: nice, done: make(chan struct{})}
	go p.keep()
	return p, nil
}

// keep starts the process again and again.
func (p *process) keep() {
	defer close(p.done)
	defer p.log.Close()
	for {
		cmd := exec.Command(p.program, p.args...)
		if p.nice {
			cmd = exec.Command("nice", append([]string{"-n", "5", p.program}, p.args...)...)
		}
		cmd.Env, cmd.Stdout, cmd.Stderr = environment(), p.log, p.log
		err := cmd.Start()
		p.mu.Lock()
		if p.ending {
			p.mu.Unlock()
			if err == nil {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			}
			return
		}
		if err == nil {
			p.pid, p.since = cmd.Process.Pid, time.Now()
			p.mu.Unlock()
			err = cmd.Wait()
			p.mu.Lock()
		}
		p.pid = 0
		rest := p.rest
		switch {
		case p.ending:
			if err != nil {
				p.deaths = append(p.deaths, "stopped with "+err.Error())
			}
			p.mu.Unlock()
			return
		case !p.killing:
			p.deaths = append(p.deaths, fmt.Sprintf("%s ended by itself: %v", time.Now().Format(time.TimeOnly), err))
			rest = 500 * time.Millisecond
		}
		p.killing = false
		p.mu.Unlock()
		time.Sleep(rest)
	}
}

// kill kills the process as a power cut would; it starts again after rest.
func (p *process) kill(rest time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pid == 0 {
		return
	}
	p.rest, p.killing = rest, true
	p.kills++
	_ = syscall.Kill(p.pid, syscall.SIGKILL)
}

// stop ends the process as an operator would, and says if it would not.
func (p *process) stop() error {
	p.mu.Lock()
	p.ending = true
	if p.pid != 0 {
		_ = syscall.Kill(p.pid, syscall.SIGTERM)
	}
	p.mu.Unlock()
	select {
	case <-p.done:
		return nil
	case <-time.After(stopTime):
		p.mu.Lock()
		defer p.mu.Unlock()
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
		return fmt.Errorf("%s did not stop within %v", p.name, stopTime)
	}
}

// running is the process id, 0 while there is none, and since when.
func (p *process) running() (int, time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid, p.since
}

// awaitReady returns when the process answers that it is ready.
func (p *process) awaitReady(ctx context.Context) error {
	output := "nothing"
	for deadline := time.Now().Add(readyTime); time.Now().Before(deadline); {
		answer, err := http.Get(p.url + "/readyz")
		if err == nil {
			text, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			output = string(text)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s is not ready after %v; it said %s", p.name, readyTime, output)
}

const (
	calm      = 0.1 // of a processor: a process that takes less has nothing left to do
	calmTime  = 2 * time.Second
	calmAfter = 2 * time.Minute // at most
)

// settle returns when the process is calm. /readyz doesn't tell: a read model that was caught up once and is behind with what has come
// since is ready.
func (p *process) settle(ctx context.Context) {
	pid, _ := p.running()
	var before vitals
	for deadline := time.Now().Add(calmAfter); time.Now().Before(deadline); {
		var now vitals
		if err := now.proc(pid); err != nil {
			return
		}
		if used := now.CPU - before.CPU; before.CPU > 0 && used.Seconds() < calm*calmTime.Seconds() {
			return
		}
		before = now
		select {
		case <-ctx.Done():
			return
		case <-time.After(calmTime):
		}
	}
}

// freeAddress is an address of this machine that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// candor runs one command line to its end and returns what it printed.
func (line *commandLine) candor(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, line.Candor, args...)
	cmd.Env = environment()
	text, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		output := strings.Split(strings.TrimSpace(string(failed.Stderr)), "\n")
		return "", fmt.Errorf("candor %s: %w: %s", strings.Join(args, " "), err, output[len(output)-1])
	}
	return string(text), err
}
