// What a section's settings are before their first change.
import { sectionFields, settingText } from '@/components/settings/section-fields';
import type { Section, SectionName } from '@/lib/settings';

export function SectionDefaults({ name, defaults }: { name: SectionName; defaults: Section['defaults'] }) {
  const values = defaults as Readonly<Record<string, unknown>>;
  return (
    <dl className="grid gap-4">
      {Object.entries(sectionFields[name]).map(([field, setting]) => (
        <div key={field}>
          <dt className="text-small font-semibold">{setting.label}</dt>
          <dd className="mt-1 text-small [overflow-wrap:anywhere] whitespace-pre-line">
            {settingText(setting, values[field]) || <span className="text-muted">None</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
