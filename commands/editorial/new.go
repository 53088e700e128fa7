// How a handler starts and stops. It is apart from the Handler, so that files that use one and files that it holds don't name each other.

package editorial

import "candor/commands"

// New returns a handler. With a ScheduleIndex it starts a goroutine that carries out schedules, until [Handler.Close].
func New(x *commands.Executor, c Config) *Handler {
	h := &Handler{Executor: x, access: c.Access, pictures: c.Pictures, drafts: c.Drafts, categories: c.Categories, authors: c.Authors}
	if c.Schedules != nil {
		h.scheduler = newScheduler(x, c.Schedules, h.CarryOut)
	}
	return h
}

// Close stops carrying out schedules.
func (h *Handler) Close() {
	if h.scheduler != nil {
		h.scheduler.close()
	}
}
