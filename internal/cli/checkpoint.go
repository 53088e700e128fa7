// candor checkpoint: a signed statement of what the history is, to be published or given to somebody else.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"candor/events"
	"candor/events/datadir"
	"candor/events/proof"
	"candor/internal/openlog"
)

// checkpointCommand signs the log as it is now. The key is created on first use.
type checkpointCommand struct {
	Output  string `short:"o" help:"File to write. Default: standard output." type:"path" placeholder:"FILE"`
	Key     bool   `help:"Print the public key instead of a checkpoint."`
	SiteURL string `name:"site-url" help:"The site's public address, which becomes the name of a newly created key." env:"CANDOR_SITE_URL" placeholder:"URL"`
}

func (k checkpointCommand) Run(ctx context.Context, line *Globals, c *console) error {
	file := line.signingKey(k.SiteURL)
	key, err := file.Key()
	if err != nil {
		return err
	}
	if k.Key {
		_, err := fmt.Fprintln(c.stdout, key.Public())
		return err
	}
	text, err := line.checkpoint(ctx, c, key)
	if err != nil {
		return err
	}
	if k.Output == "" {
		_, err := c.stdout.Write(text)
		return err
	}
	return os.WriteFile(k.Output, text, 0o644)
}

// checkpoint asks the server that runs on the data folder for a signature, because it has the tree already. Without a server it reads the
// log.
func (line *Globals) checkpoint(ctx context.Context, c *console, key *proof.Key) (text []byte, err error) {
	if server, err := datadir.Folder(line.Data).Server(); err == nil && server.HTTP != "" {
		if response, err := server.Ask(ctx, "/api/control/checkpoint", nil); err == nil {
			defer response.Body.Close()
			text, err := io.ReadAll(io.LimitReader(response.Body, proof.MaxCheckpoint))
			if err == nil && response.StatusCode != http.StatusOK {
				err = fmt.Errorf("the server answered %s: %s", response.Status, text)
			}
			return text, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		} // the run file is that of a server that was killed
	}
	d, err := line.open(c.logger)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	var tree proof.Tree
	now := proof.Checkpoint{Time: time.Now()}
	err = c.readLog(ctx, d, events.Filter{StreamPrefixes: events.ChainedFilter()}, func(r events.Recorded) error {
		if leaf, ok := proof.Leaf(r); ok {
			tree.Add(leaf)
			now.Position = r.Position
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	now.Size, now.Root = tree.Size(), tree.Root()
	return key.Sign(now)
}

// readLog reads the log from its first event to its end, with a progress bar.
func (c *console) readLog(ctx context.Context, d *openlog.Handle, f events.Filter, each func(events.Recorded) error) error {
	head, err := d.Head(ctx)
	if err != nil {
		return err
	}
	end := errors.New("the end")
	count := 0
	err = d.Subscribe(ctx, 0, f, func(m events.Message) error {
		switch m.Kind {
		case events.CaughtUp:
			return end
		case events.Interrupted:
			if !m.ByServer {
				return m.Err
			}
			return nil
		case events.Checkpoint:
			return nil
		}
		if count%1024 == 0 {
			c.progress("log", uint64(m.Position), uint64(max(m.Position, head)))
		}
		count++
		return each(m.Event)
	})
	if !errors.Is(err, end) {
		c.progressEnd()
		return err
	}
	c.progress("log", 1, 1)
	c.progressEnd()
	return nil
}
