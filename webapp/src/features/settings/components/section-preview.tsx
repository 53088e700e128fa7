// The header, a review's card and the footer as they would look, in both themes. Nothing in it can be used.
import { useQuery } from '@tanstack/react-query';
import type { Values } from '@/components/content/content-type';
import { linksIn } from '@/components/settings/links';
import { sectionFields, settingsForm } from '@/components/settings/section-fields';
import { Ring } from '@/components/ui/ring';
import type { Theme } from '@/lib/accent';
import type { AllSettings, SettingsLink } from '@/lib/api-types';
import { formatRating } from '@/lib/format';
import type { SectionName } from '@/lib/settings';
import { accentStyle } from '../accent-look';
import { sampleQuery } from '../api/sample';
import { previewBeside } from './preview-look';

interface Props {
  /** Every section as it is saved. */
  all: AllSettings;
  /** The section that is being edited, and what is typed. */
  name: SectionName;
  values: Values;
}

const themes: readonly { theme: Theme; title: string }[] = [
  { theme: 'light', title: 'Light' },
  { theme: 'dark', title: 'Dark' },
];

export function SectionPreview({ all, name, values }: Props) {
  const of = (section: SectionName) => (section === name ? values : settingsForm(sectionFields[section], all[section]));
  const parts = { site: of('site'), navigation: of('navigation'), publication: of('publication') };
  return (
    <section aria-label="Preview" tabIndex={0} className={previewBeside}>
      <h3 className="kicker font-sans">Preview</h3>
      <div className="mt-2 grid gap-4 sm:max-xl:grid-cols-2">
        {themes.map(({ theme, title }) => (
          <figure key={theme}>
            <figcaption className="mb-1 text-caption text-muted">{title} theme</figcaption>
            <div
              inert
              className={`${theme} overflow-hidden rounded-sm border border-rule-strong bg-page text-primary xl:[zoom:0.8]`}
              style={accentStyle(text(parts.site, 'accent'), theme)}
            >
              <Masthead {...parts} theme={theme} />
              <Card {...parts} />
              <Foot {...parts} />
            </div>
          </figure>
        ))}
      </div>
    </section>
  );
}

interface Parts {
  site: Values;
  navigation: Values;
  publication: Values;
}

const text = (values: Values, field: string): string => String(values[field] ?? '').trim();

/** Links as far as they are typed. */
const linksOf = (values: Values, field: string): SettingsLink[] => linksIn(text(values, field)).filter(({ label }) => label.trim() !== '');

function Wordmark({ site, theme }: { site: Values; theme: Theme }) {
  const logo = (theme === 'dark' ? text(site, 'logoDark') : '') || text(site, 'logo');
  if (logo !== '') return <img src={logo} alt={text(site, 'name')} className="h-7 max-w-40 object-contain object-left" />;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Ring filled={0.92} className="size-5 shrink-0" />
      <span className="min-w-0 font-serif text-lg leading-tight font-medium tracking-tight">{text(site, 'name') || 'Name'}</span>
    </span>
  );
}

function Masthead({ site, navigation, theme }: Parts & { theme: Theme }) {
  return (
    <div className="border-b border-rule px-4 py-2.5">
      <Wordmark site={site} theme={theme} />
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-caption text-secondary">
        {linksOf(navigation, 'header').map(({ label }, i) => (
          <span key={i} className={i === 0 ? 'border-b-2 border-accent text-primary' : undefined}>
            {label}
          </span>
        ))}
        <span>Review Categories</span>
      </p>
    </div>
  );
}

/** The newest review, or where there is none, what a review will look like. */
function Card({ site, publication }: Parts) {
  const review = useQuery(sampleQuery).data;
  const picture = review?.imageUrls[0] ?? review?.productImageUrl ?? '';
  const price = review?.productPrice ? priceIn(text(site, 'currency'), text(site, 'language'), review.productPrice) : '';
  const note = text(publication, 'illustrationNote');
  return (
    <div className="px-4 py-3">
      <p className="line-clamp-2 font-serif text-lg leading-snug">{text(site, 'tagline')}</p>
      <div className="mt-2 rounded-sm border border-rule bg-raised p-3">
        <div className="flex gap-3">
          <div className="size-14 shrink-0 overflow-hidden rounded-sm bg-sunken">
            {picture === '' ? null : <img src={picture} alt="" className="size-full object-cover" />}
          </div>
          <div className="min-w-0">
            <p className="line-clamp-2 font-serif leading-snug font-medium">{review?.title ?? 'Your first review'}</p>
            <p className="text-caption text-secondary tabular-nums">
              {review ? <span className="mr-2 font-semibold text-accent">{formatRating(review.rating)}</span> : null}
              {price}
            </p>
          </div>
        </div>
        {note === '' ? null : <p className="mt-2 line-clamp-2 text-caption text-muted">{note}</p>}
        <p className="mt-2 flex items-center justify-between gap-2 text-caption">
          <span className="font-semibold text-accent underline">A link</span>
          <span className="rounded-sm bg-accent px-3 py-1 font-semibold text-on-accent">Read Review</span>
        </p>
      </div>
    </div>
  );
}

function Foot({ site, navigation, publication }: Parts) {
  const copyright = text(publication, 'copyright').replaceAll('{{name}}', text(site, 'name'));
  return (
    <div className="grid gap-1.5 border-t border-rule bg-sunken px-4 py-3 text-caption text-secondary">
      <p className="line-clamp-3">{text(site, 'description')}</p>
      <p className="line-clamp-3">{text(publication, 'affiliateDisclosure')}</p>
      <Line links={linksOf(navigation, 'social')} />
      <Line links={linksOf(navigation, 'footer')} />
      <p className="border-t border-rule pt-1.5">{copyright}</p>
    </div>
  );
}

function Line({ links }: { links: readonly SettingsLink[] }) {
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5">
      {links.map(({ label }, i) => (
        <span key={i}>{label}</span>
      ))}
    </p>
  );
}

/** Returns a price in words; '' while the currency or the language is half typed. */
function priceIn(currency: string, language: string, price: number): string {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(price);
  } catch {
    return '';
  }
}
