// candor erase: finds and removes a person's data, and prints a receipt.

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"candor/commands/people"
	"candor/commands/rooms"
	"candor/events"
	"candor/events/datadir"
	privacy "candor/httpapi/people"
	"candor/internal/openlog"
	"candor/projections"
)

// eraseCommand works on any log: the running server's, the folder's own, or an EventStoreDB.
type eraseCommand struct {
	Email    string `help:"Erase the messages and the subscription of this e-mail address, in upper or lower case. Give either this or --ip." xor:"who" placeholder:"ADDRESS"`
	IP       string `name:"ip" help:"Erase the visitors at this IP address, or in a block such as 203.0.113.0/24." xor:"who" placeholder:"ADDRESS"`
	DryRun   bool   `help:"Show what would be removed, without changing anything."`
	Yes      bool   `help:"Don't ask for confirmation."`
	JSON     bool   `name:"json" help:"Print the receipt, or with --dry-run what was found, as JSON."`
	Scavenge bool   `help:"Also remove the bytes from the log and the read models now; see candor scavenge."`
}

// errNotConfirmed says that the question was not answered with yes.
var errNotConfirmed = errors.New("nothing was removed")

func (e eraseCommand) Run(ctx context.Context, line *Globals, c *console) error {
	if e.Email == "" && e.IP == "" {
		return errors.New("give either --email or --ip")
	}
	who, err := people.PersonBy(e.Email, e.IP)
	if err != nil {
		return explained(err)
	}
	receipt, err := e.erase(ctx, line, c, who)
	if err != nil || receipt == nil {
		return err
	}
	if e.Scavenge {
		quiet := *c
		quiet.stdout = c.stderr // standard output is for the receipt
		if err := line.scavenge(ctx, &quiet); err != nil {
			return fmt.Errorf("the data is erased (erasure %s), but its bytes are still in the log: %w", receipt.ID, err)
		}
		receipt.Reclaim()
	}
	if e.JSON {
		return json.NewEncoder(c.stdout).Encode(receipt)
	}
	return printReceipt(c.stdout, receipt)
}

// erase shows what was found, asks, and removes it. It returns no receipt when there was nothing to remove.
func (e eraseCommand) erase(ctx context.Context, line *Globals, c *console, who people.Person) (receipt *privacy.Receipt, err error) {
	d, err := line.open(c.logger)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	h, err := rooms.New(rooms.Config{Log: d, Logger: c.logger})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.Close(ctx)) }()
	found, err := h.People.FindPerson(ctx, who)
	switch {
	case err != nil:
		return nil, explained(err)
	case e.DryRun && e.JSON:
		return nil, json.NewEncoder(c.stdout).Encode(found)
	case found.Empty():
		_, err = fmt.Fprintln(c.stderr, "Nothing is stored under this address.")
		return nil, err
	}
	preview := c.stderr
	if e.DryRun {
		preview = c.stdout
	}
	printFound(preview, found)
	if e.DryRun {
		return nil, nil
	}
	if !e.Yes {
		fmt.Fprint(c.stderr, "This cannot be undone. Type yes to remove the data: ")
		answer, err := bufio.NewReader(io.LimitReader(c.stdin, 1<<10)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if strings.TrimSpace(answer) != "yes" {
			return nil, errNotConfirmed
		}
	}
	erased, err := h.People.ErasePerson(ctx, commandLineCaller(), who)
	if err != nil {
		return nil, explained(err)
	}
	written := privacy.NewReceipt(erased, line.forgotten(ctx, c, d, erased.Position))
	return &written, nil
}

// forgotten waits until the read models of the running server, or of the folder, have passed position, and names them. It names none on an
// EventStoreDB whose servers run on other data folders.
func (line *Globals) forgotten(ctx context.Context, c *console, d *openlog.Handle, position events.Position) []string {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	folder := datadir.Folder(line.Data)
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		if response, err := server.Ask(ctx, "/api/control/wait", map[string]any{"position": position}); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusNoContent {
				return projections.PersonalNames()
			}
			return []string{}
		}
	}
	if d.Node == nil {
		return []string{}
	}
	models, err := projections.Open(ctx, projections.Config{Dir: folder.Models(), Log: d, Logger: c.logger})
	if err != nil {
		c.logger.Warn().Err(err).Msg("the read models can't be opened")
		return []string{}
	}
	defer models.Close()
	if err := models.WaitFor(ctx, position); err != nil {
		c.logger.Warn().Err(err).Msg("the read models have not caught up")
		return []string{}
	}
	return projections.PersonalNames()
}

func printFound(w io.Writer, found people.Found) {
	for _, m := range found.Messages {
		fmt.Fprintf(w, "message %d of %s: %s\n", m.ID, day(&m.At), m.Subject)
	}
	for _, s := range found.Subscribers {
		fmt.Fprintf(w, "newsletter subscriber %d\n", s.ID)
	}
	for _, v := range found.Visitors {
		fmt.Fprintf(w, "visitor %s at %s since %s\n", v.ID, v.Address, day(&v.At))
	}
	fmt.Fprintf(w, "Total: %d messages, %d subscribers, %d visitors.\n", len(found.Messages), len(found.Subscribers), len(found.Visitors))
}

// printReceipt writes a receipt for the person who asked for the erasure.
func printReceipt(w io.Writer, r *privacy.Receipt) error {
	forgotten, space := strings.Join(r.ForgottenBy, ", "), "reclaimed"
	if forgotten == "" {
		forgotten = "each server forgets the data as soon as it has caught up with the log"
	}
	if !r.Reclaimed {
		space = r.Note
	}
	_, err := fmt.Fprintf(w, `Receipt of an erasure
  id           %s
  time         %s
  found by     %s
  messages     %d
  subscribers  %d
  visitors     %d
  streams      %s
  forgotten by %s
  space        %s
`, r.ID, r.At.Format(time.RFC3339), map[string]string{events.ErasedByEmail: "e-mail address", events.ErasedByIP: "IP address"}[r.By],
		r.Messages, r.Subscribers, r.Visitors, strings.Join(r.Streams, ", "), forgotten, space)
	return err
}
