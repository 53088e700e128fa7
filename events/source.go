// Source: where a change came from.

package events

// Source says which part of Candor an event was caused through.
type Source string

// The sources. Events older than this field have none.
const (
	ViaDashboard   Source = "dashboard"
	ViaBotAPI      Source = "bot api"
	ViaSite        Source = "site"
	ViaCommandLine Source = "command line"
	ViaScheduler   Source = "scheduler"
	ViaImport      Source = "import"
	ViaSystem      Source = "system"
)

// Sources lists all of them.
var Sources = []Source{ViaDashboard, ViaBotAPI, ViaSite, ViaCommandLine, ViaScheduler, ViaImport, ViaSystem}
