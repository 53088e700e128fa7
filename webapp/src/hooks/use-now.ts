// The time, for relative dates: the moment of the first render, then every minute.
import { useEffect, useState } from 'react';

/** Now, in milliseconds since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
