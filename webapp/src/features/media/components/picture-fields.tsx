// The fields of a picture's description, and what someone else has written in them meanwhile.
import { TextArea, TextField } from '@/components/ui/field';
import type { PictureForm, PictureValues } from '../use-picture-form';
import { pointText } from '../words';

interface Props {
  /** Of the form, for its button elsewhere. */
  id: string;
  form: PictureForm;
}

const labels: Record<keyof PictureValues, string> = {
  name: 'Name',
  alt: 'Alt text',
  caption: 'Caption',
  credit: 'Credit',
  focalPoint: 'Focal point',
};

/** All but captions are on one line, however they were pasted. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

export function PictureFields({ id, form: { values, set, errors, failure, theirs, save } }: Props) {
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(e) => {
        e.preventDefault();
        save();
      }}
    >
      {failure || theirs ? (
        <div role="alert" className="border-l-[3px] border-danger bg-sunken px-4 py-3 text-small">
          <p>{failure || 'Someone else changed this image while you were editing it.'}</p>
          {theirs ? (
            <dl className="mt-2 grid gap-1">
              {(Object.keys(theirs) as (keyof PictureValues)[]).map((field) => (
                <div key={field} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">Their {labels[field].toLowerCase()}:</dt>
                  <dd className="min-w-0">{textOf(theirs[field]) || 'empty'}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      ) : null}
      <TextArea
        label={labels.alt}
        hint="Describe the image for people who can’t see it."
        value={values.alt}
        error={errors['alt']}
        onChange={(e) => set({ alt: oneLine(e.target.value) })}
        rows={2}
      />
      <TextArea
        label={labels.caption}
        hint="Shown below the image."
        value={values.caption}
        error={errors['caption']}
        onChange={(e) => set({ caption: e.target.value })}
        rows={2}
      />
      <TextField
        label={labels.credit}
        hint="Who made the image, or who owns it."
        value={values.credit}
        error={errors['credit']}
        onChange={(e) => set({ credit: e.target.value })}
      />
      <TextField label={labels.name} value={values.name} error={errors['name']} onChange={(e) => set({ name: e.target.value })} />
      {errors['focalPoint'] ? (
        <p role="alert" className="text-small text-danger">
          {errors['focalPoint']}
        </p>
      ) : null}
    </form>
  );
}

const textOf = (value: PictureValues[keyof PictureValues] | undefined): string =>
  typeof value === 'object' ? pointText(value) : (value ?? '');
