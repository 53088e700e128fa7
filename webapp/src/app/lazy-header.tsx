// The dashboard's header, which is a part of the dashboard's code, and what holds its place until it is loaded.
import { lazyCode } from '@/lib/lazy-code';

/** As high as the header. */
export function EmptyHeader() {
  return <div className="h-[5.8125rem] border-b border-rule xl:h-[3.5625rem]" />;
}

const header = lazyCode(async () => ({ default: import.meta.env.SSR ? EmptyHeader : (await import('./routes/admin')).DashboardHeader }));

export const DashboardHeader = header.Component;
export const preloadHeader = header.preload;
