// The client of the API: requests with credentials, JSON both ways, failures as ApiError (spec sections 7 and 8).
import type { FieldError } from './api-types';
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers';
import { noteWrite } from './site-changes';

/** An answer that is not OK. Its message is the status, a colon, a space and the body (or the status text). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's message for people: the problem's message or detail, '' without one. */
  readonly detail: string;
  /** The errors of fields; empty if the server named none. */
  readonly fields: FieldError[];
  /** The whole problem, with members such as currentRevision. */
  readonly problem: Problem;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const problem = parseProblem(body);
    this.problem = problem;
    this.detail = problem.message ?? problem.detail ?? '';
    this.fields = problem.errors ?? [];
  }
}

/** The members of a problem that are read here. Unlike the API's own, any of them may be missing: a proxy may have answered. */
interface Problem {
  [more: string]: unknown;
  message?: string;
  detail?: string;
  errors?: FieldError[];
}

function parseProblem(body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Problem) : {};
  } catch {
    return {};
  }
}

/** Part of a list, and how many there are in all. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** The part of a list with something else made of each item. */
export const mapped = <T, U>({ items, total }: Page<T>, make: (item: T) => U): Page<U> => ({ items: items.map(make), total });

interface Options {
  signal?: AbortSignal;
  /** Let the request outlive the page. */
  keepalive?: boolean;
  /** The revision that the change is made to; if it is another by now, the answer is 412. */
  ifMatch?: number;
  /** The change is the first one; if there is something already, the answer is 412. */
  ifNew?: boolean;
  /** Sent again with the same body, it makes the server do nothing twice. */
  idempotencyKey?: string;
}

async function request(
  method: string,
  path: string,
  body: unknown,
  { ifMatch, ifNew, idempotencyKey, ...options }: Options,
): Promise<Response> {
  if (method !== 'GET') dropEarlyAnswers();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
      ...(ifNew ? { 'If-None-Match': '*' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    ...options,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  if (method !== 'GET') noteWrite(path);
  return response;
}

async function parse<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export const api = {
  get: async <T>(path: string, options: Options = {}): Promise<T> => {
    const early = takeEarlyAnswer(path);
    return early ? (early.body as T) : parse<T>(await request('GET', path, undefined, options));
  },

  /** A list with its total from X-Total-Count; without the header, the list is whole. */
  page: async <T>(path: string, options: Options = {}): Promise<Page<T>> => {
    const early = takeEarlyAnswer(path);
    if (early) return { items: early.body as T[], total: early.total ?? (early.body as T[]).length };
    const response = await request('GET', path, undefined, options);
    const items = await parse<T[]>(response);
    const total = Number(response.headers.get('X-Total-Count') ?? items.length);
    return { items, total: Number.isFinite(total) ? total : items.length };
  },

  patch: async <T>(path: string, body: unknown, options: Options = {}): Promise<T> => parse<T>(await request('PATCH', path, body, options)),

  put: async <T>(path: string, body: unknown, options: Options = {}): Promise<T> => parse<T>(await request('PUT', path, body, options)),

  delete: async (path: string, options: Options = {}): Promise<void> => {
    await request('DELETE', path, undefined, options);
  },

  post: async <T>(path: string, body: unknown, options: Options = {}): Promise<T> => parse<T>(await request('POST', path, body, options)),
};

/** A query string of the parameters that are set: {search:'x', limit:24} is '?search=x&limit=24'. */
export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const entries = Object.entries(parameters).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]]));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
