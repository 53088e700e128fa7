// engine: one JavaScript engine with the app loaded.

package render

import (
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/require"
	"github.com/dop251/goja_nodejs/url"
)

// stackDepth bounds recursion in a script: React's is a few calls an element.
const stackDepth = 4096

// engine renders one page at a time; it is not safe for concurrent use.
type engine struct {
	vm      *goja.Runtime
	render  goja.Callable
	answers Answers // of the rendering that runs
}

// newEngine runs the app's script, which leaves app.render behind.
func newEngine(program *goja.Program) (*engine, error) {
	e := &engine{vm: goja.New()}
	e.vm.SetMaxCallStackSize(stackDepth)
	e.vm.SetFieldNameMapper(goja.TagFieldNameMapper("json", true)) // for Page
	new(require.Registry).Enable(e.vm)
	url.Enable(e.vm) // URL and URLSearchParams
	if err := errors.Join(e.vm.Set("answer", e.answer), e.vm.GlobalObject().Delete("require")); err != nil {
		return nil, err
	}
	if _, err := e.vm.RunProgram(program); err != nil {
		return nil, fmt.Errorf("render: the app's script: %w", err)
	}
	app, ok := e.vm.Get("app").(*goja.Object)
	if ok {
		e.render, ok = goja.AssertFunction(app.Get("render"))
	}
	if !ok {
		return nil, errors.New("render: the app's script leaves no app.render")
	}
	return e, nil
}

// answer is what the app's fetch calls.
func (e *engine) answer(call goja.FunctionCall) goja.Value {
	status, body, total, err := e.answers(call.Argument(0).String())
	if err != nil {
		panic(e.vm.NewGoError(err))
	}
	o := e.vm.NewObject()
	for name, value := range map[string]any{"status": status, "body": string(body), "total": total} {
		if err := o.Set(name, value); err != nil {
			panic(e.vm.NewGoError(err))
		}
	}
	return o
}

// page renders. After an error the engine may be in any state: throw it away.
func (e *engine) page(path, origin string, now time.Time, limit time.Duration, answers Answers) (*Page, error) {
	e.answers = answers
	defer func() { e.answers = nil }()
	alarm := time.AfterFunc(limit, func() { e.vm.Interrupt(ErrTooSlow) })
	value, err := e.render(goja.Undefined(), e.vm.ToValue(path), e.vm.ToValue(origin), e.vm.ToValue(now.UnixMilli()))
	if !alarm.Stop() && err == nil {
		err = ErrTooSlow // the interrupt may still be on its way, so the engine is not used again
	}
	if err != nil {
		var interrupted *goja.InterruptedError
		if errors.As(err, &interrupted) {
			err = ErrTooSlow
		}
		return nil, fmt.Errorf("render %s: %w", path, err)
	}
	// Everything the app waited for was there at once, so its promise is kept by now.
	promise, ok := value.Export().(*goja.Promise)
	if !ok {
		return nil, fmt.Errorf("render %s: app.render returned no promise", path)
	}
	switch promise.State() {
	case goja.PromiseStateRejected:
		return nil, fmt.Errorf("render %s: %s", path, promise.Result())
	case goja.PromiseStatePending:
		return nil, fmt.Errorf("render %s: the app waits for something that never comes", path)
	}
	var page Page
	if err := e.vm.ExportTo(promise.Result(), &page); err != nil {
		return nil, fmt.Errorf("render %s: %w", path, err)
	}
	return &page, nil
}
