// One picture: chosen from the library, uploaded to it, dropped or pasted, or the address of one on another site.
import { clsx } from 'clsx';
import { Images, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { AddressThumbnail } from '@/components/media/address-thumbnail';
import { FileButton } from '@/components/media/file-button';
import { useFileTarget } from '@/components/media/file-target';
import { PicturePicker } from '@/components/media/picker';
import { addressName, PictureNote } from '@/components/media/picture-note';
import { pictureSize } from '@/components/media/picture-texts';
import { maxSide } from '@/components/media/shrink-picture';
import { UploadList } from '@/components/media/upload-list';
import { isUnfinished } from '@/components/media/upload-queue';
import { isStored, useStoredPicture } from '@/components/media/use-stored-pictures';
import { Button } from '@/components/ui/button';
import { fileOfData } from './data-file';
import { useFieldUploads } from './use-field-uploads';

interface Props<Fields extends FieldValues, Sent> {
  form: { control: Control<Fields, unknown, Sent> };
  name: FieldPath<Fields>;
  label: string;
  /** What stands below it, in place of how to choose one. */
  hint?: string | undefined;
  /**
   * A picture of the site itself, which needs no alt text: only the library's can be used, and no address is typed. Such fields stand
   * beside each other, so that the buttons say whose they are.
   */
  libraryOnly?: boolean;
}

const control = 'h-control w-full min-w-0 rounded-sm border bg-raised px-3 text-base text-primary placeholder:text-muted';

export function PictureField<Fields extends FieldValues, Sent>({ form, name, label, hint, libraryOnly = false }: Props<Fields, Sent>) {
  const id = useId();
  const {
    field: { ref: attach, value: given, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const [choosing, setChoosing] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const { queue, uploads } = useFieldUploads();
  const address = (typeof given === 'string' ? given : '').trim();
  const known = useStoredPicture(address);
  const stored = isStored(address);
  const grouped = stored || libraryOnly;
  const of = libraryOnly ? `: ${label}` : '';

  const upload = ([file]: File[]) => {
    if (!file) return;
    queue.cancelAll(); // the last file is meant
    queue.add([file], {
      onStored: ({ url }) => {
        queue.cancelAll();
        onChange(url);
      },
    });
  };
  const target = useFileTarget(upload);
  const focusValue = () => setTimeout(() => root.current?.querySelector<HTMLElement>('[data-value]')?.focus());
  const type = (text: string) => {
    const file = fileOfData(text);
    if (file) {
      upload([file]);
      return;
    }
    onChange(text);
    if (isStored(text.trim())) focusValue(); // its name takes the place of the text
  };

  // What is wrong, or missing, takes the focus, and else the picture or its address.
  useEffect(
    () =>
      attach({
        focus: () =>
          (
            root.current?.querySelector<HTMLElement>('[data-missing-alt]') ?? root.current?.querySelector<HTMLElement>('[data-value]')
          )?.focus(),
      }),
    [attach],
  );

  return (
    <div ref={root} data-picture-field {...(grouped ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})} {...target.handlers}>
      {grouped ? (
        <p id={`${id}-label`} className="mb-1.5 text-small font-semibold">
          {label}
        </p>
      ) : (
        <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
          {label}
        </label>
      )}
      <div className={clsx('grid gap-2', target.over && 'rounded-sm outline-2 outline-offset-4 outline-accent outline-dashed')}>
        <div className="flex items-start gap-3">
          <AddressThumbnail
            address={address}
            known={known}
            alt={address === '' ? '' : 'Preview'}
            className={clsx('aspect-3/2 w-30', libraryOnly && '[&_img]:object-contain')}
          />
          {stored ? (
            <div data-value tabIndex={-1} className="min-w-0 rounded-sm text-small">
              <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{addressName(address, known)}</p>
              {'picture' in known ? <p className="text-muted tabular-nums">{pictureSize(known.picture)}</p> : null}
            </div>
          ) : null}
        </div>
        {grouped ? null : (
          <input
            dir="auto"
            data-value
            id={id}
            type="url"
            value={typeof given === 'string' ? given : ''}
            onChange={(e) => type(e.target.value)}
            onBlur={onBlur}
            placeholder="https://"
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            className={clsx(control, error ? 'border-danger' : 'border-control')}
          />
        )}
        {address === '' || (libraryOnly && known.state === 'stored') ? null : <PictureNote known={known} />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="plain"
            {...(grouped && !stored ? { 'data-value': true } : {})}
            aria-label={`Choose image${of}`}
            onClick={() => setChoosing(true)}
          >
            <Images aria-hidden strokeWidth={1.75} className="size-4" />
            Choose
          </Button>
          <FileButton label={`Upload image${of}`} variant="plain" onFiles={upload}>
            Upload
          </FileButton>
          {address === '' ? null : (
            <Button
              variant="quiet"
              shape="icon"
              aria-label={`Remove image${of}`}
              onClick={() => {
                onChange('');
                focusValue();
              }}
            >
              <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          )}
        </div>
      </div>
      <div className={uploads.length > 0 ? 'mt-2' : undefined}>
        <UploadList queue={queue} />
      </div>
      {error ? (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-small text-danger">
          {error.message}
        </p>
      ) : hint !== undefined ? (
        <p className="mt-1.5 text-small text-muted">{hint}</p>
      ) : stored || uploads.some(isUnfinished) ? null : (
        <p id={`${id}-note`} className="mt-1.5 text-small text-muted">
          Choose an image, drop or paste one (up to 5 MB), or enter a URL. Large images are resized to {maxSide} px.
        </p>
      )}
      {choosing ? (
        <PicturePicker
          title={label}
          onClose={() => setChoosing(false)}
          onChoose={([picture]) => {
            setChoosing(false);
            if (picture) onChange(picture.url);
          }}
        />
      ) : null}
    </div>
  );
}
