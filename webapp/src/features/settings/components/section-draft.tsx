// Says above a section's form that it shows a draft, that another window has it open, or that this device has more of it.
import { CopyNotice } from '@/components/editor/draft-notice';
import { EditingElsewhere } from '@/components/editor/editing-elsewhere';
import { actorName } from '@/lib/item-history';
import { dayTime } from '@/lib/short-time';
import type { SectionForm } from '../use-section-form';

export function SectionDraft({ section: { found, elsewhere, copies } }: { section: SectionForm }) {
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {found ? (
        <p role="note" aria-label="Draft" className="border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
          <strong>Draft changes</strong> of <time dateTime={found.at}>{dayTime(new Date(found.at))}</time>
          {found.by ? ` by ${actorName(found.by)}` : ''}. Readers see the saved settings.
        </p>
      ) : null}
      <div role="status" className="text-small text-secondary empty:hidden">
        {elsewhere ? <EditingElsewhere other={elsewhere} /> : null}
      </div>
      {copies.offer ? <CopyNotice copy={copies.offer} onRestore={copies.restore} onDrop={copies.drop} /> : null}
    </div>
  );
}
