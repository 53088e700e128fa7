// Candor is an event-sourced CMS for a tech review and news site.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"candor/internal/cli"
)

func main() {
	collectSooner()
	addThread()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := cli.Run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "candor:", err)
		os.Exit(cli.ExitCode(err))
	}
}
