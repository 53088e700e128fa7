// The published versions of an item, newest first.
import { Button } from '@/components/ui/button';
import type { Version } from '@/lib/api-types';
import { VersionEntry } from './version-entry';

interface Props {
  versions: readonly Version[];
  /** Undefined when all are shown. */
  onMore: (() => void) | undefined;
  busy: boolean;
}

export function VersionList({ versions, onMore, busy }: Props) {
  return (
    <>
      <ol className="max-w-measure divide-y divide-rule border-y border-rule">
        {versions.map((version) => (
          <VersionEntry key={version.revision} version={version} />
        ))}
      </ol>
      {onMore ? (
        <Button className="mt-6" variant="plain" disabled={busy} onClick={onMore}>
          Earlier versions
        </Button>
      ) : null}
    </>
  );
}
