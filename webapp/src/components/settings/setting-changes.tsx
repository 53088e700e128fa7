// The changes of a section of the settings, before and after, with the words of its form; pictures as pictures.
import { AddressThumbnail } from '@/components/media/address-thumbnail';
import { addressName } from '@/components/media/picture-note';
import { useStoredPicture } from '@/components/media/use-stored-pictures';
import type { SettingsFieldChange } from '@/lib/api-types';
import type { SectionName } from '@/lib/settings';
import { sectionFields, settingText } from './section-fields';

interface Props {
  section: SectionName;
  changes: readonly SettingsFieldChange[];
}

export function SettingChanges({ section, changes }: Props) {
  const fields = sectionFields[section];
  if (changes.length === 0) return <p className="text-secondary">No visible changes.</p>;
  return (
    <dl className="grid gap-4">
      {changes.map(({ field, old, new: fresh }) => {
        const setting = fields[field];
        const as = setting?.kind.control.as;
        const text = (value: unknown) => (setting ? settingText(setting, value) : JSON.stringify(value));
        return (
          <div key={field}>
            <dt className="text-small font-semibold">{setting?.label ?? field}</dt>
            <dd className="mt-1 text-small [overflow-wrap:anywhere] whitespace-pre-line">
              {as === 'picture' ? (
                <Pictures old={addressOf(old)} fresh={addressOf(fresh)} />
              ) : as === 'colour' ? (
                <Colours old={addressOf(old)} fresh={addressOf(fresh)} />
              ) : (
                <Replaced old={text(old)} fresh={text(fresh)} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const addressOf = (value: SettingsFieldChange['old']): string => (typeof value === 'string' ? value : '');

interface Pair {
  old: string;
  fresh: string;
}

/** One value in the place of another: settings are short. */
export function Replaced({ old, fresh }: Pair) {
  return (
    <>
      {old ? <del className="text-danger">{old}</del> : null}
      {old && fresh ? ' ' : null}
      {fresh ? <ins className="text-success decoration-1">{fresh}</ins> : <span className="text-muted">(empty)</span>}
    </>
  );
}

function Pictures({ old, fresh }: Pair) {
  return (
    <span className="flex flex-wrap items-start gap-4">
      <Shown address={old} as="Before" />
      <Shown address={fresh} as="After" />
    </span>
  );
}

function Shown({ address, as }: { address: string; as: string }) {
  const known = useStoredPicture(address);
  return (
    <span className="grid w-32 gap-1">
      <span className="text-caption text-muted">{as}</span>
      <AddressThumbnail
        address={address}
        known={known}
        alt={address === '' ? '' : addressName(address, known)}
        className="aspect-3/2 w-full [&_img]:object-contain"
      />
    </span>
  );
}

function Colours({ old, fresh }: Pair) {
  return (
    <span className="flex flex-wrap gap-4">
      {[old, fresh].map((colour, i) => (
        <span key={i}>
          <span className="mr-1.5 text-caption text-muted">{i === 0 ? 'Before' : 'After'}</span>
          {colour === '' ? 'The theme’s own' : <Colour of={colour} />}
        </span>
      ))}
    </span>
  );
}

function Colour({ of }: { of: string }) {
  const dot = 'mr-1.5 inline-block size-3.5 rounded-full border border-rule align-[-0.1em]';
  return (
    <>
      <span aria-hidden className={dot} style={{ background: of }} />
      {of}
    </>
  );
}
