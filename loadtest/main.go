// Loadtest drives the built candor as a crowd would: `load` with requests at rising rates, `soak` for a long time
// while every process is killed at random, `uploads` with many pictures at once. It knows Candor from outside only: HTTP, the command line
// and /proc.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// commandLine is every command and flag.
type commandLine struct {
	Candor string `help:"The program to test." default:"bin/candor" type:"path"`
	Dir    string `help:"Where data folders and logs go, and stay; without it a temporary folder that is removed." type:"path" placeholder:"DIR"`

	Load loadCommand `cmd:"" help:"Send requests at rising rates and print a table of latencies."`
	Soak soakCommand `cmd:"" help:"Mixed load for a long time on a node and two instances, which are killed at random."`

	Uploads uploadsCommand `cmd:"" help:"Upload many pictures at once and watch the server's memory until their smaller copies are made."`
}

func main() {
	var line commandLine
	parsed := kong.Parse(&line, kong.Name("loadtest"), kong.UsageOnError(),
		kong.Vars{"groups": strings.Join(groupNames, ", "), "inputs": strings.Join(inputNames(), ", ")})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := line.run(parsed); err != nil {
		fmt.Fprintln(os.Stderr, "loadtest:", err)
		os.Exit(1)
	}
}

// run carries out the chosen command in a folder of its own.
func (line *commandLine) run(parsed *kong.Context) error {
	if _, err := os.Stat(line.Candor); err != nil {
		return fmt.Errorf("run make build first: %w", err)
	}
	if line.Dir == "" {
		dir, err := os.MkdirTemp("", "candor-load-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		line.Dir = dir
	}
	if err := os.MkdirAll(line.Dir, 0o700); err != nil {
		return err
	}
	return parsed.Run(line)
}

// folder is the path of something in the run's folder.
func (line *commandLine) folder(name string) string { return filepath.Join(line.Dir, name) }
