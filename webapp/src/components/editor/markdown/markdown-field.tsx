// A text in Markdown: the source, styled as it reads. Label, hint and error are tied to it as to any other field.
import { clsx } from 'clsx';
import { useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { ApiError } from '@/lib/api-client';
import { usePending } from '../pending';
import { PictureError, shrinkPicture } from '@/components/media/shrink-picture';
import { storePicture } from './store-picture';
import { uploads } from './uploads';
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

const store = async (file: File) => (await storePicture(await shrinkPicture(file))).url;

/** Returns why a picture could not be stored, for people. */
function failureText(file: File | null, reason: unknown): string {
  if (!file) return '';
  const why = reason instanceof PictureError ? reason.message : reason instanceof ApiError ? (reason.fields[0]?.message ?? reason.detail) : '';
  return `${file.name || 'The image'} was not uploaded. ${why || 'Please try again.'}`;
}

export function MarkdownField({ form, name, label, hint, required, long }: Props) {
  const id = useId();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState,
  } = useController({ control: form.control, name });
  const [busy, setBusy] = useState(0);
  const [failure, setFailure] = useState('');
  usePending(busy > 0);
  const error = fieldState.error?.message ?? (failure || undefined);
  const note = error ?? hint;
  const { parent, view } = useMarkdownView({
    value: String(value),
    onChange,
    onBlur,
    extension: uploads({ store, onBusy: (by) => setBusy((n) => n + by), onFailure: (file, reason) => setFailure(failureText(file, reason)) }),
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
      <span id={id} data-required={required} className="mb-1.5 block text-small font-semibold text-secondary" onClick={() => view()?.focus()}>
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
      {busy > 0 ? (
        <p role="status" className="sr-only">
          Uploading the image...
        </p>
      ) : null}
    </div>
  );
}
