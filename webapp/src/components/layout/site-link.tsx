// A link of the site's navigation: to one of its screens, which is marked while it is shown, to one of its files, or to another site.
import { NavLink } from 'react-router-dom';
import type { SettingsLink } from '@/lib/api-types';

interface Props {
  link: SettingsLink;
  className: string;
  /** Whether the screens below its address are others. */
  end?: boolean;
}

/** Paths with an ending, such as /feed.xml, are files. */
export const isScreen = (url: string): boolean => url.startsWith('/') && !/\.\w+$/.test(url.replace(/[?#].*/, ''));

export function SiteLink({ link: { label, url }, className, end = false }: Props) {
  if (isScreen(url)) {
    return (
      <NavLink to={url} end={end || url === '/'} className={className}>
        {label}
      </NavLink>
    );
  }
  return (
    <a href={url} rel={url.startsWith('/') ? undefined : 'noopener'} className={className}>
      {label}
    </a>
  );
}
