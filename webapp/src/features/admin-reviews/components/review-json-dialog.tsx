// A review out of JSON.
import { useQuery } from '@tanstack/react-query';
import { JsonDialog } from '@/components/editor/json-dialog';
import { categoriesQuery } from '../api/categories';
import { reviewCalls } from '../api/reviews';
import { reviewKind } from '../review-form';
import { reviewOf } from '../review-json';
import { reviewInstructions, reviewTemplate } from '../template';

export function ReviewJsonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  if (!open) return null;
  return (
    <JsonDialog
      noun="review"
      created={reviewKind.words.created}
      template={reviewTemplate}
      instructions={reviewInstructions}
      bodyOf={(fields) => reviewOf(fields, categories)}
      calls={reviewCalls}
      onClose={onClose}
    />
  );
}
