// Package render makes the HTML of public pages: it runs the web app itself, React and all, in a
// JavaScript engine inside this process (QuickJS, as modernc.org/quickjs: C translated into Go).
//
//   - A [Pool] keeps a few engines, made on the first demand and dropped when nothing was rendered
//     for a while, so that an idle server pays nothing for them. Their memory is beside Go's heap.
//   - A [Page] is what one rendering gave: head, body, and the data that both were made from.
//   - An [Answers] is where the app's queries are answered: the same bytes that the API serves.
//
// The script is made of webapp/src/entry-server.tsx and compiled when Candor is built: it leaves a
// global app.render(address, origin, now) behind. The engine has no network, no files and no timers.
//
// It knows nothing of routes, read models or HTTP.
package render
