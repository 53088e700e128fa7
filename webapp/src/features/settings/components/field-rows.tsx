// A list of a form, a row of fields for each of its entries, which can be removed and added to.
import { Plus, Trash2 } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';

interface Row {
  key: string;
  fields: ReactNode;
  onRemove: () => void;
}

interface Props {
  legend: string;
  hint?: string;
  /** What an entry is called: 'link'. */
  noun: string;
  rows: readonly Row[];
  /** What is wrong with the list as a whole. */
  error: string | undefined;
  /** No more can be added. */
  full: boolean;
  onAdd: () => void;
  /** Stands below the button that adds one. */
  children?: ReactNode;
}

export function FieldRows({ legend, hint, noun, rows, error, full, onAdd, children }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset>
      <legend className="text-small font-semibold">{legend}</legend>
      {hint ? <p className="text-caption text-muted">{hint}</p> : null}
      <ul className="grid gap-4">
        {rows.map(({ key, fields, onRemove }, i) => (
          <li key={key} className="mt-2 flex items-start gap-2">
            <div className="grid grow gap-3 sm:grid-cols-2">{fields}</div>
            <Button
              variant="quiet"
              shape="icon"
              className="mt-7"
              aria-label={`Remove ${noun} ${i + 1}`}
              onClick={() => {
                onRemove();
                add.current?.focus(); // the row with the pressed button goes
              }}
            >
              <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      {error ? (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {error}
        </p>
      ) : null}
      <Button ref={add} variant="plain" className="mt-3" disabled={full} onClick={onAdd}>
        <Plus aria-hidden strokeWidth={1.75} className="size-4" />
        Add {noun}
      </Button>
      {children}
    </fieldset>
  );
}
