// The wordmark with its ring, linking home.
import { Link } from 'react-router-dom';
import { Ring } from '@/components/ui/ring';
import { site } from '@/lib/site';

export function Logo() {
  return (
    <Link to="/" aria-label={`${site.name}, home`} className="inline-flex items-center gap-2 py-2">
      <Ring filled={0.92} className="size-7" />
      <span className="font-serif text-[1.625rem] leading-none font-medium tracking-tight">{site.name}</span>
    </Link>
  );
}
