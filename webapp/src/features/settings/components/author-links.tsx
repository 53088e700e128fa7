// The links of an author's profile: each a label and an address.
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import type { AuthorFields } from './author-dialog';

const most = 10;

export function AuthorLinks({ form }: { form: UseFormReturn<AuthorFields, unknown, AuthorFields> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'links' });
  const add = useRef<HTMLButtonElement>(null);
  const errors = form.formState.errors.links;
  const all = errors?.message ?? errors?.root?.message;
  return (
    <fieldset>
      <legend className="text-small font-semibold">Links</legend>
      <ul className="grid gap-4">
        {fields.map((field, i) => (
          <li key={field.id} className="mt-2 flex items-start gap-2">
            <div className="grid grow gap-3 sm:grid-cols-[2fr_3fr]">
              <TextField label={`Label of link ${i + 1}`} error={errors?.[i]?.label?.message} {...form.register(`links.${i}.label`)} />
              <TextField label={`URL of link ${i + 1}`} type="url" placeholder="https://" error={errors?.[i]?.url?.message} {...form.register(`links.${i}.url`)} />
            </div>
            <Button
              variant="quiet"
              shape="icon"
              className="mt-7"
              aria-label={`Remove link ${i + 1}`}
              onClick={() => {
                remove(i);
                add.current?.focus();
              }}
            >
              <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      {all ? (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {all}
        </p>
      ) : null}
      <Button ref={add} variant="plain" className="mt-3" disabled={fields.length >= most} onClick={() => append({ label: '', url: '' })}>
        <Plus aria-hidden strokeWidth={1.75} className="size-4" />
        Add link
      </Button>
    </fieldset>
  );
}
