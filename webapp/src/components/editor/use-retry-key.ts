// A create whose answer was lost may be sent again: with the same key, the server creates nothing twice.
import { useCallback, useRef } from 'react';
import { uuid } from '@/lib/uuid';

/** Returns the idempotency key of a body: the same for the same body, another for any other. */
export function useRetryKey(): (body: object) => string {
  const last = useRef({ body: '', key: '' });
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: uuid() };
    return last.current.key;
  }, []);
}
