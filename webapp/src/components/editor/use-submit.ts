// Create and Update: checks the form, asks what a change is to readers, saves, and shows what was refused.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ContentType, Values } from '@/components/content/content-type';
import { bodyOf, changedFields, labelsOf, type EditorForm } from '@/components/content/form';
import { undoing } from '@/components/history/undo';
import { ApiError } from '@/lib/api-client';
import type { ChangeQuestion } from '@/lib/api-types';
import type { ContentItem, Marking } from '@/lib/content-calls';
import { momentOfYear } from '@/lib/short-date';
import { showToast } from '@/stores/toasts';
import type { Answer } from './correction';
import { failureToast, fieldErrors } from './failures';
import { unexplained } from './publish-checklist';
import type { Autosave } from './use-autosave';
import { useRetryKey } from './use-retry-key';
import { isScheduled } from './use-scheduled';

/** The draft could not be saved; the editor's last line says why. */
class NotSaved extends Error {}

interface Options<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Null for a new item. */
  id: number | null;
  /** The UUID of a new item's draft. */
  draftId: string;
  form: EditorForm;
  /** Null while it loads. */
  base: { item: Item | null; values: Values } | null;
  autosave: Autosave;
  /** Reports whether something has to be decided before anything can be saved, and points to it. */
  undecided: () => boolean;
  /** Shows the form, and in it the first of the fields that have something wrong with them. Returns that. */
  showEdit: (wrong: readonly string[]) => string | undefined;
  /** Someone else has saved the item. Resolves when that is merged with the form. */
  onOutdated: (error: ApiError) => Promise<void>;
  onSaved: () => void;
}

export function useSubmit<Item extends ContentItem, Body extends object>(options: Options<Item, Body>) {
  const { type, id, draftId, form, base, autosave, undecided, showEdit, onOutdated, onSaved } = options;
  const client = useQueryClient();
  const navigate = useNavigate();
  const retryKey = useRetryKey();
  const [question, setQuestion] = useState<{ asked: ChangeQuestion; about: string } | null>(null);
  const [answered, setAnswered] = useState<{ answer: Answer; marking: Marking; about: string } | null>(null);
  const { calls, texts, noun } = type;

  const scheduledToast = ({ id: of, title }: Item, at: string): Parameters<typeof showToast>[0] => ({
    title: `Scheduled for ${momentOfYear(new Date(at))}`,
    description: title,
    action: {
      label: 'Undo',
      run: () =>
        void calls.drafts.unschedule(of).then(
          () => {
            showToast({ title: 'Schedule canceled', description: title });
            return calls.invalidate(client);
          },
          () => showToast({ variant: 'destructive', title: 'Error', description: 'The schedule could not be canceled. Please try again.' }),
        ),
    },
  });

  const create = async (body: Body): Promise<Item> => {
    if (autosave.store.known().revision !== null) {
      try {
        return await calls.drafts.create(draftId, body);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // discarded elsewhere
      }
    }
    return calls.create(body, retryKey(body));
  };

  /** Returns the fields of a body that differ from the item, or that its draft has. */
  const partOf = (body: object, before: Values): Partial<Body> => {
    const names = [...changedFields(type, before, form.getValues()), ...autosave.store.known().fields];
    return Object.fromEntries(Object.entries(body).filter(([field]) => names.includes(field))) as Partial<Body>;
  };

  const update = async (
    of: number,
    body: object,
    marked: Marking | null,
    { item, values: before }: { item: Item | null; values: Values },
  ): Promise<Item> => {
    const later = isScheduled(item, form.getValues());
    // What goes live later is the draft as the server has it.
    if (later && !(await autosave.saver.save())) throw new NotSaved();
    const changes = { ...partOf(body, before), ...marked };
    if (autosave.store.known().revision !== null) {
      try {
        return await calls.drafts.publish(of, changes, item?.revision);
      } catch (error) {
        if (later || !(error instanceof ApiError && error.status === 404)) throw error; // the draft was published or discarded elsewhere
      }
    }
    return calls.update(of, changes, item?.revision);
  };

  // Without a network a save fails at once: one that waited would later save an outdated form.
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async ({ body, marked }: { body: Body; marked: Marking | null }) => {
      autosave.saver.stop();
      await autosave.saver.idle();
      return id === null || !base ? create(body) : update(id, body, marked, base);
    },
  });

  const fail = (error: unknown) => {
    const { known, other } = fieldErrors(error, labelsOf(type));
    const first = showEdit(known.map(({ field }) => field));
    for (const { field, message } of known) form.setError(field, { type: 'server', message });
    if (first) form.setFocus(first);
    const signedOut = error instanceof ApiError && error.status === 401; // the password is asked for, over this form
    if (!signedOut && (other.length > 0 || known.length === 0))
      showToast(failureToast(error, noun, id === null ? 'create' : 'update', other));
    autosave.saver.changed();
  };

  const send = async (body: Body, marked: Marking | null) => {
    if (!base) return;
    try {
      const item = await saving.mutateAsync({ body, marked });
      if (item.draftPublishAt && isScheduled(base.item, form.getValues())) {
        showToast(scheduledToast(item, item.draftPublishAt));
        onSaved();
        return;
      }
      const address = item.isPublished ? type.addressOf(item) : undefined;
      showToast({
        title: id === null ? texts.created : texts.updated,
        description: item.isPublished ? 'Published.' : item.title,
        ...(address !== undefined ? { link: { label: `View ${noun}`, run: () => void navigate(address) } } : {}),
        ...(base.item && item.revision !== base.item.revision ? undoing(client, calls, base.item, item) : {}),
      });
      onSaved();
    } catch (error) {
      try {
        if (id === null || !(error instanceof ApiError) || error.status !== 412) throw error;
        await onOutdated(error);
      } catch (problem) {
        fail(problem);
      }
    }
  };

  /** Asks the server what a change is; null if nobody has to be asked. */
  const asking = useMutation({
    networkMode: 'always',
    mutationFn: async (body: Body): Promise<ChangeQuestion | null> => {
      if (id === null || !base?.item) return null;
      const changes = partOf(body, base.values);
      const publishes = 'isPublished' in changes && changes.isPublished === true;
      if (!(base.item.isPublished || publishes) || Object.keys(changes).length === 0) return null;
      const question = await calls.change(id, { changes });
      return question.asked ? question : null;
    },
  });

  /**
   * Returns that readers would get a new score, or new parts of it, that don't add up, without a reason. A score that was so before is left
   * alone.
   */
  const unsaid = (body: Body) => {
    if (!base?.item?.isPublished) return [];
    const { score, parts } = type.checks;
    const changed = Object.keys(partOf(body, base.values));
    return changed.some((field) => field === score || field === parts?.of || field === parts?.reason)
      ? unexplained(type, form.getValues())
      : [];
  };

  const ask = async (body: Body) => {
    const [missing] = unsaid(body);
    if (missing) {
      form.setError(missing.field, { type: 'publish', message: missing.message });
      showEdit([missing.field]);
      form.setFocus(missing.field);
      return;
    }
    try {
      const about = base ? JSON.stringify(partOf(body, base.values)) : '';
      if (answered?.about === about) {
        await send(body, answered.marking); // it was asked before the save that failed
        return;
      }
      const asked = await asking.mutateAsync(body);
      if (asked) setQuestion({ asked, about });
      else await send(body, null);
    } catch (error) {
      fail(error);
    }
  };

  const busy = saving.isPending || asking.isPending;
  const save = (marked: Marking | null) =>
    form.handleSubmit(
      async (body) => {
        if (!base || busy || undecided()) return;
        await (marked === null ? ask(body as Body) : send(body as Body, marked));
      },
      (errors) => void showEdit(Object.keys(errors)),
    )();

  return {
    busy,
    save: () => void save(null),
    /** Returns what saving now would send of an item's fields. */
    changes: (): Partial<Body> => (base ? partOf(bodyOf(type, form.getValues()), base.values) : {}),
    /** What has to be asked about the change; null: nothing. */
    question: question?.asked ?? null,
    /** The answer about a change that couldn't be saved. */
    answered: answered?.answer ?? null,
    answer: (marking: Marking, answer: Answer) => {
      setQuestion(null);
      setAnswered({ answer, marking, about: question?.about ?? '' });
      void save(marking);
    },
    cancel: () => setQuestion(null),
  };
}
