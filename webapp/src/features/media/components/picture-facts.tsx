// The facts of a picture's file.
import { pictureSize } from '@/components/media/picture-texts';
import { fullDate } from '@/components/ui/time-ago';
import type { LibraryPicture } from '@/lib/media';
import { sizeText, typeText } from '../words';

export function PictureFacts({ picture: { contentType, animated, width, height, size, storedAt } }: { picture: LibraryPicture }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small tabular-nums">
      <Fact name="Type">
        {typeText(contentType)}
        {animated ? ', animated' : ''}
      </Fact>
      {width > 0 ? <Fact name="Dimensions">{pictureSize({ width, height })}</Fact> : null}
      <Fact name="File size">{sizeText(size)}</Fact>
      <Fact name="Uploaded">
        <time dateTime={storedAt}>{fullDate(storedAt)}</time>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
