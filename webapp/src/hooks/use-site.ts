// The site's settings, on every screen.
import { createContext, useContext } from 'react';
import { unknownSite, type Site } from '@/lib/site-settings';

/** app/site-provider.tsx provides it. */
export const SiteContext = createContext<Site>(unknownSite);

export const useSite = (): Site => useContext(SiteContext);
