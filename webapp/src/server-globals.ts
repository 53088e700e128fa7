// The globals that the app needs and a plain JavaScript engine lacks. Imported first by the server's entry.
// URL and URLSearchParams, and `answer`, come from the server itself (httpapi/render/engine.go).

interface Answer {
  status: number;
  body: string;
  /** How many there are in all, for a list. */
  total: number;
}

/** The server's own answer to a GET of its API. */
declare const answer: (path: string) => Answer;

class Signal {
  readonly aborted = false;
  addEventListener() {}
  removeEventListener() {}
}

class Controller {
  readonly signal = new Signal();
  abort() {}
}

/** For React's streaming renderer, which is loaded but not used. */
class Encoder {
  encode() {}
}

/** The API without a network: the same answers, at once. */
function fetchAnswer(path: string) {
  const { status, body, total } = answer(path);
  return Promise.resolve({
    ok: status < 400,
    status,
    statusText: String(status),
    text: () => Promise.resolve(body),
    headers: { get: (name: string) => (name.toLowerCase() === 'x-total-count' ? String(total) : null) },
  });
}

const nothing = () => 0;

// Timers never fire: a page is rendered as it is at one moment.
const missing = {
  AbortController: Controller,
  fetch: fetchAnswer,
  setTimeout: nothing,
  clearTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
  TextEncoder: Encoder,
  console: { log: nothing, info: nothing, warn: nothing, error: nothing },
};

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
