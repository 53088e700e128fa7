// The uploads of a queue as they are, and a warning before the page is left while some are under way.
import { useEffect, useSyncExternalStore } from 'react';
import { isUnfinished, type Upload, type UploadQueue } from './upload-queue';

export function useUploads(queue: UploadQueue): readonly Upload[] {
  const uploads = useSyncExternalStore(queue.subscribe, queue.all);
  const running = uploads.some(isUnfinished);
  useEffect(() => {
    if (!running) return;
    const onUnload = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [running]);
  return uploads;
}
