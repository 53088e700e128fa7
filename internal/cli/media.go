// candor media: lists the site's pictures with their uses, and removes them permanently. See media_change.go for their descriptions and
// replacements.

package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"candor/commands"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/characters"
	"candor/events/datadir"
	"candor/projections"
	"candor/projections/content"
)

// mediaCommand works on any log: the running server's, the folder's own, or an EventStoreDB.
type mediaCommand struct {
	List     mediaListCommand     `cmd:"" help:"List all pictures with their uses, including replaced and removed ones."`
	Describe mediaDescribeCommand `cmd:"" help:"Set a picture's alternative text, caption, credit, focal point or name."`
	Replace  mediaReplaceCommand  `cmd:"" help:"Show another picture wherever a picture is used. To undo it, replace the other one by the first."`
	Remove   mediaRemoveCommand   `cmd:"" help:"Remove a picture permanently: its address returns 410 at once, and the next scavenge removes its bytes."`
	Allow    mediaAllowCommand    `cmd:"" help:"Allow a removed picture to be uploaded again."`
}

type mediaListCommand struct{}

func (mediaListCommand) Run(ctx context.Context, line *Globals, c *console) error {
	all, err := line.pictures(ctx, c)
	if err != nil {
		return err
	}
	var table characters.Table
	table.Row("ADDRESS", "TYPE", "BYTES", "PIXELS", "NAME", "ALT", "STATE", "USED BY")
	for _, p := range all {
		uses := make([]string, len(p.Uses))
		for i, use := range p.Uses {
			uses[i] = useText(use)
		}
		table.Row(p.URL, p.ContentType, fmt.Sprint(p.Size), pixels(p.Width, p.Height), cmp.Or(p.Name, "-"), altState(p), pictureState(p),
			strings.Join(uses, "; "))
		for _, earlier := range p.Replaces {
			table.Row(earlier.URL, earlier.ContentType, "-", pixels(earlier.Width, earlier.Height), "-", "-", "replaced by "+p.URL)
		}
	}
	_, err = table.WriteTo(c.stdout)
	return err
}

// pixels returns a size: "2400x1600", "-" when it is unknown.
func pixels(width, height int) string {
	if width == 0 {
		return "-"
	}
	return fmt.Sprintf("%dx%d", width, height)
}

// altState reports whether a picture has an alternative text.
func altState(p projections.Picture) string {
	switch {
	case p.RemovedAt != nil:
		return "-"
	case p.Alt == "":
		return "missing"
	}
	return "yes"
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
	if use.ID == 0 {
		return fmt.Sprintf("a new %s %q", use.Kind, use.Title)
	}
	return fmt.Sprintf("%s %s %d %q", use.State, use.Kind, use.ID, use.Title)
}

type mediaRemoveCommand struct {
	Address string `arg:"" help:"The picture's address, such as /media/9f86d0….webp or the same with the site's address, or its hash alone."`
	Yes     bool   `help:"Don't ask for confirmation."`
}

func (m mediaRemoveCommand) Run(ctx context.Context, line *Globals, c *console) error {
	hash, err := pictureHash(m.Address)
	if err != nil {
		return err
	}
	if !m.Yes && !c.canAsk() {
		return errors.New("there is no terminal to ask for confirmation: use --yes to remove the picture")
	}
	all, err := line.pictures(ctx, c)
	if err != nil {
		return err
	}
	if p := shownFor(all, hash); p != nil && (p.RemovedAt == nil || p.Allowed) {
		if p.ID == hash {
			printUses(c.stderr, *p)
		} else {
			fmt.Fprintf(c.stderr, "It was replaced by %s, which stays.\n", p.URL)
		}
		if err := c.confirm(m.Yes); err != nil {
			return err
		}
	}
	var removed commands.Result
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (_ commands.Result, err error) {
		removed, err = h.Pictures.RemovePicture(ctx, by, hash)
		return removed, err
	})
	switch {
	case err != nil:
		return err
	case removed.Position == 0:
		_, err = fmt.Fprintln(c.stdout, "The picture was already removed.")
	default:
		_, err = fmt.Fprintln(c.stdout,
			"The picture is removed. The next candor scavenge removes its bytes from the log and the read models; backups made before then keep them.")
	}
	return err
}

// shownFor returns the picture that is shown for the one with a hash: itself, or what replaced it; nil if there is none.
func shownFor(all []projections.Picture, hash string) *projections.Picture {
	i := slices.IndexFunc(all, func(p projections.Picture) bool {
		return p.ID == hash || slices.ContainsFunc(p.Replaces, func(e projections.Earlier) bool { return e.ID == hash })
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// printUses lists the items that will no longer show a picture.
func printUses(w io.Writer, p projections.Picture) {
	fmt.Fprintf(w, "%s, %s, %d bytes\n", p.URL, p.ContentType, p.Size)
	for _, use := range p.Uses {
		fmt.Fprintln(w, "used by "+useText(use))
	}
	if len(p.Uses) == 0 {
		fmt.Fprintln(w, "It is not used anywhere.")
	}
}

// canAsk reports whether there may be somebody to answer.
func (c *console) canAsk() bool {
	file, ok := c.stdin.(*os.File)
	return !ok || isTerminal(file)
}

// confirm asks whether to remove what was shown, unless yes. Its error is errNotConfirmed.
func (c *console) confirm(yes bool) error {
	if yes {
		return nil
	}
	fmt.Fprint(c.stderr, "Its bytes can't be restored. Type yes to remove the picture: ")
	answer, err := bufio.NewReader(io.LimitReader(c.stdin, 1<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if strings.TrimSpace(answer) != "yes" {
		return errNotConfirmed
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
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (commands.Result, error) {
		return h.Pictures.AllowPicture(ctx, by, hash)
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, "The picture can be uploaded again, and will then show wherever it is used.")
	}
	return err
}

var hashAlone = regexp.MustCompile(`^[0-9a-f]{64}$`)

// pictureHash returns the hash in a picture's address, or the address itself if it is a hash.
func pictureHash(address string) (string, error) {
	if hash := events.PictureIn(address); hash != "" {
		return hash, nil
	}
	if hash := strings.ToLower(address); hashAlone.MatchString(hash) {
		return hash, nil
	}
	return "", fmt.Errorf("ADDRESS %q is not a picture's: it must be like /media/<sha256>.webp, or the SHA-256 alone", address)
}

// pictures asks the server that runs on the data folder or, without one, brings the folder's own read models up to date and asks them.
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
	models, err := projections.Open(ctx,
		projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger, Only: []string{"content", "drafts", "media"}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	if err := models.WaitCaughtUp(ctx); err != nil {
		return nil, err
	}
	return models.Pictures()
}

// askForPictures asks the running server. asked is false when no server responds at the address in the run file.
func askForPictures(ctx context.Context, server datadir.Server) (all []projections.Picture, asked bool, err error) {
	response, err := server.Ask(ctx, "/api/control/media", map[string]any{})
	if err != nil {
		return nil, false, ctx.Err() // the run file is that of a server that was killed
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 4<<10))
		return nil, true, fmt.Errorf("the server answered %s: %s", response.Status, text)
	}
	var body struct{ Pictures []projections.Picture }
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		return nil, true, fmt.Errorf("the server's pictures: %w", err)
	}
	return body.Pictures, true, nil
}
