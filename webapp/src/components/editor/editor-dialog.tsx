// The dialog that creates or edits an item: Edit and Preview, other people's changes in the meantime, and the guard of
// unsaved work. Its fields come from the content type's table.
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { namesIn, type Choices, type ContentType } from '@/components/content/content-type';
import { labelsOf, previewOf, type EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError } from '@/lib/api-client';
import type { ContentItem } from '@/lib/content-calls';
import { ContentForm } from './content-form';
import { CorrectionFields } from './correction-fields';
import { DraftNotice } from './draft-notice';
import { EditorTabs } from './editor-tabs';
import { SavedNote } from './saved-note';
import { LeaveDialog } from './leave-dialog';
import { MeanwhilePanel } from './meanwhile-panel';
import { PendingContext } from './pending';
import { useEditor } from './use-editor';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  choices: Choices;
  open: boolean;
  /** Null for a new one. */
  item: Item | null;
  onClose: () => void;
  /** Shows an item as readers will see it; null while the form is edited. */
  preview: (item: Item | null) => ReactNode;
}

/** Every opening begins afresh. */
export function EditorDialog<Item extends ContentItem, Body extends object>({ open, ...rest }: Props<Item, Body>) {
  return open ? <OpenEditor key={rest.item?.id ?? 'new'} {...rest} /> : null;
}

function OpenEditor<Item extends ContentItem, Body extends object>({ type, choices, item, onClose, preview }: Omit<Props<Item, Body>, 'open'>) {
  const id = useId();
  const editor = useEditor({ type, id: item?.id ?? null, onClose });
  const { form, tab, busy, guard, meanwhile, offer } = editor;
  const { noun, texts } = type;
  const labels = labelsOf(type);
  const [pending, setPending] = useState(0);
  const count = useCallback((by: 1 | -1) => setPending((n) => n + by), []);
  const save = () => {
    if (pending === 0 && !guard.asking) editor.save();
  };
  const leave = () => {
    if (!busy) guard.leave();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={item ? texts.edit : texts.add}
        description={item?.title}
        size="large"
        footer={
          <>
            <SavedNote saved={editor.saved} labels={labels} />
            <Button variant="plain" disabled={busy} onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={busy || pending > 0 || editor.state !== 'ready'} aria-busy={busy}>
              {busy ? 'Saving...' : item ? texts.update : texts.create}
            </Button>
          </>
        }
      >
        {editor.state === 'failed' ? <Failed noun={noun} failure={editor.failure} retry={editor.retry} /> : null}
        {editor.state === 'loading' ? <Loading noun={noun} /> : null}
        {editor.state === 'ready' ? (
          <Panes tab={tab} busy={busy} onSave={save}>
            <EditorTabs id={id} tab={tab} onTab={editor.setTab} />
            <div role="tabpanel" aria-labelledby={`${id}-edit`} hidden={tab !== 'edit'}>
              <form
                id={id}
                noValidate
                inert={busy}
                onSubmit={(e) => {
                  e.preventDefault();
                  save();
                }}
                className="grid gap-8"
              >
                {offer ? <DraftNotice draft={offer} noun={noun} onRestore={editor.restore} onDrop={editor.dropOffer} /> : null}
                {meanwhile ? <MeanwhilePanel meanwhile={meanwhile} noun={noun} labels={labels} nameOf={namesIn(choices)} onChoose={editor.choose} /> : null}
                <p className="-mb-4 text-small text-muted">Fields marked * are required.</p>
                <FirstFocus form={form} field={Object.keys(type.fields)[0] ?? ''} />
                <PendingContext value={count}>
                  <ContentForm form={form} type={type} choices={choices} isNew={item === null} />
                </PendingContext>
                <CorrectionFields form={form} type={type} item={editor.item} before={editor.before} />
              </form>
            </div>
            <div role="tabpanel" aria-labelledby={`${id}-preview`} hidden={tab !== 'preview'} tabIndex={0} className="outline-offset-8">
              {preview(tab === 'preview' ? previewOf(type, form.getValues(), editor.item) : null)}
            </div>
          </Panes>
        ) : null}
      </Dialog>
      <LeaveDialog open={guard.asking} onStay={guard.stay} onDiscard={editor.discard} {...(offer ? {} : { onKeep: editor.saveForLater })} />
    </>
  );
}

/** Writing begins in the first field. */
function FirstFocus({ form, field }: { form: EditorForm; field: string }) {
  useEffect(() => form.setFocus(field), [form, field]);
  return null;
}

interface PanesProps {
  tab: string;
  busy: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** Keeps the place in the form while the preview is looked at, and the focus while it is saved; saves with Ctrl+S. */
function Panes({ tab, busy, onSave, children }: PanesProps) {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef(0);

  useLayoutEffect(() => {
    const scroller = root.current?.parentElement;
    if (!scroller) return;
    scroller.scrollTop = tab === 'edit' ? place.current : 0;
    if (tab !== 'edit') return;
    const remember = () => void (place.current = scroller.scrollTop);
    scroller.addEventListener('scroll', remember, { passive: true });
    return () => scroller.removeEventListener('scroll', remember);
  }, [tab]);

  useLayoutEffect(() => {
    if (!busy) return;
    const { activeElement } = document;
    return () => {
      if (document.activeElement === document.body && activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, [busy]);

  useEffect(() => {
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.key !== 's' || !(e.ctrlKey || e.metaKey)) return;
      e.preventDefault();
      onSave();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onSave]);

  return <div ref={root}>{children}</div>;
}

function Failed({ noun, failure, retry }: { noun: string; failure: unknown; retry: () => void }) {
  if (!(failure instanceof ApiError && failure.status === 404)) return <ErrorState what={`The ${noun}`} retry={retry} />;
  return <EmptyState title={`This ${noun} no longer exists`}>Someone deleted it after this list was loaded.</EmptyState>;
}

function Loading({ noun }: { noun: string }) {
  return (
    <div role="status" aria-label={`Loading the ${noun}...`} className="grid gap-6 sm:grid-cols-2">
      {Array.from({ length: 6 }, (_, i) => (
        <div key={i}>
          <div className="mb-2 h-4 w-28 skeleton" />
          <div className="h-control skeleton" />
        </div>
      ))}
      <div className="h-64 skeleton sm:col-span-2" />
    </div>
  );
}
