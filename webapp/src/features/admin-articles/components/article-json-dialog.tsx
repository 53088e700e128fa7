// An article out of JSON.
import { JsonDialog } from '@/components/editor/json-dialog';
import { articleCalls } from '../api/articles';
import { articleKind } from '../article-form';
import { articleOf } from '../article-json';
import { articleInstructions, articleTemplate } from '../template';

export function ArticleJsonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null;
  return (
    <JsonDialog
      noun="article"
      created={articleKind.words.created}
      template={articleTemplate}
      instructions={articleInstructions}
      bodyOf={articleOf}
      calls={articleCalls}
      onClose={onClose}
    />
  );
}
