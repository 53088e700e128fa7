// Package openapi holds the description of the API and everything that is made from it: openapi.json,
// the documentation in Markdown, the Postman collection, and the examples in Python and JavaScript.
//
// The source is source/*.yaml, one file a noun. Its words are OpenAPI's (3.1), with one shorthand so that they stay
// readable: where a reference to a component is expected, the component's bare name will do.
//
//	parameters: [Limit, Offset]        → [{"$ref": "#/components/parameters/Limit"}, …]
//	responses: {"404": NotFound}       → {"404": {"$ref": "#/components/responses/NotFound"}}
//	headers: [ETag]                    → {"ETag": {"$ref": "#/components/headers/ETag"}}
//	schema: Review, items: Review      → {"$ref": "#/components/schemas/Review"}
//
// Each file is also a template (text/template) over the kinds of content, so that what reviews, articles and pages have in common
// is written once, most of it in kinds.yaml:
//
//	{{range .}} … /api/{{.Path}}/{id}: … summary: Change a {{.Noun}} … schema: {{.Schema}}Changes … {{end}}
//
// The files are merged in their order, so that reviews.yaml need only hold what differs from kinds.yaml.
//
// [Document] is the description itself, [Markdown], [Postman], [Python] and [Node] are made from it. All of them name the
// site by its origin, which is known only when somebody asks.
//
// The package knows nothing of handlers; a test in httpapi walks the real routes and checks real answers.
package openapi
