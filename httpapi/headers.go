// Header values.

package httpapi

import "candor/httpapi/respond"

// Header values that never change; net/http only reads them.
var (
	HTMLType       = []string{"text/html; charset=utf-8"}
	JSONType       = []string{"application/json"}
	PublicCache    = []string{"public, max-age=0, must-revalidate"}
	PrivateCache   = []string{"private, no-cache"}
	NoStore        = []string{"no-store"}
	ImmutableCache = []string{"public, max-age=31536000, immutable"} // for files whose name changes with their content
	VaryEncoding   = []string{"Accept-Encoding"}

	closeConnection = []string{"close"}

	contentEncodings = map[respond.Coding][]string{respond.Gzip: {"gzip"}, respond.Brotli: {"br"}}
)
