// What stands below a setting: the server's variable that decides it, and its default, with the way back to it.
import { Lock, RotateCcw } from 'lucide-react';
import { sameMeaning } from '@/components/content/form';
import { linksIn } from '@/components/settings/links';
import type { Setting } from '@/components/settings/setting-kinds';
import type { SectionForm } from '../use-section-form';

interface Props {
  section: SectionForm;
  name: string;
  setting: Setting;
}

const link = 'inline-flex min-h-6 shrink-0 items-center gap-1.5 font-semibold text-accent hover:underline pointer-coarse:min-h-control';

export function SettingNotes({ section, name, setting }: Props) {
  const { form, fields, base, values, defaults } = section;
  const variable = (base.overridden as Readonly<Record<string, string | undefined>>)[name];
  const differs = !sameMeaning({ fields }, name, values[name], defaults[name]);
  const standard = defaults[name] ?? '';
  const text = setting.kind.control.as === 'links' ? labels(String(standard)) : setting.kind.shown(standard);
  const reset = () => {
    form.setValue(name, standard, { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
    setTimeout(() => form.setFocus(name)); // the button goes
  };
  return (
    <>
      {variable ? (
        <p className="mt-2 flex items-start gap-2 border-l-[3px] border-rule-strong bg-sunken px-3 py-2 text-small">
          <Lock aria-hidden strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
          <span>
            Set by <code>{variable}</code> on the server: what you save here takes effect once that is unset.
          </span>
        </p>
      ) : null}
      {differs ? (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-small text-muted">
          <span className="line-clamp-3 min-w-0 whitespace-pre-line">Default: {text === '' ? 'none' : text}</span>
          <button type="button" aria-label={`Back to default: ${setting.label}`} className={link} onClick={reset}>
            <RotateCcw aria-hidden strokeWidth={1.75} className="size-3.5" />
            Back to default
          </button>
        </p>
      ) : null}
    </>
  );
}

const labels = (links: string): string =>
  linksIn(links)
    .map(({ label }) => label)
    .join(', ');
