// What stands above the text: that it is a draft, who else edits it, and what has to be decided first.
import type { Value } from '@/components/content/content-type';
import { labelsOf, storedOf, type RuledFields } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { CopyNotice, DraftNotice } from './draft-notice';
import { EditingElsewhere } from './editing-elsewhere';
import { MeanwhilePanel } from './meanwhile-panel';
import { ScheduleNotice } from './schedule-notice';
import type { Editor } from './use-editor';

interface Props<Item extends ContentItem, Body extends object> {
  editor: Editor<Item, Body>;
  noun: string;
  type: RuledFields;
  /** Opens the dialog that publishes or schedules. */
  onPublishing: () => void;
}

export function EditorNotices<Item extends ContentItem, Body extends object>({ editor, noun, type, onPublishing }: Props<Item, Body>) {
  const { item, autosave, elsewhere, copies, merging, leaving, unscheduling } = editor;
  const schedule = autosave.draft?.schedule;
  const stored = (field: string, value: Value) => {
    const known = type.fields[field];
    return known ? storedOf(known, value) : value;
  };
  return (
    <>
      {autosave.draft ? (
        <DraftNotice
          draft={autosave.draft}
          noun={noun}
          isNew={item === null}
          isPublished={item?.isPublished ?? false}
          busy={leaving.discarding}
          onDiscard={() => void leaving.discardDraft()}
        />
      ) : null}
      {schedule ? (
        <ScheduleNotice schedule={schedule} busy={unscheduling.busy} onCancel={unscheduling.cancel} onAgain={onPublishing} />
      ) : null}
      <div role="status" className="text-small text-secondary empty:hidden">
        {elsewhere ? <EditingElsewhere other={elsewhere} /> : null}
      </div>
      {copies.offer ? <CopyNotice copy={copies.offer} onRestore={copies.restore} onDrop={copies.drop} /> : null}
      {merging.meanwhile ? (
        <MeanwhilePanel meanwhile={merging.meanwhile} noun={noun} labels={labelsOf(type)} stored={stored} onChoose={merging.choose} />
      ) : null}
    </>
  );
}
