// The proof that a version is part of the site's history, and what it proves, in a reader's words.
import { ProofCheck } from './proof-check';

export function Proof({ position }: { position: number }) {
  return (
    <details data-noprint className="text-small">
      <summary className="min-h-9 w-fit py-2 font-semibold text-accent underline-offset-4 hover:underline">Proof</summary>
      <div className="mt-2 grid max-w-measure gap-3 border-l-2 border-rule-strong pl-4 text-secondary">
        <p>
          Every change on this site is an entry in a log that only grows; this version is at position {position}. A <em>checkpoint</em> is a
          signed fingerprint of every change to the site’s content so far. The <em>inclusion proof</em> shows that this version is part of
          what was signed.
        </p>
        <p>Keep a copy of both. If anyone changes this version later, even we, it no longer matches the checkpoint that you have.</p>
        <ProofCheck position={position} />
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {[
            { to: `/api/checkpoint/inclusion?position=${position}`, name: 'Inclusion proof' },
            { to: '/api/checkpoint', name: 'Signed checkpoint' },
            { to: '/api/checkpoint/key', name: 'Public key' },
          ].map(({ to, name }) => (
            <li key={to}>
              <a href={to} target="_blank" rel="noopener" className="inline-flex min-h-9 items-center text-link">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
