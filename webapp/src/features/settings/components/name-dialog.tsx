// Describes a tag or a brand.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextArea } from '@/components/ui/field';
import type { DescribedName } from '@/lib/api-types';
import { fits } from '@/lib/characters';
import { z } from '@/lib/zod';
import { getName, useDescribeName, type DescribedKind } from '../api/names';
import { useEntityForm } from '../use-entity-form';
import { FormDialog } from './form-dialog';
import { FormerDescriptions } from './former-descriptions';

const schema = z.object({
  description: z.string().trim().refine(fits(500), 'Description must be at most 500 characters'),
});

type Fields = z.infer<typeof schema>;

const valuesOf = (name: DescribedName): Fields => ({ description: name.description ?? '' });

const nouns: Record<DescribedKind, string> = { tags: 'tag', brands: 'brand' };

interface Props {
  kind: DescribedKind;
  name: DescribedName;
  onClose: () => void;
}

export function NameDialog({ kind, name, onClose }: Props) {
  const form = useForm<Fields, unknown, Fields>({ resolver: zodResolver(schema), defaultValues: valuesOf(name) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync } = useDescribeName(kind);
  const { submit, notice } = useEntityForm<DescribedName, Fields>({
    form,
    noun: nouns[kind],
    entity: name,
    valuesOf,
    load: () => getName(kind, name.slug),
    save: (base, changes) => mutateAsync({ name: base ?? name, changes }),
    shown: Object.keys(schema.shape),
  });
  return (
    <FormDialog
      title={`Edit ${nouns[kind]} “${name.name}”`}
      submit="Save"
      changed={isDirty}
      saving={isSubmitting}
      notice={notice}
      onSave={submit}
      onClose={onClose}
    >
      <TextArea
        label="Description"
        rows={5}
        hint="Plain text, up to 500 characters. Shown below the page’s heading and in search engines."
        error={errors.description?.message}
        {...form.register('description')}
      />
      {name.revision > 1 ? (
        <FormerDescriptions
          kind={kind}
          name={name}
          onChoose={(text) => form.setValue('description', text, { shouldDirty: true, shouldValidate: true })}
        />
      ) : null}
    </FormDialog>
  );
}
