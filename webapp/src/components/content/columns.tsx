// The columns that every content type has.
import { PublishStatus } from '@/components/admin-list/publish-status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { ContentItem } from '@/lib/content-calls';
import type { Column } from './content-type';

export const publishedColumn: Column<ContentItem> = {
  name: 'published',
  label: 'Published',
  width: 'lg:w-[8.25rem]',
  first: 'desc',
  cell: (item) => <PublishStatus item={item} />,
};

export const updatedColumn: Column<ContentItem> = {
  name: 'updated',
  label: 'Last Updated',
  width: 'lg:w-32',
  first: 'desc',
  cell: (item) => <TimeAgo iso={item.updatedAt} className="text-muted tabular-nums" />,
};
