// Creates an author, or edits one.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { PictureField } from '@/components/editor/picture-field';
import { TextArea, TextField } from '@/components/ui/field';
import type { Author } from '@/lib/api-types';
import { getAuthor, useSaveAuthor } from '../api/authors';
import { schema, valuesOf, type AuthorFields } from '../author-fields';
import { useEntityForm } from '../use-entity-form';
import { AuthorLinks } from './author-links';
import { FormDialog } from './form-dialog';

interface Props {
  author: Author | null;
  onClose: () => void;
}

export function AuthorDialog({ author, onClose }: Props) {
  const form = useForm<AuthorFields, unknown, AuthorFields>({ resolver: zodResolver(schema), defaultValues: valuesOf(author) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync } = useSaveAuthor();
  const { submit, notice } = useEntityForm<Author, AuthorFields>({
    form,
    noun: 'author',
    entity: author,
    valuesOf,
    load: () => getAuthor(author?.id ?? 0),
    save: (base, changes, key) => mutateAsync({ author: base, changes, key }),
    shown: Object.keys(schema.shape),
  });
  return (
    <FormDialog
      title={author ? 'Edit author' : 'New author'}
      submit={author ? 'Save' : 'Create author'}
      changed={isDirty}
      saving={isSubmitting}
      notice={notice}
      onSave={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        hint="As in the Author field of reviews and articles."
        error={errors.name?.message}
        {...form.register('name')}
      />
      <PictureField form={form} name="pictureUrl" label="Picture" />
      <TextArea label="About" rows={6} hint="A few sentences. Markdown works." error={errors.text?.message} {...form.register('text')} />
      <AuthorLinks form={form} />
      <TextArea
        label="Disclosure"
        rows={3}
        hint="Interests that readers should know about, such as shares or a former employer."
        error={errors.disclosure?.message}
        {...form.register('disclosure')}
      />
    </FormDialog>
  );
}
