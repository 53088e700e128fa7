// The tab Media: the library of pictures, uploads into it, and the details of one over it. What is shown is in the address.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { FileButton } from '@/components/media/file-button';
import { maxSide } from '@/components/media/shrink-picture';
import { UploadList } from '@/components/media/upload-list';
import type { Upload } from '@/components/media/upload-queue';
import { useUploads } from '@/components/media/use-uploads';
import { buttonLook, Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { Pager } from '@/components/ui/pager';
import { SelectField } from '@/components/ui/select';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useListParams } from '@/hooks/use-list-params';
import { formatCount } from '@/lib/intl';
import { invalidateMedia, libraryQuery, type LibraryFilter } from '@/lib/media';
import { libraryUploads } from '../library-uploads';
import { useDrop } from '../use-drop';
import { openedFromLibrary, usePictureAddress } from '../use-picture-address';
import { countedImages } from '../words';
import { PictureDialog } from './picture-dialog';
import { GridSkeletons, PictureGrid } from './picture-grid';

/** How many pictures a page shows. */
const pageSize = 24;

const filters: readonly LibraryFilter[] = ['', 'missing-alt', 'unused', 'removed'];

export default function MediaTab() {
  const { page, search, value, change } = useListParams();
  const filter = filters.find((f) => f === value('show')) ?? '';
  const address = usePictureAddress();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery({
    ...libraryQuery({ search, filter, limit: pageSize, offset: (page - 1) * pageSize }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;

  const add = (files: File[]) => libraryUploads.add(files);
  const over = useDrop(add);
  const stored = useUploads(libraryUploads).filter((u) => u.state === 'done').length;
  useEffect(() => {
    if (stored > 0) void invalidateMedia(client);
  }, [stored, client]);

  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last picture of the last page is gone, or an address asks for too much.
  const beyond = data !== undefined && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) change({ page: String(pages) }, { replace: true });
  });

  const missing = data?.missingAlt;
  const isEmpty = data?.total === 0 && search === '' && filter === '';
  const firstShown = (page - 1) * pageSize + 1;
  const upload = (
    <FileButton multiple onFiles={add}>
      Upload Images
    </FileButton>
  );
  const details = ({ name, picture }: Upload) =>
    picture ? (
      <Link
        to={address.to(picture.id)}
        state={openedFromLibrary}
        aria-label={`Details of ${name}`}
        className={buttonLook({ variant: 'quiet', size: 'small' })}
      >
        Details
      </Link>
    ) : null;
  return (
    <section
      aria-labelledby="media-title"
      className={over ? 'rounded-lg outline-2 outline-offset-8 outline-accent outline-dashed' : undefined}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h2 id="media-title" ref={heading} tabIndex={-1} className="text-h5 outline-none">
            Media
          </h2>
          {isEmpty ? null : (
            <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small tabular-nums">
              <Count name="Shown" n={data?.total} />
              <Count name="Missing alt text" n={missing} />
            </dl>
          )}
        </div>
        {upload}
      </div>
      <p className="mt-3 text-small text-muted">
        Drop images anywhere here, or paste them. Up to 5 MB each; large images are resized to {formatCount(maxSide)} px.
      </p>
      <div className="mt-4">
        <UploadList queue={libraryUploads} action={details} />
      </div>
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <SelectField
          label="Show"
          hideLabel
          className="max-sm:w-full sm:w-56"
          value={filter}
          onChange={(e) => change({ show: e.target.value })}
          options={[
            { value: '', label: 'All images' },
            { value: 'missing-alt', label: missing === undefined ? 'Missing alt text' : `Missing alt text (${formatCount(missing)})` },
            { value: 'unused', label: 'Unused' },
            { value: 'removed', label: 'Removed' },
          ]}
        />
        <div className="max-sm:w-full sm:ml-auto">
          <ListSearch label="Search images" value={search} onSearch={(term) => change({ search: term }, { replace: true })} />
        </div>
      </div>
      <div className="mt-2">
        {!data ? (
          query.isError ? (
            <ErrorState what="The images" retry={() => void query.refetch()} />
          ) : (
            <GridSkeletons label="Loading images..." />
          )
        ) : total > 0 ? (
          <div aria-busy={query.isPlaceholderData}>
            <p role="status" className="flex min-h-14 items-center text-small text-muted tabular-nums">
              {query.isError ? <span className="text-danger">The list could not be refreshed. It may be out of date.&nbsp;</span> : null}
              {data.items.length > 0 ? `${firstShown}–${firstShown + data.items.length - 1} of ${countedImages(total)}` : null}
            </p>
            <PictureGrid pictures={data.items} to={address.to} />
            <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
              <p className="text-small text-muted tabular-nums">
                {pages > 1 ? `Page ${Math.min(page, pages)} of ${pages} · ${countedImages(total)}` : countedImages(total)}
              </p>
              <Pager page={Math.min(page, pages)} pages={pages} onPage={(to) => change({ page: String(to) })} label="Pages of images" />
            </div>
          </div>
        ) : search !== '' || filter !== '' ? (
          <EmptyState
            title="No images found"
            action={
              <Button variant="plain" onClick={() => change({ search: undefined, show: undefined })}>
                Clear filters
              </Button>
            }
          >
            <p>{emptyTexts[filter]}</p>
          </EmptyState>
        ) : (
          <EmptyState title="No images yet" action={upload}>
            <p>Images that you upload here or in an editor appear in this library, with where they are used.</p>
          </EmptyState>
        )}
      </div>
      {address.id === null ? null : <PictureDialog id={address.id} home={heading} onClose={address.close} onFollow={address.follow} />}
    </section>
  );
}

const emptyTexts: Record<LibraryFilter, string> = {
  '': 'No images match your search.',
  'missing-alt': 'No images without alt text match.',
  unused: 'No unused images match.',
  removed: 'No removed images match.',
};

function Count({ name, n }: { name: string; n: number | undefined }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{n === undefined ? '–' : formatCount(n)}</dd>
    </div>
  );
}
