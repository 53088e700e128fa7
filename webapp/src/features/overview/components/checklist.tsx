// What the owner of a new site has to do: each step with the way to it, ticked by itself once it is done.
import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import { showToast } from '@/stores/toasts';
import type { Checklist as List } from '@/lib/api-types';
import { useConfirmPages, useDismissChecklist } from '../api/checklist';
import { steps } from '../steps';

const link = 'inline-flex min-h-6 items-center font-semibold text-link underline underline-offset-3 pointer-coarse:min-h-control';

const circle = 'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border';

export function Checklist({ list: { items } }: { list: List }) {
  const dismissing = useDismissChecklist();
  const dismiss = () =>
    dismissing.mutate(undefined, {
      onError: () =>
        showToast({ variant: 'destructive', title: 'Error', description: 'The list could not be put away. Please try again.' }),
    });
  return (
    <>
      <ol className="grid gap-x-10 border-b border-rule lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-3">
        {items.map(({ key, done }) => {
          const step = steps[key];
          return (
            <li key={key} className="flex gap-3 border-t border-rule py-3">
              <span className={clsx(circle, done ? 'border-success bg-success text-on-accent' : 'border-control')}>
                {done ? <Check aria-hidden strokeWidth={2.5} className="size-3.5" /> : null}
                <span className="sr-only">{done ? 'Done' : 'To do'}</span>
              </span>
              <div className="min-w-0 text-small">
                <p className={clsx('font-semibold', done && 'text-secondary')}>{step.title}</p>
                <p className="text-secondary">{step.text}</p>
                {step.command ? <Command text={step.command} /> : null}
                <p className="flex flex-wrap gap-x-4">
                  {step.links.map(({ to, label }) => (
                    <Link key={to} to={to} className={link}>
                      {label}
                    </Link>
                  ))}
                  {key === 'pages' && !done ? <PagesRead /> : null}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small text-muted">
        Steps are ticked automatically.
        <Button variant="quiet" size="small" disabled={dismissing.isPending} onClick={dismiss}>
          Put away
        </Button>
      </p>
    </>
  );
}

function Command({ text }: { text: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2">
      <code className="rounded-sm bg-sunken px-2 py-1">{text}</code>
      <Button variant="quiet" shape="icon" size="small" aria-label="Copy the command" onClick={() => void copyText(text, 'Command copied')}>
        <Copy aria-hidden strokeWidth={1.75} className="size-4" />
      </Button>
    </p>
  );
}

/** Ticks the step of the pages, although they stay as they are. */
function PagesRead() {
  const confirming = useConfirmPages();
  const confirm = () =>
    confirming.mutate(undefined, {
      onError: () => showToast({ variant: 'destructive', title: 'Error', description: 'This could not be saved. Please try again.' }),
    });
  return (
    <button type="button" disabled={confirming.isPending} onClick={confirm} className={link}>
      They are right as they are
    </button>
  );
}
