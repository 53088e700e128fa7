// The description's running text.
import { blocksOf } from '../prose';
import { Code } from './code';

/** Text with `code` and **strong** words in it. */
export function Words({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => {
    if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

export function Prose({ markdown }: { markdown: string }) {
  return blocksOf(markdown).map((block, i) => {
    switch (block.kind) {
      case 'heading':
        return (
          <h2 key={i} id={block.id} className="mt-10 mb-4 border-t border-rule pt-8 text-h4 first:mt-0">
            {block.text}
          </h2>
        );
      case 'list':
        return (
          <ul key={i} className="my-4 grid max-w-measure list-disc gap-2 pl-5">
            {block.items.map((item) => (
              <li key={item}>
                <Words text={item} />
              </li>
            ))}
          </ul>
        );
      case 'code':
        return <Code key={i} label="Example" text={block.text} />;
      case 'paragraph':
        return (
          <p key={i} className="my-4 max-w-measure first:mt-0">
            <Words text={block.text} />
          </p>
        );
    }
  });
}
