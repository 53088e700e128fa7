// The products that are chosen so far, at the foot of the window, and the way to their comparison. On phones it is one line.
import { clsx } from 'clsx';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonLook } from '@/components/ui/button';
import { compareAddress } from '@/lib/compare-address';
import { dismiss, dismissAll, followChosen, putAway, useChosen } from '../compare/chosen';
import { useToastsAbove } from '../use-toasts-above';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export function CompareTray() {
  const all = useChosen((state) => state.all);
  const away = useChosen((state) => state.away);
  const tray = useRef<HTMLElement>(null);
  useEffect(followChosen, []);
  const shown = all.length > 0 && !away;
  useToastsAbove(tray, shown);
  if (!shown) return null;
  const one = all.length === 1;
  // The focus stays in the tray when the button that had it goes, and in the page when the tray does.
  const remove = (id: number) => {
    tray.current?.focus();
    dismiss(id);
  };
  const leave = (act: () => void) => () => {
    document.getElementById('main')?.focus({ preventScroll: true });
    act();
  };
  return (
    <section
      ref={tray}
      tabIndex={-1}
      aria-label="Products to compare"
      data-noprint
      className="sticky bottom-0 z-20 mt-10 flex items-center gap-x-2 rounded-t-sm border border-b-0 border-rule-strong bg-raised py-0.5 pl-3 text-small shadow-raised outline-none sm:gap-x-4 sm:px-4 sm:py-2"
    >
      <p
        role="status"
        className={clsx('shrink-0 text-muted', one ? 'max-sm:max-w-28 max-sm:text-caption max-sm:leading-tight' : 'max-sm:sr-only')}
      >
        {one ? 'Choose one more to compare' : `${all.length} products to compare`}
      </p>
      <ul className="flex min-w-0 grow gap-x-3 max-sm:overflow-x-auto sm:flex-wrap">
        {all.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 shrink-0 items-center">
            <Link to={`/reviews/${id}`} className="max-w-44 truncate underline-offset-4 hover:underline max-sm:max-w-32">
              {name}
            </Link>
            <Button
              variant="quiet"
              shape="icon"
              size="small"
              aria-label={`Take ${name} out`}
              className="w-9! pointer-coarse:w-control!"
              onClick={() => remove(id)}
            >
              <X {...icon} />
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" className="max-sm:hidden" onClick={leave(dismissAll)}>
        Clear
      </Button>
      {one ? null : (
        <Link to={compareAddress(all.map(({ id }) => id))} className={buttonLook({ className: 'max-sm:px-3!' })}>
          Compare
        </Link>
      )}
      <Button
        variant="quiet"
        shape="icon"
        size="small"
        aria-label="Put the tray away"
        title="Put the tray away"
        className="shrink-0 max-sm:w-9!"
        onClick={leave(putAway)}
      >
        <ChevronDown {...icon} />
      </Button>
    </section>
  );
}
