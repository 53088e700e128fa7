// What the editor shows in place of the form: that it loads, or that there is nothing to edit.
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError } from '@/lib/api-client';

export function EditorFailed({ noun, failure, retry }: { noun: string; failure: unknown; retry: () => void }) {
  const missing = failure instanceof ApiError && failure.status === 404;
  return (
    <div className="grow overflow-y-auto p-6">
      {missing ? (
        <EmptyState title={`This ${noun} no longer exists`}>It was deleted, or the link is mistyped.</EmptyState>
      ) : (
        <ErrorState what={`The ${noun}`} retry={retry} />
      )}
    </div>
  );
}

export function EditorLoading({ noun }: { noun: string }) {
  return (
    <div role="status" aria-label={`Loading the ${noun}...`} className="flex min-h-0 grow">
      <div className="mx-auto grid max-w-[46rem] grow content-start gap-6 px-4 pt-10 sm:px-8">
        <div className="h-10 w-3/4 skeleton" />
        <div className="h-96 skeleton" />
      </div>
      <div className="grid w-84 shrink-0 content-start gap-6 border-l border-rule-strong p-5 max-lg:hidden">
        {Array.from({ length: 6 }, (_, i) => (
          <div key={i}>
            <div className="mb-2 h-4 w-28 skeleton" />
            <div className="h-control skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
