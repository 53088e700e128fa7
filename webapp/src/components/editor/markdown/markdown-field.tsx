// A text in Markdown: the source, styled as it reads. Label, hint and error are tied to it as to any other field.
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { UploadList } from '@/components/media/upload-list';
import { pictureQuery, type StoredPicture } from '@/lib/media';
import { usePending } from '../pending';
import { useFieldUploads } from '../use-field-uploads';
import type { TextPicture } from './picture-text';
import { pictureFiles } from './uploads';
import { useMarkdownView } from './use-markdown-view';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
  required: boolean;
  /** The main text rather than a short one. */
  long: boolean;
}

export function MarkdownField({ form, name, label, hint, required, long }: Props) {
  const id = useId();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState,
  } = useController({ control: form.control, name });
  const client = useQueryClient();
  const { queue, uploads } = useFieldUploads();
  const [busy, setBusy] = useState(0);
  const [failure, setFailure] = useState('');
  usePending(busy > 0);

  const store = async (files: readonly File[], file: File): Promise<TextPicture | null> => {
    if (file === files[0]) setFailure('');
    setBusy((n) => n + 1);
    try {
      const picture = await new Promise<StoredPicture | null>((resolve) =>
        queue.add([file], { onStored: resolve, onRemoved: () => resolve(null) }),
      );
      if (!picture) return null;
      const { alt } = await client.query(pictureQuery(picture.id)).catch(() => ({ alt: '' }));
      return { address: picture.url, alt };
    } finally {
      setBusy((n) => n - 1);
    }
  };

  // What can't be stored is said below the text, and its place in it is given up. What waits for the network stays in the list.
  useEffect(
    () =>
      queue.subscribe(() => {
        for (const { id, name, state, error } of queue.all()) {
          if (state === 'done') queue.remove(id);
          if (state !== 'failed') continue;
          setFailure((before) => `${before} ${name} was not uploaded. ${error}`.trim());
          queue.remove(id);
        }
      }),
    [queue],
  );
  const error = fieldState.error?.message ?? (failure || undefined);
  const note = error ?? hint;
  const { parent, view } = useMarkdownView({
    value: String(value),
    onChange,
    onBlur,
    extension: pictureFiles(store),
    attributes: {
      'aria-labelledby': id,
      'aria-required': String(required),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      ...(error ? { 'aria-invalid': 'true' } : {}),
      ...(note ? { 'aria-describedby': `${id}-note` } : {}),
    },
  });
  // What the form focuses when something is wrong.
  useEffect(() => ref({ focus: () => view()?.focus() }), [ref, view]);
  return (
    <div>
      {/* A label's own element can't be tied to text that isn't an input. */}
      <span
        id={id}
        data-required={required}
        className="mb-1.5 block text-small font-semibold text-secondary"
        onClick={() => view()?.focus()}
      >
        {label}
      </span>
      <div
        ref={parent}
        className={clsx(
          'rounded-sm border bg-raised has-[.cm-focused]:outline-2 has-[.cm-focused]:outline-offset-2 has-[.cm-focused]:outline-ring',
          '[&>.cm-editor]:min-h-[inherit]',
          long ? 'min-h-[50dvh]' : 'min-h-28',
          error ? 'border-danger' : 'border-rule-strong',
        )}
      />
      {note ? (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={clsx('mt-1.5 text-small', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      ) : null}
      <div className={uploads.length > 0 ? 'mt-2' : undefined}>
        <UploadList queue={queue} />
      </div>
    </div>
  );
}
