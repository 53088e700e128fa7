// Uploads: many pictures at once, and the server's memory until all their smaller copies are made.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"candor/events/datadir"
)

// uploadsCommand uploads pictures.
type uploadsCommand struct {
	Pictures int     `help:"How many." default:"200"`
	Parallel int     `help:"How many at a time." default:"8"`
	Most     float64 `help:"MiB that the server may use beyond what it has when idle." default:"200"`
}

const (
	largeEvery = 20                    // one picture in so many comes from a camera, and is made smaller when it is uploaded
	watchTime  = 10 * time.Millisecond // between two looks at the server's memory
	copiedTime = 30 * time.Minute      // for the last copy to be made after the last upload
	tooBusy    = 250 * time.Millisecond
)

// uploads is one run.
type uploads struct {
	uploadsCommand
	server *process
	folder datadir.Folder
	admin  *caller

	mu      sync.Mutex
	ids     []string
	busy    int          // uploads that had to be sent again
	sent    int64        // bytes
	highest atomic.Int64 // KiB
}

func (c uploadsCommand) Run(ctx context.Context, line *commandLine) (err error) {
	address, err := freeAddress()
	if err != nil {
		return err
	}
	u := &uploads{uploadsCommand: c, folder: datadir.Folder(line.folder("site"))}
	u.server, err = launch(line, "site", "http://"+address, true, "serve", "--addr", address, "--data",
		string(u.folder), "--log-level", "warn")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, u.server.stop()) }()
	if err := u.server.awaitReady(ctx); err != nil {
		return err
	}
	u.server.settle(ctx)
	idle, err := u.memory()
	if err != nil {
		return err
	}
	u.admin = newCaller(u.server.url)
	if err := u.admin.signIn(); err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { u.watch(watching) })
	defer watch.Wait()
	defer stop()
	began := time.Now()
	if err := u.uploadAll(ctx); err != nil {
		return err
	}
	uploaded, whileUploading := time.Since(began), float64(u.highest.Load())/1024
	if err := u.awaitCopies(ctx); err != nil {
		return err
	}
	copied := time.Since(began)
	u.server.settle(ctx)
	after, err := u.memory()
	if err != nil {
		return err
	}
	peak := float64(u.highest.Load()) / 1024
	fmt.Printf("%d pictures, %.0f MiB, uploaded in %v (%d had to wait), all copies after %v\n", len(u.ids), float64(u.sent)/(1<<20),
		uploaded.Round(time.Second), u.busy, copied.Round(time.Second))
	fmt.Printf("RssAnon: idle %.1f MiB, at most %.1f MiB while uploading and %.1f MiB in all, %.1f MiB afterwards\n",
		idle, whileUploading, peak, after)
	if peak-idle > c.Most {
		return fmt.Errorf("the server used %.0f MiB beyond its %.0f MiB when idle; it may use %.0f", peak-idle, idle, c.Most)
	}
	return ctx.Err()
}

// memory returns what the server holds itself, in MiB.
func (u *uploads) memory() (float64, error) {
	pid, _ := u.server.running()
	v, err := vitalsOf(pid, "")
	return v.RSSAnon, err
}

// watch notes the most that the server holds.
func (u *uploads) watch(ctx context.Context) {
	for ctx.Err() == nil {
		if now, err := u.memory(); err == nil {
			u.highest.Store(max(u.highest.Load(), int64(now*1024)))
		}
		time.Sleep(watchTime)
	}
}

// uploadAll uploads the pictures, several at a time.
func (u *uploads) uploadAll(ctx context.Context) error {
	numbers, failed := make(chan int), make(chan error, u.Parallel)
	var sending sync.WaitGroup
	for range u.Parallel {
		sending.Go(func() {
			painter := newPainter()
			for i := range numbers {
				if err := u.upload(ctx, painter.paint(i)); err != nil {
					failed <- fmt.Errorf("picture %d: %w", i, err)
					return
				}
			}
		})
	}
	var err error
	for i := 0; i < u.Pictures && err == nil; i++ {
		select {
		case numbers <- i:
		case err = <-failed:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	close(numbers)
	sending.Wait()
	select {
	case late := <-failed:
		err = errors.Join(err, late)
	default:
	}
	return err
}

// upload sends one picture, again while the server is busy.
func (u *uploads) upload(ctx context.Context, file []byte) error {
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost,
			u.server.url+"/api/admin/media?name=photo.jpg", bytes.NewReader(file))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "image/jpeg")
		got, err := u.admin.http.Do(request)
		if err != nil {
			return err
		}
		var stored struct{ ID, Detail string }
		err = json.NewDecoder(got.Body).Decode(&stored)
		_ = got.Body.Close()
		u.mu.Lock()
		switch {
		case got.StatusCode == http.StatusServiceUnavailable:
			u.busy++
		case got.StatusCode == http.StatusOK && err == nil:
			u.ids, u.sent = append(u.ids, stored.ID), u.sent+int64(len(file))
		default:
			err = fmt.Errorf("status %d: %s", got.StatusCode, stored.Detail)
		}
		u.mu.Unlock()
		if err != nil || got.StatusCode == http.StatusOK {
			return err
		}
		time.Sleep(tooBusy)
	}
}

// awaitCopies returns when all pictures have their copies.
func (u *uploads) awaitCopies(ctx context.Context) error {
	missing := slices.Clone(u.ids)
	for deadline := time.Now().Add(copiedTime); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(20 * watchTime) {
		missing = slices.DeleteFunc(missing, func(id string) bool {
			made, err := filepath.Glob(filepath.Join(u.folder.Renditions(), "v*", id[:2], id))
			return err == nil && len(made) > 0
		})
		if len(missing) == 0 {
			return nil
		}
	}
	return errors.Join(ctx.Err(), fmt.Errorf("%d pictures have no copies", len(missing)))
}

// painter paints pictures of the sizes that photos have.
type painter struct{ usual, large *image.RGBA }

func newPainter() *painter {
	return &painter{usual: photo(2400, 1600)}
}

// photo has soft colours, and the noise that makes photos large.
func photo(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			noise := uint8(rand.Uint32N(20))
			img.SetRGBA(x, y, color.RGBA{uint8(x*200/width) + noise, uint8(y*200/height) + noise, uint8((x/60+y/60)%2*90) + noise, 255})
		}
	}
	return img
}

// paint returns a JPEG that is like no other.
func (p *painter) paint(i int) []byte {
	img, quality := p.usual, 85
	if i%largeEvery == 0 {
		if p.large == nil {
			p.large = photo(5600, 3700)
		}
		img, quality = p.large, 50
	}
	for y := range 64 {
		for x := range 64 {
			img.SetRGBA(x, y, color.RGBA{uint8(rand.Uint32()), uint8(i), uint8(i >> 8), 255})
		}
	}
	var file bytes.Buffer
	must(0, jpeg.Encode(&file, img, &jpeg.Options{Quality: quality}))
	return file.Bytes()
}
