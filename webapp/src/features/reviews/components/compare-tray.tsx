// The products that are chosen so far, at the foot of the window, and the way to their comparison.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonLook } from '@/components/ui/button';
import { compareAddress } from '@/lib/compare-address';
import { dismiss, dismissAll, followChosen, useChosen } from '../compare/chosen';

export function CompareTray() {
  const all = useChosen((state) => state.all);
  const tray = useRef<HTMLElement>(null);
  useEffect(followChosen, []);
  if (all.length === 0) return null;
  // The focus stays in the tray when the button that had it goes.
  const remove = (id: number) => {
    tray.current?.focus();
    dismiss(id);
  };
  return (
    <section
      ref={tray}
      tabIndex={-1}
      aria-label="Products to compare"
      data-noprint
      className="sticky bottom-0 z-20 mt-10 grid grid-cols-[1fr_auto_auto] items-center gap-x-4 rounded-t-sm border border-b-0 border-rule-strong bg-raised px-4 py-2 text-small shadow-raised outline-none sm:flex"
    >
      <p role="status" className="text-muted">
        {all.length === 1 ? 'Choose one more to compare' : `${all.length} products to compare`}
      </p>
      <ul className="flex min-w-0 grow gap-x-3 max-sm:order-last max-sm:col-span-full max-sm:overflow-x-auto sm:flex-wrap">
        {all.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 shrink-0 items-center">
            <Link to={`/reviews/${id}`} className="max-w-44 truncate underline-offset-4 hover:underline">
              {name}
            </Link>
            <Button variant="quiet" shape="icon" size="small" aria-label={`Take ${name} out`} className="w-9! pointer-coarse:w-control!" onClick={() => remove(id)}>
              <X aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={dismissAll}>
        Clear
      </Button>
      {all.length > 1 ? (
        <Link to={compareAddress(all.map(({ id }) => id))} className={buttonLook()}>
          Compare
        </Link>
      ) : null}
    </section>
  );
}
