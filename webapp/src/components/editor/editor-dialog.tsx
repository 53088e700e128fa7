// The editor of an item, over the whole window: the text in the middle, everything else in the side panel, and the
// preview as a tab or beside the text. Its fields come from the content type's table.
import { useCallback, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { namesIn, textGroup, type Choices, type ContentType } from '@/components/content/content-type';
import { fieldsIn, labelsOf, type EditorForm } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { useTitle } from '@/hooks/use-title';
import type { ContentItem } from '@/lib/content-calls';
import type { EditorAddress } from '@/lib/editor-path';
import type { Rendered } from '@/lib/rendered';
import { pageTitle } from '@/lib/seo';
import { BesidePreview } from './beside-preview';
import { CorrectionFields } from './correction-fields';
import { DetailsPanel } from './details-panel';
import { DocumentColumn } from './document-column';
import { DraftNotice } from './draft-notice';
import { EditorHeader } from './editor-header';
import { EditorShell } from './editor-shell';
import { EditorFailed, EditorLoading } from './editor-states';
import { EditorTabs } from './editor-tabs';
import { LeaveDialog } from './leave-dialog';
import { DeskContext, makeDesk, type Desk } from './markdown/desk';
import { TextCounts } from './markdown/text-counts';
import { MeanwhilePanel } from './meanwhile-panel';
import { PendingContext } from './pending';
import { PreviewTab } from './preview-tab';
import { SavedNote } from './saved-note';
import { useEditor } from './use-editor';
import { useKeptFocus } from './use-kept-focus';
import { useLayout } from './use-layout';
import { useSaveShortcut } from './use-save-shortcut';
import { ViewButtons } from './view-buttons';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  choices: Choices;
  /** What is edited; undefined for an id that no item can have. */
  item: EditorAddress['item'];
  onClose: () => void;
  /** Takes the focus afterwards if what opened the editor is gone. */
  home: RefObject<HTMLElement | null>;
  /** Shows an item as readers will see it. */
  page: (item: Rendered<Item>) => ReactNode;
}

export default function EditorDialog<Item extends ContentItem, Body extends object>({ type, choices, item, onClose, home, page }: Props<Item, Body>) {
  const id = useId();
  const panelId = useId();
  const bars = useId();
  const [desk] = useState(() => makeDesk(bars));
  const column = useRef<HTMLDivElement>(null);
  const isNew = item === 'new';
  const layout = useLayout();
  // A field beside the text is in the side panel, which covers the text on a phone.
  const reveal = (field: string) => {
    const inText = fieldsIn(type, textGroup).includes(field);
    if (layout.panelCovers || !inText) layout.setPanel(!inText);
  };
  const editor = useEditor({ type, id: isNew ? null : (item ?? 0), onClose, reveal });
  const { form, tab, busy, guard, meanwhile, offer } = editor;
  const { noun, texts } = type;
  const labels = labelsOf(type);
  const title = isNew ? texts.add : texts.edit;
  const [pending, setPending] = useState(0);
  const count = useCallback((by: 1 | -1) => setPending((n) => n + by), []);
  const save = () => {
    if (pending === 0 && !guard.asking) editor.save();
  };
  const leave = () => {
    if (!busy) guard.leave();
  };
  useSaveShortcut(save);
  useKeptFocus(busy);
  useTitle(pageTitle(editor.item ? `${editor.item.title} · ${title}` : title));
  const fields = { form, type, choices, isNew };
  const preview = { form, type, item: editor.item, page };
  return (
    <>
      <EditorShell
        description={editor.item?.title}
        onLeave={leave}
        home={home}
        header={
          <EditorHeader
            title={title}
            description={editor.item?.title}
            views={
              <>
                {layout.beside ? null : <EditorTabs id={id} tab={tab} onTab={editor.setTab} />}
                <ViewButtons layout={layout} panelId={panelId} />
              </>
            }
            actions={
              <>
                <Button variant="plain" size="small" disabled={busy} className="max-sm:hidden" onClick={leave}>
                  Cancel
                </Button>
                <Button type="submit" form={id} size="small" disabled={busy || pending > 0 || editor.state !== 'ready'} aria-busy={busy}>
                  {busy ? 'Saving...' : isNew ? texts.create : texts.update}
                </Button>
              </>
            }
          />
        }
      >
        {editor.state === 'failed' ? <EditorFailed noun={noun} failure={editor.failure} retry={editor.retry} /> : null}
        {editor.state === 'loading' ? <EditorLoading noun={noun} /> : null}
        {editor.state === 'ready' ? (
          <Contexts desk={desk} onPending={count}>
            <form
              id={id}
              noValidate
              inert={busy}
              onSubmit={(e) => {
                e.preventDefault();
                save();
              }}
              className="relative flex min-h-0 grow"
            >
              <FirstFocus form={form} field={fieldsIn(type, textGroup)[0] ?? ''} />
              <div
                ref={column}
                role={layout.beside ? undefined : 'tabpanel'}
                aria-labelledby={layout.beside ? undefined : `${id}-edit`}
                hidden={tab !== 'edit' && !layout.beside}
                className="min-w-0 grow basis-0 overflow-y-auto"
              >
                <DocumentColumn
                  {...fields}
                  bars={bars}
                  notices={
                    <>
                      {offer ? <DraftNotice draft={offer} noun={noun} onRestore={editor.restore} onDrop={editor.dropOffer} /> : null}
                      {meanwhile ? <MeanwhilePanel meanwhile={meanwhile} noun={noun} labels={labels} nameOf={namesIn(choices)} onChoose={editor.choose} /> : null}
                    </>
                  }
                />
              </div>
              {layout.beside ? (
                <BesidePreview {...preview} layout={layout} column={column} />
              ) : (
                <PreviewTab {...preview} labelledBy={`${id}-preview`} shown={tab === 'preview'} />
              )}
              <DetailsPanel id={panelId} {...fields} open={layout.panel} covers={layout.panelCovers}>
                <CorrectionFields form={form} type={type} item={editor.item} before={editor.before} />
              </DetailsPanel>
            </form>
          </Contexts>
        ) : null}
        <footer className="flex min-h-9 shrink-0 items-center gap-4 border-t border-rule px-4 text-caption text-muted">
          {editor.state === 'ready' ? <TextCounts form={form} name={mainText(type)} /> : null}
          <SavedNote saved={editor.saved} labels={labels} />
        </footer>
      </EditorShell>
      <LeaveDialog open={guard.asking} onStay={guard.stay} onDiscard={editor.discard} {...(offer ? {} : { onKeep: editor.saveForLater })} />
    </>
  );
}

function Contexts({ desk, onPending, children }: { desk: Desk; onPending: (by: 1 | -1) => void; children: ReactNode }) {
  return (
    <DeskContext value={desk}>
      <PendingContext value={onPending}>{children}</PendingContext>
    </DeskContext>
  );
}

/** Returns the name of the main text. */
const mainText = ({ fields }: Pick<ContentType<ContentItem, never>, 'fields'>): string =>
  Object.keys(fields).find((name) => {
    const control = fields[name]?.kind.control;
    return control?.as === 'markdown' && control.long;
  }) ?? '';

/** Writing begins in the first field. */
function FirstFocus({ form, field }: { form: EditorForm; field: string }) {
  useEffect(() => form.setFocus(field), [form, field]);
  return null;
}
