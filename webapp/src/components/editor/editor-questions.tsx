// The dialogs over the editor: publishing, what a change is to readers, and leaving what isn't saved.
import { flushSync } from 'react-dom';
import type { Choices, ContentType } from '@/components/content/content-type';
import { changedFields } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { CorrectionQuestion } from './correction-question';
import { LeaveDialog } from './leave-dialog';
import { showPlace } from './markdown/show-place';
import { PublishDialog } from './publish-dialog';
import type { Editor } from './use-editor';

interface Props<Item extends ContentItem, Body extends object> {
  editor: Editor<Item, Body>;
  type: ContentType<Item, Body>;
  choices: Choices;
  publishing: boolean;
  onPublishing: (open: boolean) => void;
  save: () => void;
}

export function EditorQuestions<Item extends ContentItem, Body extends object>({
  editor,
  type,
  choices,
  publishing,
  onPublishing,
  save,
}: Props<Item, Body>) {
  const { form, item, autosave, leaving, submitting } = editor;
  const { guard, discard, keep } = leaving;
  // The dialog is gone before a field of the form takes the focus.
  const close = () => flushSync(() => onPublishing(false));
  return (
    <>
      {publishing ? (
        <PublishDialog
          form={form}
          type={type}
          choices={choices}
          item={item}
          unchanged={
            item !== null &&
            item.isPublished &&
            autosave.draft === null &&
            changedFields(type, editor.before, form.getValues()).length === 0
          }
          compare={item ? () => type.calls.change(item.id, { changes: { ...submitting.changes(), isPublished: true } }) : null}
          onClose={() => onPublishing(false)}
          onShow={(field, at) => {
            close();
            editor.showEdit([field]);
            setTimeout(() => {
              form.setFocus(field);
              if (at !== undefined) setTimeout(() => showPlace(at)); // the focus comes late, too
            });
          }}
          onPublish={() => {
            close();
            save();
          }}
        />
      ) : null}
      {submitting.question ? (
        <CorrectionQuestion
          question={submitting.question}
          before={submitting.answered}
          confirm={type.texts.update}
          onCancel={submitting.cancel}
          onAnswer={submitting.answer}
        />
      ) : null}
      <LeaveDialog
        open={guard.asking}
        why={autosave.state.state === 'failed' ? autosave.state.why : undefined}
        onStay={guard.stay}
        onDiscard={discard}
        onKeep={keep}
      />
    </>
  );
}
