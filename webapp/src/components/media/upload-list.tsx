// The rows of uploads: how far each is, why it failed, and what can be done about it.
import { Check, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { isUnfinished, type Upload, type UploadQueue } from './upload-queue';
import { useUploads } from './use-uploads';

interface Props {
  queue: UploadQueue;
  /** What can be done with a stored picture, shown at the end of its row. */
  action?: (upload: Upload) => ReactNode;
}

export function UploadList({ queue, action }: Props) {
  const uploads = useUploads(queue);
  const running = uploads.some(isUnfinished);
  // The region is always there, so that what appears in it is announced.
  return (
    <div className={uploads.length > 0 ? 'rounded-lg border border-rule bg-raised' : undefined}>
      <div className={uploads.length > 0 ? 'flex min-h-control items-center justify-between gap-4 py-1 pr-2 pl-4' : undefined}>
        <p role="status" aria-label="Uploads" className="text-small font-semibold tabular-nums">
          {summary(uploads)}
        </p>
        {uploads.length > 0 && !running ? (
          <Button variant="quiet" size="small" onClick={() => queue.clear()}>
            Clear list
          </Button>
        ) : null}
      </div>
      {uploads.length > 0 ? (
        <ul aria-label="Files" className="max-h-80 overflow-y-auto border-t border-rule">
          {uploads.map((upload) => (
            <Row key={upload.id} queue={queue} upload={upload} action={upload.state === 'done' ? action : undefined} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** '3 of 10 uploaded, 1 failed. Waiting for the network.' */
function summary(uploads: readonly Upload[]): string {
  if (uploads.length === 0) return '';
  const count = (state: Upload['state']) => uploads.filter((u) => u.state === state).length;
  const failed = count('failed');
  const counts = `${count('done')} of ${uploads.length} uploaded${failed > 0 ? `, ${failed} failed` : ''}`;
  return count('waiting') > 0 ? `${counts}. Waiting for the network.` : counts;
}

const Row = memo(function Row({ queue, upload, action }: { queue: UploadQueue; upload: Upload; action: Props['action'] }) {
  const { id, name, state, progress, error, retriable } = upload;
  const percent = Math.round(100 * progress);
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-rule py-1 pr-2 pl-4 text-small last:border-b-0">
      <div className="min-w-0 grow basis-48 py-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        {state === 'failed' ? (
          <p role="alert" className="text-danger">
            <span className="sr-only">{name}: </span>
            {error}
          </p>
        ) : (
          <p className="flex items-center gap-2 text-muted tabular-nums">
            {state === 'done' ? <Check aria-hidden strokeWidth={1.75} className="size-4 text-success" /> : null}
            {texts[state]}
            {state === 'sending' ? ` ${percent}%` : null}
          </p>
        )}
        {state === 'sending' ? (
          <div
            role="progressbar"
            aria-label={`Uploading ${name}`}
            aria-valuenow={percent}
            className="mt-1 h-1 overflow-hidden rounded-full bg-score-track"
          >
            <div className="h-full origin-left bg-score transition-transform" style={{ transform: `scaleX(${progress})` }} />
          </div>
        ) : null}
      </div>
      <div className="ml-auto flex items-center gap-1">
        {action?.(upload)}
        {(state === 'failed' && retriable) || state === 'waiting' ? (
          <Button variant="quiet" size="small" aria-label={`Retry ${name}`} onClick={() => queue.retry(id)}>
            Retry
          </Button>
        ) : null}
        <Button
          variant="quiet"
          shape="icon"
          size="small"
          aria-label={`${isUnfinished(upload) ? 'Cancel' : 'Dismiss'} ${name}`}
          onClick={() => queue.remove(id)}
        >
          <X aria-hidden strokeWidth={1.75} className="size-4" />
        </Button>
      </div>
    </li>
  );
});

const texts: Record<Exclude<Upload['state'], 'failed'>, string> = {
  queued: 'Queued',
  preparing: 'Preparing...',
  sending: 'Uploading',
  waiting: 'Waiting for the network',
  done: 'Uploaded',
};
