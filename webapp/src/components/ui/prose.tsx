// A text that editors wrote in Markdown, rendered.
import { clsx } from 'clsx';

interface Props {
  /**
   * As the server rendered it (projections/markdown). It is safe to show as it is: raw HTML in the source is escaped there, and
   * links lead to http, https, mailto and tel addresses only. Never pass anything else.
   */
  html: string;
  id?: string;
  className?: string;
}

export function Prose({ html, id, className }: Props) {
  return <div id={id} dir="auto" className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: framed(html) }} />;
}

/** What tables and code are called in their frames, which the keyboard can reach and scroll. */
const frames: Record<string, string> = { table: 'Table', pre: 'Code' };

/** Puts wide elements into frames that scroll sideways, so that none widens the page. Every '<' of the text itself is escaped. */
function framed(html: string): string {
  return html
    .replace(/<(table|pre)>/g, (tag, name: string) => `<div class="prose-frame" role="group" aria-label="${frames[name]}" tabindex="0">${tag}`)
    .replace(/<\/(table|pre)>/g, (tag) => `${tag}</div>`);
}
