// The side panel: everything but the text, in groups. It stays in the page while it is closed, so that the form keeps its fields.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ContentFields, type FieldsProps } from './content-fields';

interface Props extends FieldsProps {
  id: string;
  open: boolean;
  /** Lies over the text. */
  covers: boolean;
  /** Shown below the fields. */
  children?: ReactNode;
}

export function DetailsPanel({ id, open, covers, children, ...fields }: Props) {
  return (
    <aside
      id={id}
      aria-label="Details"
      hidden={!open}
      className={clsx('shrink-0 overflow-y-auto bg-page px-5 py-5', covers ? 'absolute inset-0 z-20' : 'w-84 border-l border-rule-strong')}
    >
      <p className="text-small text-muted">Fields marked * are required.</p>
      {fields.type.groups.map(({ title, hint }) => (
        <fieldset key={title} className="mt-6 min-w-0 border-t border-rule-strong pt-4 first-of-type:mt-4">
          <legend className="float-left w-full font-serif text-[1.125rem] font-medium">{title}</legend>
          {hint ? <p className="clear-both pt-0.5 text-caption text-muted">{hint}</p> : null}
          <div className="clear-both grid grid-cols-2 gap-x-3 gap-y-4 pt-3 [&>:not(.half)]:col-span-2">
            <ContentFields {...fields} group={title} />
          </div>
        </fieldset>
      ))}
      {children}
    </aside>
  );
}
