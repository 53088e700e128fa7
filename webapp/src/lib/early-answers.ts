// Answers that the server has put into the dashboard's page (httpapi/early_answers.go): what its first calls would be answered. Each is
// used once, and only while the page is new.

interface EarlyAnswer {
  body: unknown;
  /** Of a list. */
  total?: number;
}

/** How long the answers are new, in milliseconds since the page was asked for. */
const newFor = 15_000;

let answers: Map<string, EarlyAnswer> | undefined;

function read(): Map<string, EarlyAnswer> {
  const text = document.getElementById('early-answers')?.textContent;
  return new Map(text ? Object.entries(JSON.parse(text) as Record<string, EarlyAnswer>) : []);
}

/** Reports whether the page has any. */
export const hasEarlyAnswers = (): boolean => (answers ??= read()).size > 0;

/** Returns the answer to a call, and forgets it; undefined if the page has none. */
export function takeEarlyAnswer(path: string): EarlyAnswer | undefined {
  if (import.meta.env.SSR) return undefined;
  answers ??= read();
  if (answers.size === 0) return undefined;
  if (performance.now() > newFor) answers.clear();
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

/** Forgets all answers: something is about to change. */
export function dropEarlyAnswers(): void {
  if (import.meta.env.SSR) return;
  (answers ??= new Map()).clear();
}
