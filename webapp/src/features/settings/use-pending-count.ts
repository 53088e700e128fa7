// How much work, such as the upload of a picture, has to finish before a form can be saved.
import { useCallback, useState } from 'react';

/** Returns the number, and what PendingContext takes. */
export function usePendingCount() {
  const [pending, setPending] = useState(0);
  const count = useCallback((by: 1 | -1) => setPending((n) => n + by), []);
  return { pending, count };
}
