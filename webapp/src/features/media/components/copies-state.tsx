// The smaller copies of a picture while they aren't there: that they are being made, or why they can't be, and another attempt.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ApiError } from '@/lib/api-client';
import { pictureQuery, retryCopies, type LibraryPicture } from '@/lib/media';
import { showToast } from '@/stores/toasts';

export function CopiesState({ picture: { id, copies } }: { picture: LibraryPicture }) {
  const client = useQueryClient();
  const retrying = useMutation({
    networkMode: 'always',
    mutationFn: () => retryCopies(id),
    onSuccess: (now) => client.setQueryData(pictureQuery(now.id).queryKey, now),
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: (error instanceof ApiError && error.detail) || 'The smaller copies could not be requested. Please try again.',
      }),
  });
  return (
    <div role="status">
      {copies.status === 'pending' ? <p className="mt-4 text-small text-muted">Making smaller copies…</p> : null}
      {copies.status === 'failed' ? (
        <div className="mt-4 border-l-2 border-danger pl-3">
          <p className="text-small [overflow-wrap:anywhere]">
            <span className="font-semibold">Smaller copies could not be made:</span> {copies.reason} Readers get the original.
          </p>
          <Button variant="plain" size="small" className="mt-2" disabled={retrying.isPending} onClick={() => retrying.mutate()}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}
