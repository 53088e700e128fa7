// The dialog in which a review is written or changed.
import type { ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { Review } from '../types';

interface Props {
  open: boolean;
  /** Null for a new one. */
  review: Review | null;
  onClose: () => void;
  /** Shows the review as readers will see it. */
  preview?: (item: Review) => ReactNode;
}

export function ReviewDialog({ open, review, onClose, preview }: Props) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={review ? 'Edit Review' : 'Add Review'} size="large">
      {review && preview ? preview(review) : null}
    </Dialog>
  );
}
