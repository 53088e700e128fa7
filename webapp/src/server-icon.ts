// Lucide's icons in the server, where they were two fifths of a page's work: each is an element, built of three components, and one
// more for every stroke, and a page has the same ones dozens of times. Here each look of an icon is drawn once and kept, its strokes
// as text. The markup is that of the browser's icons, which take it over. vite.server.config.ts puts this in the place of Lucide's own.
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon } from 'lucide-react';

type Props = Record<string, unknown> & { icon: object };

type Forwarding = { render: (props: Props, ref: null) => ReactElement<{ children: ReactNode }> };

/** By icon, then by its other properties as JSON: they are few, and fixed in the code. */
const kept = new Map<object, Map<string, ReactElement>>();

export default function ServerIcon(props: Props): ReactElement {
  const { icon, ...look } = props;
  let looks = kept.get(icon);
  if (!looks) kept.set(icon, (looks = new Map<string, ReactElement>()));
  const key = JSON.stringify(look);
  let drawn = looks.get(key);
  if (!drawn) {
    const { children, ...attributes } = (Icon as unknown as Forwarding).render(props, null).props;
    drawn = createElement('svg', { ...attributes, dangerouslySetInnerHTML: { __html: renderToStaticMarkup(children) } });
    looks.set(key, drawn);
  }
  return drawn;
}
