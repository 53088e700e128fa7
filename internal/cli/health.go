// candor health: is a running server ready?

package cli

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"candor/events/datadir"
	"candor/internal/server"
)

// healthCommand asks a running server for its readiness; an image without a shell has no curl.
type healthCommand struct {
	Addr    string `help:"The server's address." default:"127.0.0.1:8080" env:"CANDOR_ADDR"`
	OpsAddr string `name:"ops-addr" help:"The server's address for the operator, if it has one and doesn't run on this data folder." env:"CANDOR_OPS_ADDR" placeholder:"ADDR"`
}

func (h healthCommand) Run(ctx context.Context, line *Globals) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.server(datadir.Folder(line.Data))+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", answer.Status)
	}
	return nil
}

// server returns where to ask: at the operator's address, as the server on the data folder has announced it or as the flag says,
// or else at the server's own.
func (h healthCommand) server(folder datadir.Folder) string {
	own := "http://" + server.Reachable(h.Addr)
	announced, err := folder.Server()
	switch {
	case err == nil && announced.Ops != "" && announced.HTTP == strings.Replace(own, "//localhost:", "//127.0.0.1:", 1):
		return announced.Ops
	case h.OpsAddr != "":
		return "http://" + server.Reachable(h.OpsAddr)
	}
	return own
}
