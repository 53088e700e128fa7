// Proof of history: the newest signed checkpoint, to download and publish, and how to check one. Asked for when it is opened.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { fullDate } from '@/components/ui/time-ago';
import { formatCount } from '@/lib/intl';
import { checkpointQuery, type Checkpoint } from '../api/checkpoint';

export function ProofCard() {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-6 border-b border-rule pb-3 text-small" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 font-serif text-body font-semibold">Proof of history</summary>
      {open ? <Proof /> : null}
    </details>
  );
}

function Proof() {
  const { data, isError, refetch } = useQuery(checkpointQuery);
  if (isError && !data) return <ErrorState what="The checkpoint" retry={() => void refetch()} />;
  if (!data) return <div role="status" aria-label="Loading checkpoint..." className="mt-3 h-64 skeleton" />;
  return <Facts checkpoint={data} />;
}

function Facts({ checkpoint: { size, root, time, publicKey } }: { checkpoint: Checkpoint }) {
  return (
    <>
      <p className="mt-2 max-w-measure text-secondary">
        A checkpoint is a signed fingerprint of every change so far. Publish it, or give a copy to someone you trust. After that, any change
        to earlier history is detectable, even by you.
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0">
        <Fact name="Events">{formatCount(size)}</Fact>
        <Fact name="Root hash">
          <code className="break-all">{root}</code>
        </Fact>
        <Fact name="Signed">{time ? <time dateTime={time}>{fullDate(time)}</time> : '–'}</Fact>
        <Fact name="Public key">
          <code className="break-all">{publicKey}</code>
        </Fact>
      </dl>
      <a href="/api/checkpoint" download="checkpoint.txt" className={buttonLook({ variant: 'plain', className: 'mt-4' })}>
        <Download aria-hidden strokeWidth={1.75} className="size-4" />
        Download checkpoint
      </a>
      <p className="mt-4 text-secondary">To verify that earlier history is unchanged, using the log or just this site’s URL:</p>
      <pre tabIndex={0} aria-label="Commands to verify a checkpoint" className="mt-2 overflow-x-auto rounded-sm bg-sunken p-3">
        {`candor verify --checkpoint checkpoint.txt\ncandor verify --checkpoint checkpoint.txt --key '${publicKey}' --against ${location.origin}`}
      </pre>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:mt-2">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </>
  );
}
