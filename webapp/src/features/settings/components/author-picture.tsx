// An author's picture in the list, or the first letter of the name.
import { useState } from 'react';
import type { Author } from '@/lib/api-types';

export function AuthorPicture({ author: { name, pictureUrl } }: { author: Author }) {
  const [failed, setFailed] = useState('');
  const shape = 'size-11 shrink-0 rounded-full';
  if (!pictureUrl || failed === pictureUrl) {
    return (
      <span aria-hidden className={`${shape} grid place-items-center bg-sunken font-serif text-lg text-secondary`}>
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={pictureUrl}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      onError={() => setFailed(pictureUrl)}
      className={`${shape} object-cover`}
    />
  );
}
