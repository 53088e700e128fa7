// A text that editors wrote in Markdown, rendered.
import { clsx } from 'clsx';
import { framed } from '@/lib/framed';

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
  return (
    <div id={id} dir="auto" className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: framed(html, ['table', 'pre']) }} />
  );
}
