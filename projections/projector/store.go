// Stores of generations: their folders, and following the files.

package projector

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	storeTries = 200                   // for a moment at which the file and its store are at the same event
	storePause = 20 * time.Millisecond // between two of them
)

// folderMark is between a model's name and the random part of a folder's name.
const folderMark = ".index-"

// newFolder returns the name of a new folder for the model's store, "" without one.
func (d *Definition) newFolder() string {
	if d.Store == nil {
		return ""
	}
	return d.Name + folderMark + uuid.NewString()[:8]
}

// folder returns the path of the file's folder, "" without one.
func (f *file) folder() string {
	if f.meta.Folder == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(f.path), f.meta.Folder)
}

// removeFolders removes the folders of the model's other files. kept may be nil.
func (p *Projector) removeFolders(kept *file) error {
	if p.definition.Store == nil {
		return nil
	}
	dir, mine := filepath.Dir(p.path), ""
	if kept != nil {
		mine = kept.meta.Folder
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), p.definition.Name+folderMark) && e.Name() != mine {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *generation) removeFolder() error {
	if g.store == nil {
		return nil
	}
	return os.RemoveAll(g.folder())
}

func (g *generation) newModel() Model {
	if g.store != nil {
		return g.store.New()
	}
	return g.definition.New()
}

// followFile brings the store up to the file. A store of another version stays as it is.
func (g *generation) followFile(ctx context.Context) error {
	if g.store == nil || g.foreign() {
		return nil
	}
	err := g.view(func(t *Tx) error { return g.store.Follow(ctx, t) })
	if caught := (*panicked)(nil); errors.As(err, &caught) {
		return fmt.Errorf("%v\n%s", caught, caught.stack) // no event's: the rows are committed
	}
	return err
}

func (g *generation) closeStore() error {
	if g.store == nil {
		return nil
	}
	return guardFile(g.store.Close)
}

// sum returns what a check compares of the file and the store.
func (g *generation) sum(t *Tx) (string, error) {
	sum, err := g.definition.sumOf(t)
	if err != nil {
		return "", err
	}
	return g.withStore(t, sum)
}

// withStore adds the store's sum to the one of the rows.
func (g *generation) withStore(t *Tx, sum string) (string, error) {
	if g.store == nil || g.foreign() {
		return sum, nil
	}
	stored, err := g.store.Sum(t)
	return sum + stored, err
}

// queryStored is query at a moment at which the file and its store are at the same event.
func (p *Projector) queryStored(fn func(g *generation, t *Tx) error) error {
	for try := 0; ; try++ {
		err := p.query(fn)
		if !errors.Is(err, ErrStoreElsewhere) || try == storeTries {
			return err
		}
		time.Sleep(storePause)
	}
}
