// A picture by its address, or from a file that is chosen, dropped or pasted and becomes part of the form as a data URL
// (spec section 5).
import { clsx } from 'clsx';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { usePending } from './pending';
import { maxSide, PictureError, shrinkPicture } from '@/components/media/shrink-picture';

interface Props {
  form: EditorForm;
  name: string;
  label: string;
}

const control = 'h-control w-full min-w-0 rounded-sm border bg-raised px-3 text-base text-primary placeholder:text-muted';

export function PictureField({ form, name, label }: Props) {
  const id = useId();
  const {
    field: { ref: attach, value: given, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const latest = useRef(0);
  const value = typeof given === 'string' ? given : '';
  const uploaded = value.startsWith('data:');
  usePending(busy);
  const error = refused || fieldState.error?.message;

  // A file that is still being read when the form goes away changes nothing.
  useEffect(() => () => void (latest.current = -1), []);

  const set = (now: string) => {
    setRefused('');
    onChange(now);
  };

  const take = async (file: File) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    setRefused('');
    try {
      const data = await shrinkPicture(file);
      if (mine === latest.current) set(data);
    } catch (problem) {
      if (mine === latest.current) setRefused(problem instanceof PictureError ? problem.message : 'Failed to load image');
    } finally {
      if (mine === latest.current) setBusy(false);
    }
  };

  const drag = (e: DragEvent, inside: boolean) => {
    e.preventDefault();
    setOver(inside);
  };

  return (
    <div
      data-picture-field
      onDragOver={(e) => drag(e, true)}
      onDragLeave={(e) => drag(e, false)}
      onDrop={(e) => {
        drag(e, false);
        const file = e.dataTransfer.files[0];
        if (file) void take(file);
      }}
      onPaste={(e) => {
        const file = e.clipboardData.files[0];
        if (!file) return;
        e.preventDefault();
        void take(file);
      }}
    >
      <label htmlFor={uploaded ? `${id}-upload` : id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className={clsx('flex flex-wrap items-start gap-4', over && 'rounded-sm outline-2 outline-offset-4 outline-accent outline-dashed')}>
        <Thumbnail key={value} src={value} />
        <div className="min-w-0 grow basis-60">
          <div className="flex flex-wrap gap-2">
            {uploaded ? (
              <p ref={attach} tabIndex={-1} className="flex min-h-control grow basis-full items-center text-small text-secondary sm:basis-0">
                Uploaded image, {size(value)}
              </p>
            ) : (
              <input
                ref={attach}
                id={id}
                type="url"
                value={value}
                onChange={(e) => set(e.target.value)}
                onBlur={onBlur}
                placeholder="https://"
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}-note`}
                className={clsx(control, 'grow basis-full sm:w-auto sm:basis-52', error ? 'border-danger' : 'border-control')}
              />
            )}
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              tabIndex={-1}
              aria-hidden
              className="hidden"
              onChange={(e) => {
                const file = e.target.files?.[0];
                e.target.value = ''; // the same file can be chosen again
                if (file) void take(file);
              }}
            />
            <Button id={`${id}-upload`} variant="plain" disabled={busy} aria-label={busy ? undefined : 'Upload image'} onClick={() => chooser.current?.click()}>
              <ImageUp aria-hidden strokeWidth={1.75} className="size-4" />
              {busy ? 'Preparing...' : 'Upload'}
            </Button>
            {value ? (
              <Button variant="quiet" aria-label="Remove image" onClick={() => set('')}>
                <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
                Remove
              </Button>
            ) : null}
          </div>
          <p id={`${id}-note`} role={error ? 'alert' : 'status'} className={clsx('mt-1.5 text-small', error ? 'text-danger' : 'text-muted')}>
            {error ?? (busy ? 'Resizing the image...' : `Paste a URL, or drop an image (up to 5 MB). Large images are resized to ${maxSide} px.`)}
          </p>
        </div>
      </div>
    </div>
  );
}

/** A thumbnail of the picture, or its placeholder. */
function Thumbnail({ src }: { src: string }) {
  const [failed, setFailed] = useState(false);
  const shown = src !== '' && !failed && /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(src);
  return (
    <div className="grid aspect-3/2 w-30 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-center text-caption text-muted">
      {shown ? (
        <img src={src} alt="Preview" onError={() => setFailed(true)} className="size-full object-cover" />
      ) : (
        <span className="p-1">{failed ? 'Preview unavailable' : 'No image'}</span>
      )}
    </div>
  );
}

/** Returns the size of a data URL's picture, in words. */
function size(data: string): string {
  const bytes = ((data.length - data.indexOf(',') - 1) * 3) / 4;
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
