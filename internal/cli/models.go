// Work on read models, done by the server that runs on the data folder or, without one, in this process.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"candor/events/datadir"
	"candor/projections"
)

// forModels asks the server that runs on the data folder to work on the named read models or, without names, on all. Without a server it
// opens them and calls do for each.
func (line *Globals) forModels(ctx context.Context, c *console, path string, names []string,
	do func(models *projections.Models, name string) error) (err error) {
	folder := datadir.Folder(line.Data)
	if server, err := folder.Server(); err == nil && server.HTTP != "" {
		done, err := askForModels(ctx, server, path, names, c)
		if done || err != nil {
			return err
		}
	}
	d, err := line.open(c.logger)
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
		name, err := models.CanonicalName(name)
		if err != nil {
			return err
		}
		if err = do(models, name); err == nil {
			c.progress(name, 1, 1) // what is quick says nothing itself
		}
		c.progressEnd()
		if err != nil {
			return err
		}
		if note := models.Lacking(name); note != "" {
			fmt.Fprintln(c.stdout, note)
		}
	}
	return nil
}

// askForModels asks the running server. done is false when no server responds at the address in the run file.
func askForModels(ctx context.Context, server datadir.Server, path string, names []string, c *console) (done bool, err error) {
	response, err := server.Ask(ctx, path, map[string]any{"names": names})
	if err != nil {
		return false, ctx.Err() // the run file is that of a server that was killed
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 4<<10))
		return true, fmt.Errorf("the server answered %s: %s", response.Status, text)
	}
	lines := json.NewDecoder(response.Body)
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
			return true, errors.Join(failed, fmt.Errorf("the server stopped responding: %w", err))
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
