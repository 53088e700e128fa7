// The parameters of a call, or the fields of its body.
import { Fragment } from 'react';
import type { Field } from '../calls';
import { Words } from './prose';

export function Fields({ caption, fields }: { caption: string; fields: readonly Field[] }) {
  return (
    <table className="my-4 w-full table-fixed text-left text-small">
      <caption className="kicker pb-2 text-left">{caption}</caption>
      <tbody className="divide-y divide-rule border-y border-rule">
        {fields.map(({ name, required, kind, description }) => (
          <tr key={name} className="align-baseline">
            <th scope="row" className="w-2/5 py-2 pr-4 font-normal md:w-1/3">
              <code className="font-semibold">
                <Name text={name} />
              </code>
              {required ? <span className="block text-caption text-secondary">required</span> : null}
            </th>
            <td className="py-2">
              {description ? (
                <span className="block">
                  <Words text={description} />
                </span>
              ) : null}
              <span className="block text-caption text-muted">{kind}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A field's name, which may be broken between its words. */
function Name({ text }: { text: string }) {
  return text.split(/(?=[A-Z])/).map((word, i) => (
    <Fragment key={i}>
      {i > 0 ? <wbr /> : null}
      {word}
    </Fragment>
  ));
}
