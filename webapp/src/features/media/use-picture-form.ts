// What is typed of a picture's description, and saving it. What someone else changes meanwhile is taken over, unless it was changed here,
// too.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pictureName } from '@/components/media/picture-texts';
import { ApiError } from '@/lib/api-client';
import { describePicture, invalidateMedia, pictureQuery, type LibraryPicture, type PictureChanges } from '@/lib/media';
import { showToast } from '@/stores/toasts';

const fields = ['name', 'alt', 'caption', 'credit', 'focalPoint'] as const;

type Field = (typeof fields)[number];

export type PictureValues = Pick<LibraryPicture, Field>;

const valuesOf = ({ name, alt, caption, credit, focalPoint }: PictureValues): PictureValues => ({ name, alt, caption, credit, focalPoint });

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields in which two descriptions differ. */
const differing = (a: PictureValues, b: PictureValues): Field[] => fields.filter((f) => !same(a[f], b[f]));

const pick = (values: PictureValues, of: readonly Field[]): Partial<PictureValues> => Object.fromEntries(of.map((f) => [f, values[f]]));

/** An undescribed picture comes before the first revision. */
const revisionOf = ({ revision }: LibraryPicture) => revision ?? -1;

export interface PictureForm {
  values: PictureValues;
  set: (changes: Partial<PictureValues>) => void;
  /** Whether something was typed that isn't saved. */
  changed: boolean;
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  /** Why it was not saved, where no field is to blame; '' otherwise. */
  failure: string;
  /** The description as someone else has changed it, in fields that were changed here as well; null if there are none. */
  theirs: Partial<PictureValues> | null;
  saving: boolean;
  save: () => void;
}

export function usePictureForm(picture: LibraryPicture): PictureForm {
  const client = useQueryClient();
  /** The description that changes are changes of. */
  const [base, setBase] = useState(picture);
  const [values, setValues] = useState(() => valuesOf(picture));
  const [theirs, setTheirs] = useState<PictureForm['theirs']>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const mine = differing(values, base);

  // Right after saving, the picture that is given may still be the one before.
  if (picture !== base && revisionOf(picture) >= revisionOf(base)) {
    const changed = differing(picture, base);
    const clashing = changed.filter((f) => mine.includes(f) && !same(picture[f], values[f]));
    setBase(picture);
    setValues({
      ...values,
      ...pick(
        picture,
        changed.filter((f) => !mine.includes(f)),
      ),
    });
    if (clashing.length > 0) setTheirs({ ...theirs, ...pick(picture, clashing) });
  }

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (changes: PictureChanges) => describePicture(base.id, changes, base.revision),
    onSuccess: async (saved) => {
      setBase(saved);
      setValues(valuesOf(saved));
      setTheirs(null);
      client.setQueryData(pictureQuery(saved.id).queryKey, saved);
      showToast({ title: 'Image saved', description: pictureName(saved) });
      await invalidateMedia(client);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) {
        setFailure('The image could not be saved. Check your connection and try again.');
      } else if (error.status === 412) {
        await client.refetchQueries({ queryKey: pictureQuery(base.id).queryKey });
        setFailure('Someone else changed this image. Your changes are still here: save again to keep them.');
      } else {
        setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
        if (error.fields.length === 0) setFailure(error.detail || 'The image could not be saved. Please try again.');
      }
    },
  });

  return {
    values,
    set: (changes) => {
      setValues({ ...values, ...changes });
      setErrors({});
    },
    changed: mine.length > 0,
    errors,
    failure,
    theirs,
    saving: saving.isPending,
    save: () => {
      setErrors({});
      setFailure('');
      if (mine.length > 0 && !saving.isPending) saving.mutate(pick(values, mine));
    },
  };
}
