// Header values.

package httpapi

import "candor/httpapi/respond"

// Header values that never change; net/http only reads them.
var (
	htmlType       = []string{"text/html; charset=utf-8"}
	jsonType       = []string{"application/json"}
	publicCache    = []string{"public, max-age=0, must-revalidate"}
	privateCache   = []string{"private, no-cache"}
	noStore        = []string{"no-store"}
	immutableCache = []string{"public, max-age=31536000, immutable"} // for files whose name changes with their content
	varyEncoding   = []string{"Accept-Encoding"}

	closeConnection = []string{"close"}

	contentEncodings = map[respond.Coding][]string{respond.Gzip: {"gzip"}, respond.Brotli: {"br"}}
)
