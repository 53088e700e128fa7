// The items that use a picture, each a link to its editor.
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import type { PictureUse } from '@/lib/media';
import { editorOf, kindText, stateText, usedIn, titleOfUse } from '../words';

/** How many are listed before the rest is asked for. */
const mostListed = 5;

interface Props {
  uses: readonly PictureUse[];
  /** Says what the list is, where it isn't how often the picture is used. */
  heading?: string;
}

export function PictureUses({ uses, heading = usedIn(uses) }: Props) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const shown = whole ? uses : uses.slice(0, mostListed);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans text-small font-semibold">
        {heading}
      </h3>
      {uses.length > 0 ? (
        <ul className="mt-1 text-small">
          {shown.map((use, i) => (
            <li key={i} className="border-t border-rule first:border-t-0">
              <Use use={use} />
            </li>
          ))}
        </ul>
      ) : null}
      {shown.length < uses.length ? (
        <Button variant="quiet" size="small" className="-ml-4" onClick={() => setWhole(true)}>
          Show all {uses.length}
        </Button>
      ) : null}
    </section>
  );
}

function Use({ use }: { use: PictureUse }) {
  const to = editorOf(use);
  const title = titleOfUse(use);
  return (
    <span className="flex min-h-control flex-wrap items-center gap-x-3 py-1">
      {to === null ? (
        <span className="min-w-0">{title}</span>
      ) : (
        <Link
          to={to}
          className="min-w-0 py-1 underline decoration-rule-strong underline-offset-4 hover:decoration-current pointer-coarse:py-3"
        >
          {title}
        </Link>
      )}
      <span className="text-muted">
        {kindText(use.kind)} · {stateText(use.state)}
      </span>
    </span>
  );
}
