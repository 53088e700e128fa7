// One call, whole: what it is for, what it takes, an example, what it answers.
import { curlOf, type Call } from '../calls';
import { Code } from './code';
import { Fields } from './fields';
import { Words } from './prose';

export function CallSection({ call, origin }: { call: Call; origin: string }) {
  const { id, method, path, summary, description, permission, parameters, fields, response, statuses } = call;
  return (
    <section aria-labelledby={id} className="mt-10 border-t border-rule pt-8">
      <h3 id={id} className="text-h5">
        {summary}
      </h3>
      <p className="mt-2">
        <code className="font-semibold">
          <span className="text-accent">{method}</span> {path}
        </code>
      </p>
      {description ? (
        <p className="my-4 max-w-measure">
          <Words text={description} />
        </p>
      ) : null}
      <p className="my-4 text-small text-secondary">
        {permission ? (
          <>
            Requires the <code>{permission}</code> permission.
          </>
        ) : (
          'Works with any valid key.'
        )}
      </p>
      {parameters.length > 0 ? <Fields caption="Parameters" fields={parameters} /> : null}
      {fields.length > 0 ? <Fields caption="Body" fields={fields} /> : null}
      <h4 className="kicker mt-6 font-sans">Example request</h4>
      <Code label={`Example request: ${summary}`} text={curlOf(call, origin)} />
      <h4 className="kicker mt-6 font-sans">Example response</h4>
      <Code label={`Example response: ${summary}`} text={JSON.stringify(response, null, 2)} />
      <h4 className="kicker mt-6 font-sans">Statuses</h4>
      <dl className="my-2 grid grid-cols-[3.5rem_1fr] gap-y-2 text-small">
        {statuses.map(({ status, description: words }) => (
          <div key={status} className="contents">
            <dt className="font-semibold tabular-nums">{status}</dt>
            <dd>
              <Words text={words} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
