package storage

import "time"

// lockWait is how long a start waits for the previous process to release the file.
const lockWait = 200 * time.Millisecond
