// Where everything is: the guide's headings, the calls, and the files to take away.
import type { ReactNode } from 'react';
import type { Call } from '../calls';
import { blocksOf } from '../prose';

const files = [
  { name: 'Documentation (Markdown)', to: '/api/docs/candor-api.md', download: true },
  { name: 'Postman collection', to: '/api/docs/candor.postman_collection.json', download: true },
  { name: 'Python examples', to: '/api/docs/candor_examples.py', download: true },
  { name: 'Node.js examples', to: '/api/docs/candor_examples.mjs', download: true },
  { name: 'openapi.json', to: '/api/openapi.json', download: false },
];

const link = 'inline-flex min-h-8 items-center underline-offset-4 hover:underline';

export function DocsContents({ guide, calls }: { guide: string; calls: readonly Call[] }) {
  const headings = blocksOf(guide).flatMap((b) => (b.kind === 'heading' ? [b] : []));
  return (
    <nav aria-label="On this page" className="grid gap-6 text-small sm:grid-cols-3 lg:grid-cols-1">
      <Part title="Guide">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className={link}>
              {text}
            </a>
          </li>
        ))}
      </Part>
      <Part title="Calls">
        {calls.map(({ id, summary }) => (
          <li key={id}>
            <a href={`#${id}`} className={link}>
              {summary}
            </a>
          </li>
        ))}
      </Part>
      <Part title="Downloads">
        {files.map(({ name, to, download }) => (
          <li key={to}>
            <a href={to} download={download || undefined} className={link}>
              {name}
            </a>
          </li>
        ))}
      </Part>
    </nav>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="kicker font-sans">{title}</h2>
      <ul className="mt-1">{children}</ul>
    </div>
  );
}
