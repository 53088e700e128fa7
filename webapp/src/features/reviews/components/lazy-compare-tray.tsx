// The tray of a page that many read without comparing anything: its code is loaded with the first product that is chosen.
import { Suspense, useEffect } from 'react';
import { lazyCode } from '@/lib/lazy-code';
import { followChosen, useChosen } from '../compare/chosen';

const { Component: Tray } = lazyCode(async () => ({ default: (await import('./compare-tray')).CompareTray }));

export function LazyCompareTray() {
  const some = useChosen(({ all, away }) => all.length > 0 && !away);
  useEffect(followChosen, []);
  return some ? (
    <Suspense fallback={null}>
      <Tray />
    </Suspense>
  ) : null;
}
