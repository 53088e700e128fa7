// The site's logo, linking home: its picture, or the wordmark with the ring.
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Ring } from '@/components/ui/ring';
import { useSite } from '@/hooks/use-site';
import { pictureOf, srcSetOf } from '@/lib/pictures';
import { isLong } from './header-room';

/** The room of a picture, in pixels: h-8 and max-w-40. */
const room = { width: 160, height: 32 };

export function Logo() {
  const { name, logo, logoDark } = useSite();
  return (
    <Link to="/" aria-label={`${name}, home`} className="inline-flex min-w-0 items-center gap-2 py-2">
      {logo ? (
        <>
          <LogoPicture address={logo} alone={!logoDark} className={logoDark ? 'dark:hidden' : ''} />
          {logoDark ? <LogoPicture address={logoDark} className="hidden dark:block" /> : null}
        </>
      ) : (
        <>
          <Ring filled={0.92} className="size-[min(1.75rem,10vw)] shrink-0" />
          <span
            className={clsx(
              'font-serif font-medium tracking-tight',
              isLong(name) ? 'line-clamp-2 max-w-52 text-base leading-tight' : 'text-[min(1.625rem,8vw)] leading-none',
            )}
          >
            {name}
          </span>
        </>
      )}
    </Link>
  );
}

/** One of two that take turns is only loaded where it is shown. */
function LogoPicture({ address, alone = false, className }: { address: string; alone?: boolean; className: string }) {
  const site = useSite();
  const known = pictureOf(site, address);
  const scale = known ? Math.min(room.height / known.height, room.width / known.width) : 0;
  const width = known && Math.round(known.width * scale);
  return (
    <img
      src={address}
      srcSet={srcSetOf(address, known)}
      sizes={width === undefined ? undefined : `${width}px`}
      width={width}
      height={known && Math.round(known.height * scale)}
      alt={site.name}
      loading={alone ? undefined : 'lazy'}
      className={`max-h-8 max-w-40 object-contain object-left ${className}`}
    />
  );
}
