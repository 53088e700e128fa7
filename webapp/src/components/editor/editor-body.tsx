// The form of an item: the text in the middle, its page beside it or behind a tab, and the side panel.
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { textGroup, type Choices, type ContentType } from '@/components/content/content-type';
import { fieldsIn, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import type { Rendered } from '@/lib/rendered';
import { BesidePreview } from './beside-preview';
import { DetailsPanel } from './details-panel';
import { DocumentColumn } from './document-column';
import { DeskContext, makeDesk } from './markdown/desk';
import { PreviewTab } from './preview-tab';
import type { Layout } from './use-layout';

interface Props<Item extends ContentItem> {
  /** The form's id; the tabs are called after it. */
  id: string;
  panelId: string;
  form: EditorForm;
  type: Pick<ContentType<Item, never>, 'fields' | 'groups' | 'noun' | 'complete' | 'fixed'>;
  choices: Choices;
  /** Null for a new one. */
  item: Item | null;
  page: (item: Rendered<Item>) => ReactNode;
  layout: Layout;
  tab: 'edit' | 'preview';
  busy: boolean;
  onSubmit: () => void;
  /** Above the text: what has to be read or decided first. */
  notices: ReactNode;
  /** Below the side panel's fields. */
  more: ReactNode;
}

/** A file that misses the field it was meant for must not be opened in place of the editor. */
function keepFiles(e: DragEvent) {
  if (e.dataTransfer.types.includes('Files')) e.preventDefault();
}

export function EditorBody<Item extends ContentItem>({
  id,
  panelId,
  form,
  type,
  choices,
  item,
  page,
  layout,
  tab,
  busy,
  onSubmit,
  notices,
  more,
}: Props<Item>) {
  const bars = useId();
  const [desk] = useState(() => makeDesk(bars));
  const column = useRef<HTMLDivElement>(null);
  const fields = { form, type: item && type.fixed?.is(item) ? type.fixed : type, choices, isNew: item === null };
  const preview = { form, type, item, page };
  const { beside } = layout;
  return (
    <DeskContext value={desk}>
      <form
        id={id}
        noValidate
        inert={busy}
        onSubmit={(e) => {
          e.preventDefault();
          onSubmit();
        }}
        onDragOver={keepFiles}
        onDrop={keepFiles}
        className="relative flex min-h-0 grow"
      >
        <FirstFocus form={form} field={fieldsIn(type, textGroup)[0] ?? ''} />
        <div
          ref={column}
          {...(beside ? {} : { role: 'tabpanel', 'aria-labelledby': `${id}-edit` })}
          hidden={tab !== 'edit' && !beside}
          className="min-w-0 grow scroll-pt-20 basis-0 overflow-y-auto"
        >
          <DocumentColumn {...fields} bars={bars} notices={notices} />
        </div>
        {beside ? (
          <BesidePreview {...preview} layout={layout} column={column} />
        ) : (
          <PreviewTab {...preview} labelledBy={`${id}-preview`} shown={tab === 'preview'} />
        )}
        <DetailsPanel id={panelId} {...fields} open={layout.panel} covers={layout.panelCovers}>
          {more}
        </DetailsPanel>
      </form>
    </DeskContext>
  );
}

/** Writing begins in the first field. */
function FirstFocus({ form, field }: { form: EditorForm; field: string }) {
  useEffect(() => form.setFocus(field), [form, field]);
  return null;
}
