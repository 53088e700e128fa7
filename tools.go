// The commands that do one thing and end: rebuild, keys, admin, node, health.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/user"
	"strings"
	"text/tabwriter"
	"time"

	"candor/commands"
	"candor/events"
	"candor/events/datadir"
	nodeserver "candor/events/embedded/server"
	"candor/httpapi"
	"candor/projections"
)

// nodeCommand runs the embedded event store alone.
type nodeCommand struct {
	Listen      string `help:"Address to listen on; needs CANDOR_EVENTSTORE_PASSWORD of at least 12 characters." default:"127.0.0.1:2113" env:"CANDOR_EVENTSTORE_LISTEN"`
	Insecure    bool   `name:"eventstore-insecure-password" help:"Take short and well-known passwords, on loopback addresses only; for test suites." env:"CANDOR_EVENTSTORE_INSECURE_PASSWORD"`
	Projections bool   `name:"eventstore-projections" help:"Write the system streams $$ce-<category>, $$et-<type>, $$streams and $$category-<category>." env:"CANDOR_EVENTSTORE_PROJECTIONS"`
}

func (n nodeCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	password, err := eventStoreAccess{n.Listen, n.Insecure}.password()
	if err != nil {
		return err
	}
	folder := datadir.Folder(line.Data)
	d, err := serveNode(ctx, folder, nodeserver.Config{Listen: n.Listen, Password: password, SystemProjections: n.Projections, Logger: c.logger})
	if err != nil {
		return err
	}
	server := d.announcement()
	server.PID = os.Getpid()
	withdraw, err := announce(ctx, folder, server, c.logger)
	if err == nil {
		fmt.Fprintf(c.stderr, "The event store listens on %s; user %s, certificate authority %s\n", d.server.Addr(), eventStoreUser, d.server.CertFile())
		<-ctx.Done()
		err = withdraw()
	}
	return errors.Join(err, d.Close())
}

// rebuildCommand builds read models anew, in the running server or, without one, by itself.
type rebuildCommand struct {
	Names []string `arg:"" optional:"" help:"Read models: content, inbox, access, analytics, history, media, proof. None is all."`
}

func (r rebuildCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	return line.forModels(ctx, c, "/api/control/rebuild", r.Names, func(models *projections.Models, name string) error {
		return httpapi.RebuildModel(ctx, models, name, func(at, head events.Position) { c.progress(name, uint64(at), uint64(head)) })
	})
}

// forModels has the server that runs on the data folder do something to the named read models, all
// without names. Without a server it opens them and does it by itself.
func (line *commandLine) forModels(ctx context.Context, c *console, path string, names []string, do func(models *projections.Models, name string) error) (err error) {
	folder := datadir.Folder(line.Data)
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		done, err := askForModels(ctx, server, path, names, c)
		if done || err != nil {
			return err
		}
	}
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	if len(names) == 0 {
		names = models.Names()
	}
	for _, name := range names {
		err := do(models, name)
		c.progressEnd()
		if err != nil {
			return err
		}
	}
	return nil
}

// askForModels asks the running server; done is false when no server answers at the announced address.
func askForModels(ctx context.Context, server datadir.Server, path string, names []string, c *console) (done bool, err error) {
	answer, err := server.Ask(ctx, path, map[string]any{"names": names})
	if err != nil {
		return false, ctx.Err() // a server that was killed leaves its announcement behind
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
		return true, fmt.Errorf("the server answered %s: %s", answer.Status, text)
	}
	lines := json.NewDecoder(answer.Body)
	var failed error
	for {
		var at struct {
			Name     string
			At, Head uint64
			Done     bool
			Note     string
			Error    string
		}
		switch err := lines.Decode(&at); {
		case errors.Is(err, io.EOF):
			return true, failed
		case err != nil:
			return true, errors.Join(failed, fmt.Errorf("the server stopped answering: %w", err))
		case at.Error == "":
			c.progress(at.Name, at.At, at.Head)
		}
		if at.Done {
			c.progressEnd()
			if at.Note != "" {
				fmt.Fprintln(c.stdout, at.Note)
			}
		}
		if at.Error != "" {
			failed = errors.Join(failed, errors.New(at.Error))
		}
	}
}

// progress draws one line of a long piece of work, over itself.
func (c *console) progress(name string, at, head uint64) {
	share := 1.0
	if head > 0 {
		share = min(1, float64(at)/float64(head))
	}
	const width = 30
	bar := strings.Repeat("█", int(share*width)) + strings.Repeat("░", width-int(share*width))
	fmt.Fprintf(c.stderr, "\r%-10s %s %3.0f %%", name, bar, share*100)
}

func (c *console) progressEnd() { fmt.Fprintln(c.stderr) }

// keysCommand manages API keys from the command line, also while a server runs.
type keysCommand struct {
	Create     keysCreateCommand     `cmd:"" help:"Create a key and print it, once, alone on standard output."`
	List       keysListCommand       `cmd:"" help:"List keys."`
	Deactivate keysDeactivateCommand `cmd:"" help:"Refuse a key from now on."`
}

type keysCreateCommand struct {
	Name       string   `required:"" help:"What the key is for."`
	Permission []string `required:"" help:"create_reviews, create_news, create_categories or read_analytics; can be given several times."`
	Expires    string   `help:"Last day of validity (UTC), e.g. 2027-01-31."`
}

func (k keysCreateCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	body, err := json.Marshal(map[string]any{"name": k.Name, "permissions": k.Permission, "expiresAt": k.Expires})
	if err != nil {
		return err
	}
	in, err := commands.ParseKey(body)
	if err != nil {
		return explained(err)
	}
	var key commands.NewKey
	err = line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (commands.Result, error) {
		key, err = h.CreateKey(ctx, by, in)
		return key.Result, err
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, key.Plain)
	}
	return err
}

type keysListCommand struct{}

func (keysListCommand) Run(ctx context.Context, line *commandLine, c *console) (err error) {
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	keys, err := projections.ReadKeys(ctx, d)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tPERMISSIONS\tSTATE\tCREATED\tEXPIRES\tLAST USED")
	for _, k := range keys {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, strings.Join(k.Permissions, ","), keyState(k), day(&k.CreatedAt), day(k.ExpiresAt), day(k.LastUsed))
	}
	return table.Flush()
}

func keyState(k projections.Key) string {
	switch {
	case !k.IsActive:
		return "inactive"
	case k.ExpiresAt != nil && !time.Now().Before(*k.ExpiresAt):
		return "expired"
	}
	return "active"
}

func day(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.DateOnly)
}

type keysDeactivateCommand struct {
	ID int64 `arg:"" help:"The key's number; see keys list."`
}

func (k keysDeactivateCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	return line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (commands.Result, error) {
		return h.DeactivateKey(ctx, by, events.KeyID(k.ID))
	})
}

// adminCommand manages the admin's account.
type adminCommand struct {
	SetPassword setPasswordCommand `cmd:"" name:"set-password" help:"Set the admin's password, read from standard input; ends all sessions."`
}

type setPasswordCommand struct{}

func (setPasswordCommand) Run(ctx context.Context, line *commandLine, c *console) error {
	password, err := bufio.NewReader(io.LimitReader(c.stdin, 4<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the password from standard input: %w", err)
	}
	return line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (commands.Result, error) {
		return h.SetPassword(ctx, by, strings.TrimRight(password, "\r\n"))
	})
}

// command carries out one command on the log, in the name of whoever runs the program. It returns
// when the server running on the data folder, if any, shows it.
func (line *commandLine) command(ctx context.Context, c *console, do func(*commands.Handler, commands.Caller) (commands.Result, error)) (err error) {
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	h, err := commands.New(commands.Config{Log: d, Logger: c.logger})
	if err != nil {
		return err
	}
	result, err := do(h, commandLineCaller())
	if err := errors.Join(explained(err), h.Close(ctx)); err != nil {
		return err
	}
	if server, err := datadir.Folder(line.Data).Server(); err == nil && d.node == nil {
		awaitServer(ctx, server, result.Position)
	}
	return nil
}

// commandLineCaller is whoever runs the program.
func commandLineCaller() commands.Caller {
	by := commands.Caller{Actor: events.Actor{Kind: events.ActorAdmin, Name: "command line"}, Via: events.ViaCommandLine, RequestID: "cli-" + randomText()[:12]}
	if u, err := user.Current(); err == nil {
		by.Actor.ID = u.Username
	}
	return by
}

// awaitServer waits until the server's read models have passed position. It is a courtesy: what
// was written stands, whether or not the server can tell.
func awaitServer(ctx context.Context, server datadir.Server, position events.Position) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if answer, err := server.Ask(ctx, "/api/control/wait", map[string]any{"position": position}); err == nil {
		_ = answer.Body.Close()
	}
}

// explained adds to a refusal which fields it is about.
func explained(err error) error {
	var refused *commands.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	lines := make([]string, len(refused.Fields))
	for i, f := range refused.Fields {
		lines[i] = f.Field + ": " + f.Message
	}
	return errors.New(strings.Join(lines, "; "))
}

// healthCommand asks a running server for its readiness; an image without a shell has no curl.
type healthCommand struct {
	Addr    string `help:"The server's address." default:"127.0.0.1:8080" env:"CANDOR_ADDR"`
	OpsAddr string `name:"ops-addr" help:"The server's address for the operator, if it has one and doesn't run on this data folder." env:"CANDOR_OPS_ADDR" placeholder:"ADDR"`
}

func (h healthCommand) Run(ctx context.Context, line *commandLine) error {
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
	own := "http://" + reachable(h.Addr)
	announced, err := folder.Server()
	switch {
	case err == nil && announced.Ops != "" && announced.HTTP == strings.Replace(own, "//localhost:", "//127.0.0.1:", 1):
		return announced.Ops
	case h.OpsAddr != "":
		return "http://" + reachable(h.OpsAddr)
	}
	return own
}
