// The calls of a description, with their references resolved.
import type { Answer, Description, Operation, Parameter, Ref, Schema } from './types';

export interface Field {
  name: string;
  required: boolean;
  /** In a few words: 'text or null, at most 300 characters'. */
  kind: string;
  description: string;
}

export interface Call {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  permission: string | null;
  /** The parameters in the path, the query and the headers. */
  parameters: Field[];
  /** The fields of the body. */
  fields: Field[];
  /** The first example of a body; undefined when there is none. */
  request: unknown;
  /** An example of a successful answer. */
  response: unknown;
  statuses: { status: string; description: string }[];
}

const json = 'application/json';

export function callsOf(document: Description): Call[] {
  const find = <T extends Ref>(thing: T): T => {
    if (!thing.$ref) return thing;
    const [kind = '', name = ''] = thing.$ref.replace('#/components/', '').split('/');
    return (document.components?.[kind]?.[name] ?? {}) as T;
  };
  const call = (path: string, method: string, o: Operation): Call => {
    const body = o.requestBody?.content?.[json];
    const answers = Object.entries(o.responses).map(([status, answer]): [string, Answer] => [status, find(answer)]);
    return {
      id: o.operationId,
      method: method.toUpperCase(),
      path,
      summary: o.summary,
      description: o.description ?? '',
      permission: o['x-permission'] ?? null,
      parameters: (o.parameters ?? []).map(find).map(parameterField),
      fields: body?.schema ? fieldsOf(find(body.schema)) : [],
      request: body?.example ?? Object.values(body?.examples ?? {})[0]?.value,
      response: answers.find(([status]) => status < '300')?.[1].content?.[json]?.example,
      statuses: answers.map(([status, { description = '' }]) => ({ status, description })),
    };
  };
  return Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, o]) => call(path, method, o)));
}

function parameterField({ name, in: place, required = false, description = '', schema = {} }: Parameter): Field {
  return { name, required, kind: `${place}, ${kindOf(schema)}`, description };
}

function fieldsOf(schema: Schema): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    kind: kindOf(property),
    description: property.description ?? '',
  }));
}

const names: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false', array: 'list', null: 'null' };

/** 200,000: the server's engine has no locales. */
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

function kindOf(schema: Schema): string {
  const alternatives = schema.anyOf ?? [schema];
  const types = alternatives.flatMap(({ type }) => type ?? 'anything').map((t) => names[t] ?? t);
  const limits = alternatives.reduce<Schema>((all, one) => ({ ...all, ...one }), {});
  const parts = [schema.enum ? schema.enum.join(', ') : types.join(' or ')];
  if (limits.minimum !== undefined) parts.push(`at least ${limits.minimum}`);
  if (limits.maximum !== undefined) parts.push(`at most ${limits.maximum}`);
  if (limits.maxLength !== undefined) parts.push(`at most ${grouped(limits.maxLength)} characters`);
  if (limits.maxItems !== undefined) parts.push(`at most ${grouped(limits.maxItems)} items`);
  if (schema.default !== undefined) parts.push(`${JSON.stringify(schema.default)} by default`);
  return parts.join(', ');
}

/** The call as a command for a terminal. */
export function curlOf({ method, path, request }: Call, origin: string): string {
  const how = method === 'GET' || method === 'POST' ? '' : `-X ${method} `; // curl's own where there is a body
  const lines = [`curl -s ${how}${origin}${path.replace('{id}', '1')}`, '-H "X-API-Key: $CANDOR_API_KEY"'];
  if (method !== 'GET') {
    lines.push('-H "Content-Type: application/json"', '-H "Idempotency-Key: $(uuidgen)"');
    lines.push(`-d '${JSON.stringify(request, null, 2).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n  ');
}
