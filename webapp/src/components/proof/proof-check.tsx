// The button that checks a version's proof in the reader's browser, and what was found.
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ApiError } from '@/lib/api-client';
import { formatCount } from '@/lib/intl';
import { momentOf } from '@/lib/moment';
import { checkProof, type Checked } from './check-proof';

type Result = { is: 'checking' } | { is: 'sound'; checked: Checked } | { is: 'away' | 'unable' | 'wrong' };

export function ProofCheck({ position }: { position: number }) {
  const [result, setResult] = useState<Result>();
  const check = async () => {
    setResult({ is: 'checking' });
    try {
      setResult({ is: 'sound', checked: await checkProof(position) });
    } catch (error) {
      setResult({ is: meaningOf(error) });
    }
  };
  return (
    <div data-needs-script className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="plain" size="small" disabled={result?.is === 'checking'} onClick={() => void check()}>
        {result?.is === 'checking' ? 'Checking...' : 'Check it now'}
      </Button>
      <p role="status" className="min-w-0 grow basis-60">
        {result?.is === 'sound' ? (
          <>
            <strong className="font-semibold text-success">Verified:</strong> one of {formatCount(result.checked.size)} signed changes
            {result.checked.time ? ` (${momentOf(result.checked.time)})` : ''}.
          </>
        ) : result?.is === 'wrong' ? (
          <>
            <strong className="font-semibold text-danger">Not verified.</strong> This version differs from what this site signed. Keep the
            files below, and ask its publisher.
          </>
        ) : result?.is === 'away' ? (
          'The proof could not be loaded. A new version has none until the next checkpoint; try again in a moment.'
        ) : result?.is === 'unable' ? (
          'It could not be checked here. Your browser may be too old, or the site is not reached over HTTPS. The files below can be checked with other tools.'
        ) : null}
      </p>
    </div>
  );
}

/** Only a comparison that failed says something of the site; its answers may be away, and a browser may lack what it takes. */
function meaningOf(error: unknown): 'away' | 'unable' | 'wrong' {
  if (error instanceof ApiError) return 'away';
  return error instanceof Error && error.name === 'Error' ? 'wrong' : 'unable';
}
