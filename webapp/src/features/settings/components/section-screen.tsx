// /admin/settings/{section}: the form of a section of the site's settings, with a preview beside it, and its history.
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { History } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { labelsOf } from '@/components/content/form';
import { MeanwhilePanel } from '@/components/editor/meanwhile-panel';
import { PendingContext } from '@/components/editor/pending';
import { useSaveShortcut } from '@/components/editor/use-save-shortcut';
import type { Setting } from '@/components/settings/setting-kinds';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import type { AllSettings } from '@/lib/api-types';
import { sectionTitles, type SectionName } from '@/lib/settings';
import { settingsQuery } from '../api/sections';
import { usePendingCount } from '../use-pending-count';
import { useSectionForm } from '../use-section-form';
import { DeletionQuestion } from './deletion-question';
import { PrivacyPreview } from './privacy-preview';
import { SaveBar } from './save-bar';
import { SectionDraft } from './section-draft';
import { SectionHistory } from './section-history';
import { SectionPreview } from './section-preview';
import { SettingControl } from './setting-control';
import { SettingNotes } from './setting-notes';

/** The controls that share their row with another such. */
const halves: readonly string[] = ['picture', 'timeZone', 'currency'];

const isHalf = ({ kind }: Setting): boolean => halves.includes(kind.control.as);

export function SectionScreen({ name }: { name: SectionName }) {
  const settings = useQuery(settingsQuery);
  if (settings.isPending) return <Loading name={name} />;
  if (!settings.data) return <ErrorState what="The settings" retry={() => void settings.refetch()} />;
  return <SectionEditor name={name} all={settings.data} />;
}

const Loading = ({ name }: { name: SectionName }) => (
  <div role="status" aria-label={`Loading ${sectionTitles[name]}...`} className="h-80 max-w-xl skeleton" />
);

function SectionEditor({ name, all }: { name: SectionName; all: AllSettings }) {
  const section = useSectionForm(name, all[name]);
  const { pending, count } = usePendingCount();
  const [parameters, setParameters] = useSearchParams();
  const { fields, merging, busy } = section;
  const blocked = busy || pending > 0;
  const save = () => {
    if (!blocked) section.save();
  };
  useSaveShortcut(save);
  const showHistory = (shown: boolean) =>
    setParameters(
      (now) => {
        if (shown) now.set('history', '');
        else now.delete('history');
        return now;
      },
      { replace: !shown },
    );
  const revision = parameters.get('history');
  if (section.state === 'loading') return <Loading name={name} />;
  if (section.state === 'failed') return <ErrorState what="The settings" retry={section.retry} />;
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <form
        noValidate
        aria-label={`${sectionTitles[name]} settings`}
        className="min-w-0"
        onSubmit={(e) => {
          e.preventDefault();
          save();
        }}
      >
        <p className="-mt-3 mb-5">
          <Button variant="plain" size="small" onClick={() => showHistory(true)}>
            <History aria-hidden strokeWidth={1.75} className="size-4" />
            History
          </Button>
        </p>
        <SectionDraft section={section} />
        {merging.meanwhile ? (
          <div className="mb-6">
            <MeanwhilePanel
              meanwhile={merging.meanwhile}
              noun="section"
              labels={labelsOf({ fields })}
              stored={(field, value) => fields[field]?.kind.shown(value) ?? value}
              onChoose={merging.choose}
            />
          </div>
        ) : null}
        <PendingContext value={count}>
          <div className={clsx('grid gap-x-6 sm:grid-cols-2', name === 'navigation' ? 'gap-y-10' : 'gap-y-7')}>
            {Object.entries(fields).map(([field, setting]) => (
              <div key={field} data-setting={field} className={clsx('min-w-0', !isHalf(setting) && 'sm:col-span-2')}>
                <SettingControl section={section} name={field} setting={setting} />
                <SettingNotes section={section} name={field} setting={setting} />
              </div>
            ))}
          </div>
        </PendingContext>
        <SaveBar section={section} pending={pending > 0} />
      </form>
      {name === 'privacy' ? <PrivacyPreview section={section} /> : <SectionPreview all={all} name={name} values={section.values} />}
      {section.deletion ? <DeletionQuestion deletion={section.deletion} onAnswer={section.answer} /> : null}
      {revision === null ? null : (
        <SectionHistory
          name={name}
          section={all[name]}
          isChanged={section.changed.length > 0}
          chosen={revision === '' ? null : Number(revision)}
          onClose={() => showHistory(false)}
        />
      )}
    </div>
  );
}
