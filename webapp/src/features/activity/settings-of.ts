// What an entry of the audit trail says of the site's settings.
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
