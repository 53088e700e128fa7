// Shapes of routes that many nouns have.

package httpapi

// AdminReads is the route of a read for the signed-in admin: of the present alone.
func AdminReads(h Handler, from ...Model) Route {
	return Route{Handle: h, Who: Admin, DependsOn: from, Class: ClassAdmin, AsOf: PresentOnly}
}

// AdminWrites is the route of a change that the signed-in admin makes. body is its limit in bytes; 0 for DELETE.
func AdminWrites(h Handler, body int64, from ...Model) Route {
	return Route{Handle: h, Who: Admin, DependsOn: from, Class: ClassNeeded, Body: body}
}

// PublicForm is the route of a form that strangers send.
func PublicForm(h Handler) Route {
	return Route{Handle: h, Who: Anybody, DependsOn: Nothing, Class: ClassForms, Body: FormBody}
}
