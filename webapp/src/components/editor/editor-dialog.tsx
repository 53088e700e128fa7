// The editor of an item, over the whole window: its head, its form, and what may have to be asked. Its fields come from the
// content type's table.
import { useCallback, useId, useState, type ReactNode, type RefObject } from 'react';
import { textGroup, type Choices, type ContentType } from '@/components/content/content-type';
import { fieldsIn } from '@/components/content/form';
import { Button } from '@/components/ui/button';
import { useSite } from '@/hooks/use-site';
import { useTitle } from '@/hooks/use-title';
import type { ContentItem } from '@/lib/content-calls';
import type { Rendered } from '@/lib/rendered';
import { pageTitle } from '@/lib/page-head';
import { useEditorCommands, useUnsavedText } from '@/stores/open-editor';
import { showToast } from '@/stores/toasts';
import { EditorBody } from './editor-body';
import { EditorFooter } from './editor-footer';
import { EditorHeader } from './editor-header';
import { EditorNotices } from './editor-notices';
import type { EditorAddress } from './editor-path';
import { EditorQuestions } from './editor-questions';
import { EditorShell } from './editor-shell';
import { EditorFailed, EditorLoading } from './editor-states';
import { EditorTabs } from './editor-tabs';
import { TextCounts } from './markdown/text-counts';
import { PendingContext } from './pending';
import { PreviewLinks } from './preview-links';
import { SavedNote } from './saved-note';
import { useEditor } from './use-editor';
import { useKeptFocus } from './use-kept-focus';
import { useLayout } from './use-layout';
import { useScheduled } from './use-scheduled';
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

export default function EditorDialog<Item extends ContentItem, Body extends object>({
  type,
  choices,
  item,
  onClose,
  home,
  page,
}: Props<Item, Body>) {
  const id = useId();
  const panelId = useId();
  const isNew = item === 'new';
  const layout = useLayout();
  // A field beside the text is in the side panel, which covers the text on a phone.
  const reveal = (field: string) => {
    const inText = fieldsIn(type, textGroup).includes(field);
    if (layout.panelCovers || !inText) layout.setPanel(!inText);
  };
  const editor = useEditor({ type, id: isNew ? null : (item ?? 0), onClose, reveal });
  const { form, tab, busy, autosave, submitting } = editor;
  const { guard } = editor.leaving;
  const { noun, texts } = type;
  const title = isNew ? texts.add : texts.edit;
  const [pending, setPending] = useState(0);
  const [publishing, setPublishing] = useState(false);
  const count = useCallback((by: 1 | -1) => setPending((n) => n + by), []);
  const later = useScheduled(form, editor.item);
  const save = () => {
    if (pending === 0 && !guard.asking) submitting.save();
  };
  const leave = () => {
    if (busy) return;
    if (pending > 0)
      showToast({ title: 'Images are still uploading', description: 'Wait until they are stored, or cancel their uploads.' });
    else guard.leave();
  };
  useSaveShortcut(() => {
    if (editor.state === 'ready' && !busy) void autosave.saver.save();
  });
  useUnsavedText({
    lacks: () => editor.state === 'ready' && !autosave.isOver() && autosave.saver.lacks(),
    save: () => void autosave.saver.save(),
  });
  const idle = editor.state === 'ready' && !busy && pending === 0;
  useEditorCommands(() => ({
    title: editor.item?.title ?? title,
    commands: [
      ...(idle
        ? [
            { label: 'Publish…', run: () => setPublishing(true) },
            { label: isNew ? texts.create : later ? 'Schedule' : texts.update, run: save },
            { label: 'Save draft', run: () => void autosave.saver.save() },
            ...(layout.beside
              ? []
              : [{ label: tab === 'edit' ? 'Preview' : 'Back to editing', run: () => editor.setTab(tab === 'edit' ? 'preview' : 'edit') }]),
          ]
        : []),
      { label: 'Close the editor', run: leave },
    ],
  }));
  useKeptFocus(busy);
  useTitle(pageTitle(editor.item ? `${editor.item.title} · ${title}` : title, useSite()));
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
                <Button
                  variant="plain"
                  size="small"
                  disabled={busy || pending > 0 || editor.state !== 'ready'}
                  onClick={() => setPublishing(true)}
                >
                  Publish…
                </Button>
                <Button type="submit" form={id} size="small" disabled={busy || pending > 0 || editor.state !== 'ready'} aria-busy={busy}>
                  {busy ? 'Saving...' : isNew ? texts.create : later ? 'Schedule' : texts.update}
                </Button>
              </>
            }
          />
        }
      >
        {editor.state === 'failed' ? <EditorFailed noun={noun} failure={editor.failure} retry={editor.retry} /> : null}
        {editor.state === 'loading' ? <EditorLoading noun={noun} /> : null}
        {editor.state === 'ready' ? (
          <PendingContext value={count}>
            <EditorBody
              {...{ id, panelId, form, type, choices, page, layout, tab, busy }}
              item={editor.item}
              onSubmit={save}
              notices={<EditorNotices editor={editor} noun={noun} type={type} onPublishing={() => setPublishing(true)} />}
              more={
                <>
                  {type.Help ? <type.Help /> : null}
                  <PreviewLinks noun={noun} calls={editor.item && type.calls.previews(editor.item.id)} save={autosave.saver.save} />
                </>
              }
            />
          </PendingContext>
        ) : null}
        <EditorFooter
          counts={editor.state === 'ready' ? <TextCounts form={form} name={mainText(type)} /> : null}
          status={<SavedNote state={autosave.state} />}
        />
      </EditorShell>
      <EditorQuestions {...{ editor, type, choices, publishing, save }} onPublishing={setPublishing} />
    </>
  );
}

/** Returns the name of the main text. */
const mainText = ({ fields }: Pick<ContentType<ContentItem, never>, 'fields'>): string =>
  Object.keys(fields).find((name) => {
    const control = fields[name]?.kind.control;
    return control?.as === 'markdown' && control.long;
  }) ?? '';
