// Channel: the door by which a change came in.

package events

// Channel says through what somebody caused an event.
type Channel string

// The channels. Events from before they were recorded have none.
const (
	ViaDashboard   Channel = "dashboard"
	ViaBotAPI      Channel = "bot api"
	ViaSite        Channel = "site"
	ViaCommandLine Channel = "command line"
	ViaScheduler   Channel = "scheduler"
	ViaImport      Channel = "import"
	ViaSystem      Channel = "system"
)

// Channels are all there are.
var Channels = []Channel{ViaDashboard, ViaBotAPI, ViaSite, ViaCommandLine, ViaScheduler, ViaImport, ViaSystem}
