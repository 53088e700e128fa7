package events

// ActionClassified reports whether an action is in the table of what takes something away, and TypeClassified whether a type of events is.
func ActionClassified(a Action) bool       { _, ok := withdrawn[a]; return ok }
func TypeClassified(eventType string) bool { _, ok := withdrawals[eventType]; return ok }

// StreamOfType returns where events of a type lie, as the table of streams names it; false: none are written any more.
func StreamOfType(eventType string) (string, bool) {
	of := registry[eventType].stream
	return of, of != ""
}

// InTable reports whether the table of streams has a row for a name.
func InTable(name string) bool { return streamNamed(name).name == name }

// StreamNames returns the names of all rows.
func StreamNames() []string { return streamsThat(func(stream) bool { return true }) }

// LateStreams returns the prefixes of streams whose later events are part of every past.
func LateStreams() []string { return lateStreams }
