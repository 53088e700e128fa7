// What the Privacy page says with the settings as they are typed: the sentences that its placeholders stand for.
import { useQuery } from '@tanstack/react-query';
import { schemaOf } from '@/components/content/schema';
import { previewBeside } from './preview-look';
import type { SectionForm } from '../use-section-form';
import { privacyPreviewQuery } from '../api/placeholders';

/** The placeholders that the settings of this section decide, in the order of the form. */
const decided = ['retention', 'messages', 'addresses', 'countries'];

export function PrivacyPreview({ section: { fields, values } }: { section: SectionForm }) {
  const isValid = schemaOf<object>({ fields }, false).safeParse(values).success;
  const sent = Object.fromEntries(Object.entries(fields).map(([field, { kind }]) => [field, kind.toServer(values[field] ?? '')]));
  const { data, isError } = useQuery({ ...privacyPreviewQuery(sent), enabled: isValid });
  const shown = decided.flatMap((name) => data?.find((p) => p.name === name) ?? []);
  return (
    <section aria-label="Preview" tabIndex={0} className={previewBeside}>
      <h3 className="kicker font-sans">Preview</h3>
      <p className="mt-1 text-caption text-muted">What the Privacy page tells readers with these settings.</p>
      <div aria-live="polite" className="mt-2 grid gap-3 rounded-sm border border-rule-strong bg-raised p-4 text-small">
        {isError ? <p className="text-secondary">The preview could not be loaded.</p> : null}
        {shown.map(({ name, value }) => (
          <p key={name}>{value}</p>
        ))}
        {!data && !isError ? <div role="status" aria-label="Loading the preview..." className="h-40 skeleton" /> : null}
      </div>
    </section>
  );
}
