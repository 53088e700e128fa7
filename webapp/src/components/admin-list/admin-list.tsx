// The admin list of a content type, with its head above it and the dialogs that create, edit and look back. Which editor is
// open is in the address.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { namesIn, type ContentType } from '@/components/content/content-type';
import { LazyEditor } from '@/components/editor/lazy-editor';
import { PreviewFrame } from '@/components/editor/preview-frame';
import { RenderedPreview } from '@/components/editor/rendered-preview';
import { useEditorAddress } from '@/components/editor/use-editor-address';
import { Button } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { useListParams } from '@/hooks/use-list-params';
import type { ContentItem } from '@/lib/content-calls';
import { overviewQuery } from '@/lib/overview';
import { lazyNamed } from '@/lib/lazy-named';
import { loadCode } from '@/lib/load-code';
import type { Rendered } from '@/lib/rendered';
import { FilterControls } from './filter-controls';
import { ItemList } from './item-list';
import { ListHeader } from './list-header';
import { questions } from './questions';
import { statusFilter } from './status-filter';
import { NewDrafts } from './new-drafts';

// What lies over the list is loaded after it.
const dialogs = {
  ...questions,
  history: () => import('@/components/history/history-dialog'),
  json: () => import('@/components/editor/json-dialog'),
  preview: () => import('./preview-dialog'),
};
const HistoryDialog = lazyNamed(dialogs.history, 'HistoryDialog');
const JsonDialog = lazyNamed(dialogs.json, 'JsonDialog');
const PreviewDialog = lazyNamed(dialogs.preview, 'PreviewDialog');
const DeletedList = lazyNamed(() => import('./deleted-list'), 'DeletedList');

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Shows an item as readers see it. */
  page: (item: Rendered<Item>) => ReactNode;
}

/** The item whose history is shown, and which revision of it. */
export interface Past {
  id: number;
  /** Undefined where only the address is known. */
  title?: string;
  revision?: number;
}

/** Returns the history that the address asks for: history=12, and perhaps revision=4. */
function asked(value: (name: string) => string | undefined): Past | null {
  const id = Number(value('history'));
  const revision = Number(value('revision') ?? NaN);
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return { id, ...(Number.isSafeInteger(revision) ? { revision } : {}) };
}

export function AdminList<Item extends ContentItem, Body extends object>({ type, page }: Props<Item, Body>) {
  const editing = useEditorAddress();
  const [pasting, setPasting] = useState(false);
  const [previewing, setPreviewing] = useState<ContentItem | null>(null);
  const [past, setPast] = useState<Past | null>(null);
  const { value, change } = useListParams();
  const overview = useQuery(overviewQuery).data;
  const choices = type.useChoices();
  const nameOf = namesIn(choices);
  const heading = useRef<HTMLHeadingElement>(null);
  const { plural, texts } = type;
  const filters = [...type.filters, statusFilter];
  const controls = <FilterControls filters={filters} choices={choices} />;
  const preview = (item: Item | null, note?: string) => (
    <PreviewFrame note={note}>
      <RenderedPreview item={item} page={page} />
    </PreviewFrame>
  );
  const shown = past ?? asked(value);
  // A row's revision is its current one, not one that was asked for.
  const open = ({ id, title }: { id: number; title: string }) => setPast({ id, title });
  const close = () => {
    setPast(null);
    if (value('history')) change({ history: undefined, revision: undefined, page: value('page') }, { replace: true });
  };
  const { total, others } = type.counts(overview);
  useLater(dialogs);
  const header = (matching: number | undefined) => (
    <>
      <ListHeader
        id={`${plural}-title`}
        ref={heading}
        title={texts.title}
        isEmpty={total === 0}
        counts={[{ name: 'Total', n: total }, { name: 'Shown', n: matching }, ...others]}
        moreCounts={type.moreCounts?.(overview, nameOf) ?? []}
        add={texts.add}
        template={type.template}
        onAdd={() => editing.open('new')}
        onJson={() => setPasting(true)}
      />
      <NewDrafts
        type={type}
        onContinue={(draft) => editing.open('new', draft)}
        onEmpty={() => heading.current?.focus({ preventScroll: true })}
      />
    </>
  );
  return (
    <section aria-labelledby={`${plural}-title`}>
      {value('status') === 'deleted' ? (
        <Suspense fallback={<RowSkeletons label={`Loading ${plural}...`} />}>
          <DeletedList type={type} filters={controls} heading={heading} header={header} onHistory={open} />
        </Suspense>
      ) : (
        <ItemList
          type={type}
          nameOf={nameOf}
          filters={filters}
          controls={controls}
          heading={heading}
          header={header}
          start={<Button onClick={() => editing.open('new')}>{texts.add}</Button>}
          onPreview={setPreviewing}
          linkTo={(item) => editing.linkTo(item.id)}
          onEdit={(item) => editing.open(item.id)}
          onHistory={open}
        />
      )}
      {editing.editor ? (
        <LazyEditor type={type} choices={choices} item={editing.editor.item} onClose={editing.close} home={heading} page={page} />
      ) : null}
      <Suspense>
        {previewing ? (
          <PreviewDialog
            type={type}
            item={previewing}
            preview={preview}
            onClose={() => setPreviewing(null)}
            onEdit={(item) => {
              // The focus is back at the row before the editor takes it, so that it returns there.
              flushSync(() => setPreviewing(null));
              setTimeout(() => editing.open(item.id));
            }}
          />
        ) : null}
        {shown ? <HistoryDialog type={type} item={shown} preview={preview} onClose={close} /> : null}
        {pasting ? <JsonDialog type={type} onClose={() => setPasting(false)} /> : null}
      </Suspense>
    </section>
  );
}

/** How long the list is left alone with the network, in milliseconds. */
const later = 2_000;

/** Loads code a while after the screen, so that it is there when it is needed. A failure shows where it is. */
function useLater(loads: Record<string, () => Promise<unknown>>) {
  useEffect(() => {
    const timer = setTimeout(() => Object.values(loads).forEach((load) => void loadCode(load).catch(() => undefined)), later);
    return () => clearTimeout(timer);
  }, [loads]);
}
