// An item's status: published, scheduled or a draft, and until when.
import type { ReactNode } from 'react';
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import type { ContentItem } from '@/lib/content-calls';
import { dayOfYear, momentOfYear } from '@/lib/short-date';

export function PublishStatus({ item: { isPublished, publishAt, unpublishAt, draftPublishAt } }: { item: ContentItem }) {
  return (
    <span className="inline-grid">
      {publishAt ? (
        <Status tone="warn">Scheduled</Status>
      ) : (
        <Status tone={isPublished ? 'good' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Status>
      )}
      {publishAt ? <Moment iso={publishAt}>{momentOfYear(new Date(publishAt))}</Moment> : null}
      {draftPublishAt ? <Moment iso={draftPublishAt}>changes {momentOfYear(new Date(draftPublishAt))}</Moment> : null}
      {unpublishAt ? <Moment iso={unpublishAt}>until {dayOfYear(new Date(unpublishAt))}</Moment> : null}
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
