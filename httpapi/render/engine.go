// engine: one JavaScript engine with the app loaded.

package render

import (
	_ "embed"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/nlnwa/whatwg-url/url"
	"modernc.org/quickjs"
)

const loadTime = time.Minute // for the app's script

// globals is what surrounds the app's script.
//
//go:embed globals.js
var globals string

// engine renders one page at a time; it is not safe for concurrent use. Its memory is not Go's: it must be closed.
type engine struct {
	vm      *quickjs.VM
	answers Answers // of the rendering that runs
	made    *Page   // what it has made
	failed  error   // or why it has not
}

// newEngine loads the app, which [Compile] made of globals and its script.
func newEngine(code []byte, memory uint) (*engine, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	e := &engine{vm: vm}
	if err := e.load(code, memory); err != nil {
		return nil, errors.Join(fmt.Errorf("render: the app's script: %w", err), e.close())
	}
	return e, nil
}

func (e *engine) load(code []byte, memory uint) error {
	e.vm.SetMemoryLimit(uintptr(memory))
	for name, call := range map[string]quickjs.HostFunc{"answer": e.answer, "rendered": e.rendered,
		"failed": e.fail, "parseUrl": parseURL} {
		if err := e.vm.RegisterHostFunc(name, call); err != nil {
			return err
		}
	}
	loaded, err := e.vm.EvalBytecodeValue(code)
	if err != nil {
		return err
	}
	loaded.Free()
	if err := e.work(time.Now().Add(loadTime)); err != nil {
		return err
	}
	switch is, err := e.vm.Eval(`typeof app === "object" && typeof app.render`, quickjs.EvalGlobal); {
	case err != nil:
		return err
	case is != "function":
		return errors.New("it leaves no app.render")
	}
	return nil
}

// close gives the engine's memory back.
func (e *engine) close() error { return e.vm.Close() }

// answer is what the app's fetch calls.
func (e *engine) answer(args []any) (any, error) {
	path, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	status, body, total, err := e.ask(path)
	if err != nil {
		return nil, err
	}
	return []any{status, string(body), total}, nil
}

// ask returns the answer for a path. A panic in it becomes an error: it must not unwind the engine's own calls, after which that couldn't
// be closed.
func (e *engine) ask(path string) (status int, body []byte, total int, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return e.answers(path)
}

// rendered takes the page.
func (e *engine) rendered(args []any) (any, error) {
	var page Page
	for i, into := range []*string{&page.Head, &page.Body, &page.Data} {
		part, err := text(args, i)
		if err != nil {
			return nil, err
		}
		*into = part
	}
	if len(args) > 3 {
		page.Until = moment(args[3])
	}
	e.made = &page
	return nil, nil
}

// moment returns the time that a number of milliseconds since 1970 is; the zero time for none, and for what is no number.
func moment(milliseconds any) time.Time {
	n := 0.0
	switch ms := milliseconds.(type) {
	case float64:
		n = ms
	case int:
		n = float64(ms)
	case int32:
		n = float64(ms)
	case int64:
		n = float64(ms)
	}
	if n <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(n))
}

// fail takes the reason why there is none.
func (e *engine) fail(args []any) (any, error) {
	reason, err := text(args, 0)
	e.failed = errors.Join(err, errors.New(reason))
	return nil, nil
}

// text is an argument that must be a text, or nothing.
func text(args []any, i int) (string, error) {
	if i >= len(args) {
		return "", nil
	}
	switch v := args[i].(type) {
	case string:
		return v, nil
	case nil, quickjs.Undefined:
		return "", nil
	default:
		return "", fmt.Errorf("argument %d is a %T, not a text", i+1, v)
	}
}

// parseURL gives the parts of an address, as the class URL has them; null where it is none.
func parseURL(args []any) (any, error) {
	address, err := text(args, 0)
	if err != nil {
		return nil, err
	}
	base, err := text(args, 1)
	if err != nil {
		return nil, err
	}
	var u *url.Url
	if base == "" {
		u, err = url.Parse(address)
	} else {
		u, err = url.ParseRef(base, address)
	}
	if err != nil {
		return nil, nil // which the script tells as an invalid address
	}
	origin := "null"
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		origin = u.Protocol() + "//" + u.Host()
	}
	return []any{u.Href(false), origin, u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(),
		u.Port(), u.Pathname(), u.Search(),
		u.Hash()}, nil
}

// work does what was promised, until nothing is left to do.
func (e *engine) work(deadline time.Time) error {
	for {
		if err := e.within(deadline); err != nil {
			return err
		}
		if n, err := e.vm.ExecutePendingJobs(); err != nil || n == 0 {
			return err
		}
	}
}

// within lets the next call of the script take as long as is left.
func (e *engine) within(deadline time.Time) error {
	left := time.Until(deadline)
	if left <= 0 {
		return ErrTooSlow
	}
	return e.vm.SetEvalTimeout(left)
}

// page renders. After an error the engine may be in any state: close it.
func (e *engine) page(address, origin string, now time.Time, limit time.Duration, answers Answers) (*Page, error) {
	e.answers, e.made, e.failed = answers, nil, nil
	defer func() { e.answers, e.made = nil, nil }()
	deadline := time.Now().Add(limit)
	e.vm.SetGCThreshold(0) // what the last page left in circles goes first; else it would go at half as much again as the app takes
	err := e.within(deadline)
	if err == nil {
		_, err = e.vm.Call("makePage", address, origin, float64(now.UnixMilli()))
	}
	if err == nil {
		err = e.work(deadline)
	}
	switch {
	case err != nil && !time.Now().Before(deadline):
		err = ErrTooSlow // it was interrupted
	case err != nil:
	case e.failed != nil:
		err = e.failed
	case e.made == nil:
		// Everything the app waited for was there at once, so its promise should be kept by now.
		err = errors.New("the app waits for something that never comes")
	}
	if err != nil {
		path, _, _ := strings.Cut(address, "?") // what a reader searches for does not reach the log
		return nil, fmt.Errorf("render %s: %w", path, err)
	}
	return e.made, nil
}
