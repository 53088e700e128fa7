// The tab Reviews: all reviews, drafts included, ten a page (spec section 2).
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { chosen, StatusFilter, statusOf } from '@/components/admin-list/status-filter';
import { HistoryDialog } from '@/components/history/history-dialog';
import { SelectField } from '@/components/ui/select';
import { useListParams } from '@/hooks/use-list-params';
import { overviewQuery } from '@/lib/overview';
import { categoriesQuery } from '../api/categories';
import { reviewCalls } from '../api/reviews';
import { reviewKind, reviewLabels } from '../review-form';
import { reviewTemplate } from '../template';
import type { Review } from '@/lib/api-types';
import { ReviewDialog } from './review-dialog';
import { ReviewJsonDialog } from './review-json-dialog';
import { reviewColumns, reviewSummary } from './reviews-columns';

const words = { one: 'review', many: 'reviews', deleted: 'Review deleted' };

const featuredOptions = [
  { value: '', label: 'All Reviews' },
  { value: 'yes', label: 'Featured' },
  { value: 'no', label: 'Not Featured' },
];

interface Props {
  /** Shows a review as readers will see it. */
  preview: (review: Review, note?: string) => ReactNode;
}

export default function ReviewsTab({ preview }: Props) {
  const { value, change } = useListParams();
  const { data: categories } = useQuery(categoriesQuery);
  const counts = useQuery(overviewQuery).data?.reviews;
  const names = useMemo(() => new Map(categories?.map((c) => [c.id, c.name])), [categories]);
  const columns = useMemo(() => reviewColumns(names), [names]);
  const categoryOptions = [{ value: '', label: 'All Categories' }, ...(categories ?? []).map((c) => ({ value: String(c.id), label: c.name }))];

  return (
    <AdminList
      title="Reviews"
      words={words}
      calls={reviewCalls}
      columns={columns}
      actions={['publish', 'unpublish', 'feature', 'unfeature', 'delete']}
      summary={(review) => reviewSummary(review, names)}
      addressOf={(review) => `/reviews/${review.id}`}
      total={counts?.total}
      counts={[
        { name: 'Published', n: counts?.published },
        { name: 'Drafts', n: counts?.drafts },
        { name: 'Featured', n: counts?.featured },
      ]}
      categories={counts?.byCategory.map((c) => ({ name: names.get(c.categoryId) ?? 'Unknown', n: c.count }))}
      filter={{
        categoryId: Number(value('category')) || undefined,
        featured: chosen(value('featured'), 'yes', 'no'),
        ...statusOf(value('status')),
      }}
      filterNames={['category', 'featured', 'status']}
      filters={
        <>
          <SelectField label="Category" hideLabel className="sm:w-52" options={categoryOptions} value={value('category') ?? ''} onChange={(e) => change({ category: e.target.value })} />
          <SelectField label="Featured" hideLabel className="sm:w-40" options={featuredOptions} value={value('featured') ?? ''} onChange={(e) => change({ featured: e.target.value })} />
          <StatusFilter />
        </>
      }
      empty={{ title: 'No reviews yet', text: 'Items created here or sent by bots appear in this list. Drafts are visible only to you.' }}
      add="Add Review"
      template={reviewTemplate}
      preview={preview}
      editor={(open, review, onClose) => <ReviewDialog open={open} review={review} onClose={onClose} preview={preview} />}
      history={(review, onClose) => (
        <HistoryDialog calls={reviewCalls} noun={words.one} labels={reviewLabels} correctable={reviewKind.correctable} nameOf={(field, value) => (field === 'categoryId' ? names.get(Number(value)) : undefined)} item={review} preview={preview} onClose={onClose} />
      )}
      json={(open, onClose) => <ReviewJsonDialog open={open} onClose={onClose} />}
    />
  );
}
