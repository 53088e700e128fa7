// candor media describe and replace.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"candor/commands"
	"candor/commands/pictures"
	"candor/commands/rooms"
	"candor/events"
)

type mediaDescribeCommand struct {
	Address string  `arg:"" help:"The picture's address, or its hash alone. For a replaced one, the picture that is shown is described."`
	Alt     *string `help:"Alternative text: what the picture shows, for those who can't see it." placeholder:"TEXT"`
	Caption *string `help:"Caption, shown below the picture." placeholder:"TEXT"`
	Credit  *string `help:"Whose picture it is." placeholder:"TEXT"`
	Name    *string `help:"Name in the library." placeholder:"TEXT"`
	Focal   *string `help:"Point that stays in sight when the picture is cropped: fractions of its width and height, such as 0.5,0.25." placeholder:"X,Y"`
}

func (m mediaDescribeCommand) Run(ctx context.Context, line *Globals, c *console) error {
	hash, err := pictureHash(m.Address)
	if err != nil {
		return err
	}
	changes, err := m.changes()
	if err != nil {
		return explained(err)
	}
	if changes == (events.MediaChanges{}) {
		return errors.New("nothing to change: use --alt, --caption, --credit, --name or --focal")
	}
	all, err := line.pictures(ctx, c)
	if err != nil {
		return err
	}
	if p := shownFor(all, hash); p != nil {
		hash = p.ID
	}
	var changed commands.Result
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (_ commands.Result, err error) {
		changed, err = h.Pictures.DescribePicture(ctx, by, hash, nil, changes)
		return changed, err
	})
	switch {
	case err != nil:
		return err
	case changed.Position == 0:
		_, err = fmt.Fprintln(c.stdout, "The picture was already described like this.")
	default:
		_, err = fmt.Fprintln(c.stdout, "The picture's description is changed.")
	}
	return err
}

// changes checks the flags by the rules of the API.
func (m mediaDescribeCommand) changes() (events.MediaChanges, error) {
	fields := map[string]any{}
	for name, value := range map[string]*string{"alt": m.Alt, "caption": m.Caption, "credit": m.Credit, "name": m.Name} {
		if value != nil {
			fields[name] = *value
		}
	}
	if m.Focal != nil {
		var x, y float64
		if _, err := fmt.Sscanf(strings.ReplaceAll(*m.Focal, " ", ""), "%g,%g", &x, &y); err != nil {
			return events.MediaChanges{}, fmt.Errorf("--focal %q must be two numbers from 0 to 1, such as 0.5,0.25", *m.Focal)
		}
		fields["focalPoint"] = map[string]float64{"x": x, "y": y}
	}
	body, err := json.Marshal(fields)
	if err != nil {
		return events.MediaChanges{}, err
	}
	return pictures.ParseMediaChanges(body)
}

type mediaReplaceCommand struct {
	Address string `arg:"" help:"The picture's address, or its hash alone."`
	By      string `required:"" help:"The picture to show in its place: an image file, or the address or hash of one that is stored." placeholder:"FILE|ADDRESS"`

	OldPicture string `enum:"history,hidden" default:"history" help:"Whether readers still see the old picture: 'history' (in the history of what showed it; the default) or 'hidden'." placeholder:"history|hidden"`
}

func (m mediaReplaceCommand) Run(ctx context.Context, line *Globals, c *console) error {
	hash, err := pictureHash(m.Address)
	if err != nil {
		return err
	}
	replace, err := m.replacement(ctx, hash)
	if err != nil {
		return err
	}
	var stored pictures.StoredPicture
	err = line.command(ctx, c, func(h *rooms.Handlers, by commands.Caller) (_ commands.Result, err error) {
		stored, err = replace(h, by)
		return commands.Result{Position: stored.Position}, err
	})
	if err == nil {
		_, err = fmt.Fprintf(c.stdout, "The picture is replaced by %s wherever it is used.\n", stored.URL)
	}
	return err
}

// replacement returns the command that replaces a picture by a file, or by a picture that is stored.
func (m mediaReplaceCommand) replacement(ctx context.Context,
	hash string) (func(*rooms.Handlers, commands.Caller) (pictures.StoredPicture, error), error) {
	body, err := readFile(m.By)
	switch {
	case errors.Is(err, os.ErrNotExist):
		other, err := pictureHash(m.By)
		if err != nil {
			return nil, fmt.Errorf("--by %q is neither a file nor a picture's address", m.By)
		}
		return func(h *rooms.Handlers, by commands.Caller) (pictures.StoredPicture, error) {
			return h.Pictures.ReplacePictureBy(ctx, by, hash, other, events.OldPicture(m.OldPicture))
		}, nil
	case err != nil:
		return nil, err
	}
	p, err := pictures.ParsePicture(ctx, http.DetectContentType(body), body, filepath.Base(m.By))
	if err != nil {
		return nil, explained(err)
	}
	return func(h *rooms.Handlers, by commands.Caller) (pictures.StoredPicture, error) {
		return h.Pictures.ReplacePicture(ctx, by, hash, p, events.OldPicture(m.OldPicture))
	}, nil
}

// readFile reads a picture file, or so much of it that its size is refused.
func readFile(name string) (body []byte, err error) {
	const enough = 16 << 20
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, enough))
}
