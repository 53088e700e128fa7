// candor health: whether a running server is ready.

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

// healthCommand asks a running server whether it is ready, because an image without a shell has no curl.
type healthCommand struct {
	Addr    string `help:"The server's address." default:"127.0.0.1:8080" env:"CANDOR_ADDR"`
	OpsAddr string `name:"ops-addr" help:"The server's address for the operator, if it has one. Only needed when the server runs on another data folder." env:"CANDOR_OPS_ADDR" placeholder:"ADDR"`
}

func (h healthCommand) Run(ctx context.Context, line *Globals) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.server(datadir.Folder(line.Data))+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", response.Status)
	}
	return nil
}

// server returns the address to ask: the operator's, from the run file of the server on the data folder or from the flag, or else the
// site's.
func (h healthCommand) server(folder datadir.Folder) string {
	own := "http://" + server.Reachable(h.Addr)
	running, err := folder.Server()
	switch {
	case err == nil && running.Ops != "" && running.HTTP == strings.Replace(own, "//localhost:", "//127.0.0.1:", 1):
		return running.Ops
	case h.OpsAddr != "":
		return "http://" + server.Reachable(h.OpsAddr)
	}
	return own
}
