package projections

import "candor/projections/projector"

// Registered returns the definitions of all read models.
func Registered() []projector.Definition { return registered }
