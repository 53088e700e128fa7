// Creates a category, or edits one. The slug of one that exists stays: its address is linked to.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextArea, TextField } from '@/components/ui/field';
import type { Category } from '@/lib/api-types';
import { getCategory, useSaveCategory } from '../api/categories';
import { bodyOf, schema, valuesOf, type CategoryFields } from '../category-fields';
import { slugOf } from '@/lib/slug-of';
import { useEntityForm } from '../use-entity-form';
import { CategoryCriteria } from './category-criteria';
import { CategorySpecifications } from './category-specifications';
import { FormDialog } from './form-dialog';

interface Props {
  category: Category | null;
  /** The place of a new one. */
  order: number;
  onClose: () => void;
}

export function CategoryDialog({ category, order, onClose }: Props) {
  const form = useForm<CategoryFields, unknown, CategoryFields>({ resolver: zodResolver(schema), defaultValues: valuesOf(category) });
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState;
  const { mutateAsync } = useSaveCategory();
  const { submit, notice } = useEntityForm<Category, CategoryFields>({
    form,
    noun: 'category',
    entity: category,
    valuesOf,
    load: () => getCategory(category?.id ?? 0),
    save: (base, fields, key) => mutateAsync({ category: base, changes: base ? bodyOf(fields) : { ...bodyOf(fields), order }, key }),
    shown: Object.keys(schema.shape),
  });
  const suggest = (name: string) => {
    if (!category && !dirtyFields.slug) form.resetField('slug', { defaultValue: slugOf(name) });
  };
  return (
    <FormDialog
      title={category ? 'Edit category' : 'New category'}
      submit={category ? 'Save' : 'Create category'}
      changed={isDirty}
      saving={isSubmitting}
      notice={notice}
      onSave={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        error={errors.name?.message}
        {...form.register('name', { onChange: (e: { target: { value: string } }) => suggest(e.target.value) })}
      />
      <TextField
        label="Slug"
        required
        readOnly={category !== null}
        hint={category ? 'Part of the category’s address. It can’t be changed here.' : 'Part of the category’s address.'}
        error={errors.slug?.message}
        {...form.register('slug')}
      />
      <TextArea
        label="Description"
        rows={3}
        hint="Shown with the category on the home page and above its reviews."
        error={errors.description?.message}
        {...form.register('description')}
      />
      <CategoryCriteria form={form} />
      <CategorySpecifications form={form} />
    </FormDialog>
  );
}
