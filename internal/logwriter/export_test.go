// What tests see of a writer's inside.

package logwriter

// BufferLines is how many lines a writer holds.
const BufferLines = bufferLines
