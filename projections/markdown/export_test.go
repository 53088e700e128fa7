package markdown

// RenderOrPanic is Render, but for panics that are faults: of anything but a bound.
func RenderOrPanic(source string, o Options) (d Document) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case errTooMuch, errTooLarge:
			d = asTyped(source)
		default:
			panic(p)
		}
	}()
	typed := normalized(source)
	root := parse(typed)
	return show(root, typed, lookUp(imagesOf(root), o.Picture), o)
}
