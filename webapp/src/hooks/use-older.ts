// Whether something is old, where that is shown.
import { useContext, useSyncExternalStore } from 'react';
import { everyMinute, RenderTimeContext } from './use-now';

/** Whether something is older than an age in milliseconds. */
export function useOlder(iso: string, age: number): boolean {
  const rendered = useContext(RenderTimeContext);
  const turns = Date.parse(iso) + age;
  const older = useSyncExternalStore(
    everyMinute,
    () => Date.now() > turns,
    () => (rendered?.at ?? Date.now()) > turns,
  );
  if (!older) rendered?.onShown?.(turns);
  return older;
}
