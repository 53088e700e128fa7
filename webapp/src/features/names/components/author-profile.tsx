// What readers learn of an author: picture, text, links, and interests that they should know about.
import { ExternalLink } from 'lucide-react';
import { Picture } from '@/components/ui/picture';
import { Prose } from '@/components/ui/prose';
import { httpUrl } from '@/lib/links';
import type { Profile } from '../api/name';

export function AuthorProfile({ name, profile }: { name: string; profile: Profile }) {
  const links = profile.links.filter(({ url }) => httpUrl(url));
  return (
    <div className="mt-6 flex flex-col gap-6 sm:flex-row sm:gap-8">
      {profile.pictureUrl ? (
        <div className="w-32 shrink-0">
          <Picture src={profile.pictureUrl} alt={`Picture of ${name}`} sizes="8rem" eager className="aspect-square" />
        </div>
      ) : null}
      <div className="grid min-w-0 content-start gap-4">
        {profile.text ? <Prose html={profile.text} className="max-w-measure text-body" /> : null}
        {links.length > 0 ? (
          <ul aria-label={`Links of ${name}`} className="flex flex-wrap gap-x-6 text-small">
            {links.map(({ label, url }, i) => (
              <li key={i}>
                <a
                  href={url}
                  target="_blank"
                  rel="me nofollow noopener"
                  className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
                >
                  {label}
                  <ExternalLink aria-label="opens in a new tab" strokeWidth={1.75} className="size-4 text-muted" />
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {profile.disclosure ? (
          <p className="max-w-measure border-t border-rule pt-4 text-small text-secondary">
            <strong className="font-semibold">Disclosure:</strong> {profile.disclosure}
          </p>
        ) : null}
      </div>
    </div>
  );
}
