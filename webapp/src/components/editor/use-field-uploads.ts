// The uploads of one field. The form can't be saved while some are under way, and they end with the field.
import { useEffect, useState } from 'react';
import { isUnfinished, UploadQueue } from '@/components/media/upload-queue';
import { useUploads } from '@/components/media/use-uploads';
import { usePending } from './pending';

export function useFieldUploads() {
  const [queue] = useState(() => new UploadQueue());
  const uploads = useUploads(queue);
  usePending(uploads.some(isUnfinished));
  useEffect(() => () => queue.cancelAll(), [queue]);
  return { queue, uploads };
}
