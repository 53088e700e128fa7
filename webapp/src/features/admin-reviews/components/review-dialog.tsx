// The dialog in which a review is written or changed.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditorDialog } from '@/components/editor/editor-dialog';
import { categoriesQuery } from '../api/categories';
import { reviewKind } from '../review-form';
import type { Review } from '@/lib/api-types';
import { ReviewForm } from './review-form';

interface Props {
  open: boolean;
  /** Null for a new one. */
  review: Review | null;
  onClose: () => void;
  /** Shows the review as readers will see it. */
  preview: (review: Review) => ReactNode;
}

export function ReviewDialog({ open, review, onClose, preview }: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  return (
    <EditorDialog
      kind={reviewKind}
      open={open}
      item={review}
      onClose={onClose}
      preview={preview}
      nameOf={(field, value) => (field === 'categoryId' ? categories.find((c) => String(c.id) === value)?.name : undefined)}
    >
      {(form) => <ReviewForm form={form} categories={categories} />}
    </EditorDialog>
  );
}
