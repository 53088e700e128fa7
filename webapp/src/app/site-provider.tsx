// Provides the site's settings, and makes the document follow them: its accent, and the language of its texts.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SiteContext } from '@/hooks/use-site';
import { accentId, accentStyle } from '@/lib/accent';
import { onSiteChange } from '@/lib/site-changes';
import { siteQuery, unknownSite } from '@/lib/site-settings';

/** The language of the interface's own words, which are all that the dashboard's screens have. */
const interfaceLanguage = 'en';

export function SiteProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const known = useQuery(siteQuery).data;
  const site = known ?? unknownSite;
  const inside = /^\/admin(-login)?(\/|$)/.test(useLocation().pathname);
  useEffect(() => onSiteChange(() => void client.invalidateQueries(siteQuery)), [client]);
  useLayoutEffect(() => {
    if (known) document.documentElement.lang = inside ? interfaceLanguage : known.language;
  }, [known, inside]);
  useLayoutEffect(() => {
    if (known) setAccent(known.accent);
  }, [known]);
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The server has written the same element into the head of a page that it rendered (lib/seo.ts). */
function setAccent(accent: string): void {
  const style = accentStyle(accent);
  let element = document.getElementById(accentId);
  if (style === '') {
    element?.remove();
    return;
  }
  if (!element) {
    element = document.createElement('style');
    element.id = accentId;
    document.head.append(element);
  }
  if (element.textContent !== style) element.textContent = style;
}
