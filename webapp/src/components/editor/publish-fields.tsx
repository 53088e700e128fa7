// Whether an item is on the site, and when it is to come and go by itself. A time to publish is for drafts: naming one
// switches Published off, and publishing by hand takes it back.
import { X } from 'lucide-react';
import { useController } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import type { EditorForm } from './kind';
import { zoneName } from './local-time';

export function PublishFields({ form, labels }: { form: EditorForm; labels: Readonly<Record<'isPublished' | 'publishAt' | 'unpublishAt', string>> }) {
  const published = useController({ control: form.control, name: 'isPublished' }).field;
  const publish = (on: boolean) => {
    published.onChange(on);
    if (on) form.setValue('publishAt', '', { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  };
  return (
    <>
      <Switch label={labels.isPublished} hint="Visible to visitors" checked={published.value === true} onChange={publish} />
      <MomentField form={form} name="publishAt" label={labels.publishAt} hint={`Goes live at this time. Your time zone: ${zoneName()}.`} onSet={() => published.onChange(false)} />
      <MomentField form={form} name="unpublishAt" label={labels.unpublishAt} hint="Returns to draft at this time." />
    </>
  );
}

interface MomentProps {
  form: EditorForm;
  name: string;
  label: string;
  hint: string;
  onSet?: () => void;
}

function MomentField({ form, name, label, hint, onSet }: MomentProps) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  const set = (text: string) => {
    onChange(text);
    if (text !== '') onSet?.();
  };
  return (
    <TextField
      ref={ref}
      name={name}
      type="datetime-local"
      label={label}
      hint={hint}
      error={error?.message}
      value={String(value)}
      onChange={(e) => set(e.target.value)}
      onBlur={onBlur}
      end={
        value === '' ? null : (
          <Button variant="quiet" shape="icon" aria-label={`Clear ${label}`} onClick={() => set('')}>
            <X aria-hidden strokeWidth={1.75} className="size-4" />
          </Button>
        )
      }
    />
  );
}
