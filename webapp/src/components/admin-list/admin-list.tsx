// A desk: the admin's list of one kind of items, with its head above it and the dialogs that make and change them.
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/components/ui/button';
import type { ContentItem } from '@/lib/content-calls';
import { useListParams } from '@/hooks/use-list-params';
import { DeletedList } from './deleted-list';
import { ListHeader, type Count } from './list-header';
import { ItemList, type ItemListProps } from './item-list';
import { PreviewDialog } from './preview-dialog';

interface Props<Item extends ContentItem, Body> extends Omit<ItemListProps<Item, Body>, 'header' | 'heading' | 'start' | 'onPreview' | 'onEdit' | 'onHistory'> {
  title: string;
  /** Of all items, whatever the filters. */
  total: number | undefined;
  counts: readonly Count[];
  categories?: readonly Count[] | undefined;
  /** The text of the button that opens an empty form. */
  add: string;
  template: string;
  /** Shows an item as readers will see it, with a note above it. */
  preview: (item: Item, note?: string) => ReactNode;
  /** The dialog that changes an item, or makes one (null). */
  editor: (open: boolean, item: Item | null, onClose: () => void) => ReactNode;
  /** The dialog of an item's history. */
  history: (item: Past, onClose: () => void) => ReactNode;
  json: (open: boolean, onClose: () => void) => ReactNode;
}

/** The item whose history is shown, and which revision of it. */
export interface Past {
  id: number;
  /** Undefined where only the address is known. */
  title?: string;
  revision?: number;
}

/** What the address asks for: history=12, and perhaps revision=4. */
function asked(value: (name: string) => string | undefined): Past | null {
  const id = Number(value('history'));
  const revision = Number(value('revision') ?? NaN);
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return { id, ...(Number.isSafeInteger(revision) ? { revision } : {}) };
}

export function AdminList<Item extends ContentItem, Body>({ title, total, counts, categories, add, template, preview, editor, history, json, ...list }: Props<Item, Body>) {
  const [editing, setEditing] = useState<Item | 'new' | null>(null);
  const [pasting, setPasting] = useState(false);
  const [previewing, setPreviewing] = useState<Item | null>(null);
  const [past, setPast] = useState<Past | null>(null);
  const { value, change } = useListParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const { words } = list;
  const shown = past ?? asked(value);
  // A row has a revision of its own, the present one; it isn't what was asked for.
  const open = ({ id, title }: { id: number; title: string }) => setPast({ id, title });
  const close = () => {
    setPast(null);
    if (value('history')) change({ history: undefined, revision: undefined, page: value('page') }, { replace: true });
  };
  const header = (shown: number | undefined) => (
    <ListHeader
      id={`${words.many}-title`}
      ref={heading}
      title={title}
      counts={[{ name: 'Total', n: total }, { name: 'Shown', n: shown }, ...counts]}
      categories={categories}
      add={add}
      template={template}
      onAdd={() => setEditing('new')}
      onJson={() => setPasting(true)}
    />
  );
  return (
    <section aria-labelledby={`${words.many}-title`}>
      {value('status') === 'deleted' ? (
        <DeletedList calls={list.calls} words={words} filters={list.filters} heading={heading} header={header} onHistory={open} />
      ) : (
        <ItemList {...list} heading={heading} onPreview={setPreviewing} onEdit={setEditing} onHistory={open} start={<Button onClick={() => setEditing('new')}>{add}</Button>} header={header} />
      )}
      {editor(editing !== null, editing === 'new' ? null : editing, () => setEditing(null))}
      {previewing ? (
        <PreviewDialog
          calls={list.calls}
          noun={words.one}
          item={previewing}
          preview={preview}
          onClose={() => setPreviewing(null)}
          onEdit={(item) => {
            // The focus is back at the row before the editor takes it, so that it returns there.
            flushSync(() => setPreviewing(null));
            setTimeout(() => setEditing(item));
          }}
        />
      ) : null}
      {shown ? history(shown, close) : null}
      {json(pasting, () => setPasting(false))}
    </section>
  );
}
