// JSON Input: creates an item from JSON, unpublished (spec sections 2 and 5).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { ContentItem } from '@/lib/content-calls';
import { showToast } from '@/stores/toasts';
import { failureToast, fieldErrors } from './failures';
import { missingText, readJson } from './json-input';
import { LeaveDialog } from './leave-dialog';
import { useGuard } from './use-guard';
import { useRetryKey } from './use-retry-key';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  onClose: () => void;
}

export function JsonDialog<Item extends ContentItem, Body extends object>({ type, onClose }: Props<Item, Body>) {
  const { noun, template, instructions, calls } = type;
  const fromJson = type.useFromJson();
  const id = useId();
  const client = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(template);
  const [wrong, setWrong] = useState<string[]>([]);
  const retryKey = useRetryKey();
  const saving = useMutation({ networkMode: 'always', mutationFn: (body: Body) => calls.create(body, retryKey(body)) });
  const dirty = text !== template && text.trim() !== '';
  const guard = useGuard({
    lacks: () => dirty,
    save: () => Promise.resolve(false),
    wouldLose: () => dirty,
    touched: dirty,
    close: onClose,
  });

  const refuse = (messages: string[]) => {
    setWrong(messages);
    area.current?.focus();
  };

  const create = async () => {
    setWrong([]);
    const read = readJson(text);
    if (!read.ok) {
      showToast({ variant: 'destructive', title: 'Error', description: read.message });
      refuse([`${read.message} ${read.where}`.trim()]);
      return;
    }
    const missing = missingText(read.fields);
    if (missing.length > 0) {
      refuse(missing);
      return;
    }
    try {
      const item = await saving.mutateAsync(fromJson(read.fields));
      showToast({ title: type.texts.created, description: `“${item.title}” is a draft until you publish it.` });
      void calls.invalidate(client);
      onClose();
    } catch (error) {
      const { other } = fieldErrors(error, {});
      if (other.length > 0) refuse(other.map(({ field, message }) => `${field}: ${message}`));
      else showToast(failureToast(error, noun, 'create'));
    }
  };

  const leave = () => {
    if (!saving.isPending) guard.leave();
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title="JSON Input"
        description={`Fill in the template, or paste the JSON of one ${noun}.`}
        size="large"
        footer={
          <>
            <Button variant="plain" disabled={saving.isPending} onClick={leave}>
              Cancel
            </Button>
            <Button disabled={text.trim() === '' || saving.isPending} onClick={() => void create()}>
              {saving.isPending ? 'Creating...' : 'Create'}
            </Button>
          </>
        }
      >
        <ul className="mb-5 list-disc pl-5 text-small text-secondary">
          {instructions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
          JSON
        </label>
        <textarea
          ref={area}
          id={id}
          value={text}
          rows={18}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={wrong.length > 0 ? true : undefined}
          aria-describedby={wrong.length > 0 ? `${id}-wrong` : undefined}
          onChange={(e) => {
            setText(e.target.value);
            setWrong([]);
          }}
          className={`block w-full rounded-sm border bg-raised px-3 py-2 [font-family:monospace] text-small text-primary ${wrong.length > 0 ? 'border-danger' : 'border-control'}`}
        />
        {wrong.length > 0 ? (
          <ul id={`${id}-wrong`} role="alert" className="mt-1.5 text-small text-danger">
            {wrong.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ) : null}
      </Dialog>
      <LeaveDialog open={guard.asking} onStay={guard.stay} onDiscard={onClose} />
    </>
  );
}
