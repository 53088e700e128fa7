// A network for tests: a test says what a call answers, everything else is refused by name.

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Handler = (call: Call) => Response | Promise<Response>;

let handlers = new Map<string, Handler>();
let made: Call[] = [];

/**
 * Sets the answer of a route such as 'GET /api/reviews', or 'GET /api/reviews/{id}' of all items, until the end of the test; the last one
 * wins, and an item's own before that of all.
 */
export function on(route: string, answer: Handler | object | null): void {
  handlers.set(route, typeof answer === 'function' ? (answer as Handler) : () => json(answer));
}

/** A JSON answer; status 204 has no body. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** A problem answer, as the API writes it. */
export function problem(status: number, message: string, errors?: { field: string; message: string }[]): Response {
  return json({ title: message, status, detail: message, message, errors }, status);
}

/** The calls made so far to a route. */
export function calls(route: string): Call[] {
  return made.filter((c) => `${c.method} ${c.path}` === route);
}

export function resetServer(): void {
  handlers = new Map();
  made = [];
}

/** The stand-in for fetch. */
export async function serve(input: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input, 'http://localhost');
  const call: Call = {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
  };
  made.push(call);
  const handler =
    handlers.get(`${call.method} ${call.path}`) ?? handlers.get(`${call.method} ${call.path.replace(/\/\d+(?=\/|$)/, '/{id}')}`);
  if (!handler) throw new TypeError(`the test has no answer for ${call.method} ${call.path}`);
  return handler(call);
}
