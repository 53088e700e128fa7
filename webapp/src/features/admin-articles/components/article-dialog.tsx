// The dialog in which an article is written or changed.
import type { ReactNode } from 'react';
import { EditorDialog } from '@/components/editor/editor-dialog';
import { articleKind } from '../article-form';
import type { Article } from '@/lib/api-types';
import { ArticleForm } from './article-form';

interface Props {
  open: boolean;
  /** Null for a new one. */
  article: Article | null;
  onClose: () => void;
  /** Shows the article as readers will see it. */
  preview: (article: Article) => ReactNode;
}

export function ArticleDialog({ open, article, onClose, preview }: Props) {
  return (
    <EditorDialog kind={articleKind} open={open} item={article} onClose={onClose} preview={preview}>
      {(form) => <ArticleForm form={form} />}
    </EditorDialog>
  );
}
