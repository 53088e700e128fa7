// A desk: the admin's list of one kind of items, with its head above it and the dialogs that make and change them.
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { DeskItem } from '@/lib/desk-calls';
import { DeskHeader, type Count } from './desk-header';
import { DeskList, type DeskListProps } from './desk-list';

interface Props<Item extends DeskItem, Body> extends Omit<DeskListProps<Item, Body>, 'header' | 'heading' | 'start' | 'onEdit'> {
  title: string;
  /** Of all items, whatever the filters. */
  total: number | undefined;
  counts: readonly Count[];
  categories?: readonly Count[] | undefined;
  /** The text of the button that opens an empty form. */
  add: string;
  template: string;
  /** The dialog that changes an item, or makes one (null). */
  editor: (open: boolean, item: Item | null, onClose: () => void) => ReactNode;
  json: (open: boolean, onClose: () => void) => ReactNode;
}

export function Desk<Item extends DeskItem, Body>({ title, total, counts, categories, add, template, editor, json, ...list }: Props<Item, Body>) {
  const [editing, setEditing] = useState<Item | 'new' | null>(null);
  const [pasting, setPasting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { words } = list;
  return (
    <section aria-labelledby={`${words.many}-title`}>
      <DeskList
        {...list}
        heading={heading}
        onEdit={setEditing}
        start={<Button onClick={() => setEditing('new')}>{add}</Button>}
        header={(shown) => (
          <DeskHeader
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
        )}
      />
      {editor(editing !== null, editing === 'new' ? null : editing, () => setEditing(null))}
      {json(pasting, () => setPasting(false))}
    </section>
  );
}
