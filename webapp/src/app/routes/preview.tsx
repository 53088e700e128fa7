// /preview/{token}: an item with its draft, for whoever has the link.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { MessagePage, Page } from '@/components/layout/page';
import { buttonLook } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { ReviewSkeleton } from '@/features/reviews/components/review-skeleton';
import { ApiError } from '@/lib/api-client';
import { previewQuery } from '@/lib/preview-calls';
import { momentOfYear, shortDay } from '@/lib/short-date';
import { ShownItem } from '../shown-item';

/** Previews have no canonical address. */
const head = { description: 'A preview for those who have its link.', path: '/preview', index: false };

export default function PreviewRoute() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useQuery(previewQuery(token));
  if (data) {
    return (
      <>
        <p role="note" className="border-b border-rule-strong bg-sunken text-small">
          <span className="flex flex-wrap gap-x-4 py-3 wrap">
            <strong>{data.item.isPublished ? 'Preview. Some of this may not be published yet.' : 'Preview. Not published.'}</strong>
            {data.from ? (
              <strong>
                From <time dateTime={data.from}>{momentOfYear(new Date(data.from))}</time>
              </strong>
            ) : null}
            <span className="text-secondary">
              This link works until <time dateTime={data.expiresAt}>{shortDay(new Date(data.expiresAt))}</time>.
            </span>
          </span>
        </p>
        <Page head={{ ...head, title: `Preview: ${data.item.title}` }}>
          <ShownItem {...data} />
        </Page>
      </>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <MessagePage
        head={{ ...head, title: 'Preview Not Found' }}
        title="Preview Not Found"
        action={
          <Link to="/" className={buttonLook()}>
            Back to Home
          </Link>
        }
      >
        <p>The link has expired or was withdrawn. Ask whoever sent it for a new one.</p>
      </MessagePage>
    );
  }
  return <Page head={null}>{error ? <ErrorState what="The preview" retry={() => void refetch()} /> : <ReviewSkeleton />}</Page>;
}
