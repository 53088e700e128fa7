// What an entry of the audit trail says of the site's settings, and of the description of a tag or a brand.
import type { HistoryEntry, SettingsFieldChange } from '@/lib/api-types';
import { isSection, type SectionName } from '@/lib/settings';

interface ChangedSettings {
  section: SectionName;
  /** The section's own count of its changes. */
  revision: number;
  changes: readonly SettingsFieldChange[];
}

/** Returns the section that an entry changed, and how; null for an entry about anything else. */
export function settingsOf(entry: HistoryEntry & { changes?: readonly SettingsFieldChange[] }): ChangedSettings | null {
  const { kind, stream, revision, changes = [] } = entry;
  const section = stream.replace(/^settings-/, '');
  // A stream counts its events from 0, a section its changes from 1.
  return kind === 'settings' && isSection(section) ? { section, revision: revision + 1, changes } : null;
}

/** Returns the description of a tag or a brand before and after an entry; null for an entry about anything else. */
export function describedOf({
  kind,
  changes = [],
}: HistoryEntry & { changes?: readonly SettingsFieldChange[] }): { old: string; fresh: string } | null {
  const [change] = changes;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return change && (kind === 'tag' || kind === 'brand') ? { old: text(change.old), fresh: text(change.new) } : null;
}
