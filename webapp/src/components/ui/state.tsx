// The states of a list or page without content: empty, or failed with a way to try again.
import type { ReactNode } from 'react';
import { Button } from './button';

interface StateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet: what will be here, and what to do meanwhile. */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <div className="border-y border-rule py-12">
      <p className="font-serif text-h5 font-medium">{title}</p>
      {children ? <div className="mt-2 max-w-measure text-secondary">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap gap-3">{action}</div> : null}
    </div>
  );
}

/** It could not be loaded; what was shown before stays where it was. */
export function ErrorState({ what, retry }: { what: string; retry: () => void }) {
  return (
    <div role="alert" className="border-y border-rule py-12">
      <p className="font-serif text-h5 font-medium">{what} could not be loaded</p>
      <p className="mt-2 max-w-measure text-secondary">The server did not respond as expected. Try again in a moment.</p>
      <Button variant="plain" className="mt-6" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
