// The names of countries, sites, devices and times.
import type { Series } from '@/lib/api-types';
import { utcClock, utcDay, utcDayOfYear } from '@/lib/short-date';

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** 'Germany' for 'DE'; 'Local' and 'Unknown' as they are. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (regions.of(country) ?? country) : country;
}

/** Country and city, as far as they are known. */
export function placeName(country: string, city: string | null): string {
  return city ? `${countryName(country)}, ${city}` : countryName(country);
}

/** Where visits came from; host is this site's own. */
export function referrerName(referrer: string, host: string): string {
  if (referrer === '') return 'Direct visits';
  return referrer === host.toLowerCase().replace(/^www\./, '') ? 'This site' : referrer;
}

const devices: Record<string, string> = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' };

export const deviceName = (device: string): string => devices[device] ?? (device || 'Unknown');

export const knownName = (name: string): string => name || 'Unknown';

/** '41%'. */
export const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** '45 s', '2 min 31 s', '1 h 5 min'. */
export function durationName(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes} min ${s % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

type Times = Pick<Series, 'range' | 'bucket' | 'from' | 'to'>;

/** Reports whether the hour alone identifies a bucket: in ranges of at most a day. */
export const byHourOnly = ({ bucket, from, to }: Times): boolean => bucket === 'hour' && Date.parse(to) - Date.parse(from) <= 86_400_000;

const crossesYears = ({ from, to }: Times) => from.slice(0, 4) !== to.slice(0, 4);

/** A time on the axis: the hour in a range of hours, else the day. */
export function tickName(start: string, s: Times): string {
  const at = new Date(start);
  if (s.range === '24h' || byHourOnly(s)) return utcClock(at);
  return crossesYears(s) ? utcDayOfYear(at) : utcDay(at);
}

/** A bucket in full: 'Nov 21, 2026, 14:00', 'Nov 21, 2026', 'Week of Nov 16, 2026'. */
export function bucketName(start: string, bucket: Series['bucket']): string {
  const at = new Date(start);
  if (bucket === 'hour') return `${utcDayOfYear(at)}, ${utcClock(at)}`;
  return bucket === 'week' ? `Week of ${utcDayOfYear(at)}` : utcDayOfYear(at);
}
