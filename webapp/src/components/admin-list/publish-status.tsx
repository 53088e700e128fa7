// An item's status: published, scheduled or a draft, and until when.
import type { ReactNode } from 'react';
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import type { ContentItem } from '@/lib/content-calls';
import { dateFormat } from '@/lib/intl';

const day = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' });
const minute = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

export function PublishStatus({ item: { isPublished, publishAt, unpublishAt } }: { item: ContentItem }) {
  return (
    <span className="inline-grid">
      {publishAt ? <Status tone="warn">Scheduled</Status> : <Status tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Status>}
      {publishAt ? <Moment iso={publishAt}>{minute.format(new Date(publishAt)).replace(/\s(?=[AP]M$)/, '\u00a0')}</Moment> : null}
      {unpublishAt ? <Moment iso={unpublishAt}>until {day.format(new Date(unpublishAt))}</Moment> : null}
    </span>
  );
}

function Moment({ iso, children }: { iso: string; children: ReactNode }) {
  return (
    <time dateTime={iso} title={fullDate(iso)} className="text-caption whitespace-normal text-muted tabular-nums">
      {children}
    </time>
  );
}
