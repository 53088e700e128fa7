// candor media: the pictures of the site, what uses them, and how they are removed for good.

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"

	"candor/commands"
	"candor/events"
	"candor/events/datadir"
	"candor/projections"
	"candor/projections/content"
)

// mediaCommand works on any log: the running server's, the folder's own, or an EventStoreDB.
type mediaCommand struct {
	List   mediaListCommand   `cmd:"" help:"List the pictures that were uploaded, with what uses them, and those that were removed."`
	Remove mediaRemoveCommand `cmd:"" help:"Remove a picture: readers get 410 at once, and its bytes are gone with the next scavenge."`
	Allow  mediaAllowCommand  `cmd:"" help:"Let a removed picture be uploaded again."`
}

type mediaListCommand struct{}

func (mediaListCommand) Run(ctx context.Context, line *Globals, c *console) error {
	all, err := line.pictures(ctx, c)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ADDRESS\tTYPE\tBYTES\tSTATE\tUSED BY")
	for _, p := range all {
		uses := make([]string, len(p.Uses))
		for i, use := range p.Uses {
			uses[i] = useText(use)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", p.Address, p.ContentType, p.Size, pictureState(p), strings.Join(uses, "; "))
	}
	return table.Flush()
}

func pictureState(p projections.Picture) string {
	switch {
	case p.Allowed:
		return "removed, allowed again"
	case p.RemovedAt != nil:
		return "removed " + day(p.RemovedAt)
	}
	for _, use := range p.Uses {
		if use.State == "published" {
			return "public"
		}
	}
	return "not public"
}

// useText names what uses a picture: `published review 12 "The quiet laptop"`.
func useText(use content.PictureUse) string {
	return fmt.Sprintf("%s %s %d %q", use.State, use.Kind, use.ID, use.Title)
}

type mediaRemoveCommand struct {
	Address string `arg:"" help:"The picture's address, such as /media/9f86d0….webp, with or without the site before it, or its hash alone."`
	Yes     bool   `help:"Don't ask."`
}

func (m mediaRemoveCommand) Run(ctx context.Context, line *Globals, c *console) error {
	hash, err := pictureHash(m.Address)
	if err != nil {
		return err
	}
	if !m.Yes && !c.canAsk() {
		return errors.New("there is no terminal to ask on: say --yes to remove the picture unasked")
	}
	all, err := line.pictures(ctx, c)
	if err != nil {
		return err
	}
	for _, p := range all {
		if events.PictureIn(p.Address) == hash && (p.RemovedAt == nil || p.Allowed) {
			printUses(c.stderr, p)
			if err := c.agree(m.Yes); err != nil {
				return err
			}
		}
	}
	var removed commands.Result
	err = line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (_ commands.Result, err error) {
		removed, err = h.RemovePicture(ctx, by, hash)
		return removed, err
	})
	switch {
	case err != nil:
		return err
	case removed.Position == 0:
		_, err = fmt.Fprintln(c.stdout, "The picture is removed already.")
	default:
		_, err = fmt.Fprintln(c.stdout, "The picture is removed. Its bytes leave the log and the read models with the next candor scavenge; backups made before then keep them.")
	}
	return err
}

// printUses tells what will show a picture no more.
func printUses(w io.Writer, p projections.Picture) {
	fmt.Fprintf(w, "%s, %s, %d bytes\n", p.Address, p.ContentType, p.Size)
	for _, use := range p.Uses {
		fmt.Fprintln(w, "used by "+useText(use))
	}
	if len(p.Uses) == 0 {
		fmt.Fprintln(w, "Nothing uses it.")
	}
}

// canAsk reports whether somebody may be there to answer.
func (c *console) canAsk() bool {
	file, ok := c.stdin.(*os.File)
	return !ok || isTerminal(file)
}

// agree asks whether to remove what was shown, unless that was said already. Its error is errKept.
func (c *console) agree(yes bool) error {
	if yes {
		return nil
	}
	fmt.Fprint(c.stderr, "Its bytes can't be brought back. Remove it? Type yes: ")
	answer, err := bufio.NewReader(io.LimitReader(c.stdin, 1<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if strings.TrimSpace(answer) != "yes" {
		return errKept
	}
	return nil
}

type mediaAllowCommand struct {
	Address string `arg:"" help:"The removed picture's address, or its hash alone."`
}

func (m mediaAllowCommand) Run(ctx context.Context, line *Globals, c *console) error {
	hash, err := pictureHash(m.Address)
	if err != nil {
		return err
	}
	err = line.command(ctx, c, func(h *commands.Handler, by commands.Caller) (commands.Result, error) {
		return h.AllowPicture(ctx, by, hash)
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, "The picture can be uploaded again, and shows then wherever it is used.")
	}
	return err
}

var hashAlone = regexp.MustCompile(`^[0-9a-f]{64}$`)

// pictureHash is the hash in a picture's address, or that was given in its place.
func pictureHash(address string) (string, error) {
	if hash := events.PictureIn(address); hash != "" {
		return hash, nil
	}
	if hash := strings.ToLower(address); hashAlone.MatchString(hash) {
		return hash, nil
	}
	return "", fmt.Errorf("ADDRESS %q is no picture's: it must be like /media/<sha256>.webp, or the SHA-256 alone", address)
}

// pictures asks the server that runs on the data folder, or else the folder's own read models, which are brought up to date.
func (line *Globals) pictures(ctx context.Context, c *console) (all []projections.Picture, err error) {
	folder := datadir.Folder(line.Data)
	server, err := folder.Server()
	if err == nil && server.HTTP != "" && (line.EventStore == "" || line.EventStore == server.ConnectionString) {
		all, asked, err := askForPictures(ctx, server)
		if asked || err != nil {
			return all, err
		}
	}
	d, err := line.open(c.logger)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger, Only: []string{"content", "media"}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	if err := models.WaitCaughtUp(ctx); err != nil {
		return nil, err
	}
	return models.Pictures()
}

// askForPictures asks the running server; asked is false when none answers at the announced address.
func askForPictures(ctx context.Context, server datadir.Server) (all []projections.Picture, asked bool, err error) {
	answer, err := server.Ask(ctx, "/api/control/media", map[string]any{})
	if err != nil {
		return nil, false, ctx.Err() // a server that was killed leaves its announcement behind
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
		return nil, true, fmt.Errorf("the server answered %s: %s", answer.Status, text)
	}
	var body struct{ Pictures []projections.Picture }
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		return nil, true, fmt.Errorf("the server's pictures: %w", err)
	}
	return body.Pictures, true, nil
}
