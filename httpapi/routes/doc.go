// Package routes puts the routes of all rooms together, and makes the handler of the whole site of them.
package routes
