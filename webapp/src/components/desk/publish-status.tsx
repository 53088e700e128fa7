// Whether an item is on the site, or will be, and until when.
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import type { DeskItem } from '@/lib/desk-calls';

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

export function PublishStatus({ item: { isPublished, publishAt, unpublishAt } }: { item: DeskItem }) {
  return (
    <span className="inline-grid">
      {publishAt ? <Status tone="warn">Scheduled</Status> : <Status tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Status>}
      {publishAt ? <Moment iso={publishAt} /> : null}
      {unpublishAt ? <Moment iso={unpublishAt} before="until " /> : null}
    </span>
  );
}

function Moment({ iso, before = '' }: { iso: string; before?: string }) {
  return (
    <time dateTime={iso} title={fullDate(iso)} className="text-caption whitespace-nowrap text-muted tabular-nums">
      {before}
      {short.format(new Date(iso))}
    </time>
  );
}
