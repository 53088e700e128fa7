// The dialog in which a article is written or changed.
import type { ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { Article } from '../types';

interface Props {
  open: boolean;
  /** Null for a new one. */
  article: Article | null;
  onClose: () => void;
  /** Shows the article as readers will see it. */
  preview?: (item: Article) => ReactNode;
}

export function ArticleDialog({ open, article, onClose, preview }: Props) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={article ? 'Edit Article' : 'Add Article'} size="large">
      {article && preview ? preview(article) : null}
    </Dialog>
  );
}
