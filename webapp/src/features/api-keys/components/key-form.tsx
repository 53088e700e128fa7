// The dialog in which a key is created.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { completeDate, DateField, halfTyped } from '@/components/ui/date-field';
import { TextField } from '@/components/ui/field';
import { ApiError } from '@/lib/api-client';
import { fits } from '@/lib/characters';
import { z } from '@/lib/zod';
import { showToast } from '@/stores/toasts';
import { createKey, refreshKeys } from '../api/keys';
import type { CreatedKey } from '@/lib/api-types';
import { permissions } from '../types';

const schema = z.object({
  name: z.string().trim().min(1, 'Name is required').refine(fits(200), 'Name must be at most 200 characters'),
  permissions: z.array(z.string()).min(1, 'At least one permission is required'),
  /** A date such as '2026-12-31', or '' for never. */
  expiresAt: z.string().superRefine((date, context) => {
    if (date === halfTyped) context.addIssue(completeDate);
    else if (date !== '' && date < today()) context.addIssue('Choose today or a later date');
  }),
});

type Values = z.infer<typeof schema>;

/** The day is UTC's: with its end, there, the key ends. */
const today = () => new Date().toISOString().slice(0, 10);

export function KeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: CreatedKey) => void }) {
  const id = useId();
  const client = useQueryClient();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { name: '', permissions: ['create_reviews'], expiresAt: '' },
  });
  const { errors } = form.formState;

  const create = useMutation({
    mutationFn: ({ name, permissions: allowed, expiresAt }: Values) =>
      createKey({ name, permissions: allowed, expiresAt: expiresAt || undefined }),
    gcTime: 0, // the answer holds the key
    onSuccess: (key) => {
      showToast({ title: 'API Key Created', description: 'Copy it now: it will not be shown again.' });
      onCreated(key);
    },
    onError: (error) => {
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        if (field === 'name' || field === 'permissions' || field === 'expiresAt') form.setError(field, { message });
      }
      showToast({ variant: 'destructive', title: 'Error', description: 'Failed to create API key. Please try again.' });
    },
    onSettled: () => refreshKeys(client),
  });
  const busy = create.isPending;

  return (
    <Dialog
      open
      // A key that is under way must not arrive where nobody sees it.
      onOpenChange={() => {
        if (!busy) onClose();
      }}
      title="Create API Key"
      description="Lets a program create content here, or download data. The key is shown only once."
      footer={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={busy}>
            {busy ? 'Creating...' : 'Create Key'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        aria-label="New API key"
        className="grid gap-6"
        onSubmit={(e) => void form.handleSubmit((values) => create.mutate(values))(e)}
      >
        <TextField
          label="Name"
          required
          hint="A name to recognise it by."
          autoComplete="off"
          autoFocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="permissions"
          render={({ field: { value, onChange } }) => (
            <fieldset aria-describedby={`${id}-permissions`}>
              <legend data-required="true" className="mb-2 text-small font-semibold">
                Permissions
              </legend>
              <div className="grid gap-3">
                {permissions.map(({ name, explanation }) => (
                  <Checkbox
                    key={name}
                    checked={value.includes(name)}
                    onChange={(on) => onChange(on ? [...value, name] : value.filter((other) => other !== name))}
                    label={
                      <>
                        <code className="text-small">{name}</code>
                        <span className="block text-small text-muted">{explanation}</span>
                      </>
                    }
                  />
                ))}
              </div>
              {errors.permissions ? (
                <p id={`${id}-permissions`} role="alert" className="mt-2 text-small text-danger">
                  {errors.permissions.message}
                </p>
              ) : (
                <p id={`${id}-permissions`} className="mt-2 text-small text-muted">
                  Select at least one.
                </p>
              )}
            </fieldset>
          )}
        />
        <Controller
          control={form.control}
          name="expiresAt"
          render={({ field }) => (
            <DateField
              label="Expiration date (optional)"
              type="date"
              min={today()}
              hint="Last day the key works (UTC). Blank means no expiration."
              className="max-w-xs"
              error={errors.expiresAt?.message}
              {...field}
            />
          )}
        />
      </form>
    </Dialog>
  );
}
