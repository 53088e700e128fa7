// The preview in place of the form.
import type { ReactNode } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { previewOf, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import type { Rendered } from '@/lib/rendered';
import { PreviewFrame } from './preview-frame';
import { RenderedPreview } from './rendered-preview';

export interface PreviewProps<Item extends ContentItem> {
  form: EditorForm;
  type: Pick<ContentType<Item, never>, 'fields' | 'noun' | 'complete'>;
  /** Null for a new one. */
  item: Item | null;
  page: (item: Rendered<Item>) => ReactNode;
}

interface Props<Item extends ContentItem> extends PreviewProps<Item> {
  labelledBy: string;
  shown: boolean;
}

export function PreviewTab<Item extends ContentItem>({ labelledBy, shown, form, type, item, page }: Props<Item>) {
  return (
    <div
      role="tabpanel"
      aria-labelledby={labelledBy}
      hidden={!shown}
      tabIndex={0}
      className="min-w-0 grow overflow-y-auto -outline-offset-4"
    >
      <div className="mx-auto max-w-4xl px-4 py-6 sm:px-8">
        <PreviewFrame>
          <RenderedPreview item={shown ? previewOf(type, form.getValues(), item) : null} page={page} />
        </PreviewFrame>
      </div>
    </div>
  );
}
