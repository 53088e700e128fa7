// Writes which programs call a site that aren't readers' browsers: `make crawlers` puts it into commands/traffic/crawlers/crawlers.json.
// The data is that of crawler-user-agents (MIT): regular expressions, in the order of that list. A name is its expression without what only
// makes it one.
import process from 'node:process';
import crawlers from 'crawler-user-agents/crawler-user-agents.json' with { type: 'json' };

const nameOf = (pattern) =>
  pattern
    .replace(/\[([a-z])([A-Z])\]|\[([A-Z])([a-z])\]/g, (_, lower, _upper, upper) => lower ?? upper)
    .replace(/\\([/.+()-])/g, '$1')
    .replace(/^\^|\$$/g, '')
    .replace(/\/$/, '')
    .trim();

const lines = crawlers.map(({ pattern }) => `  ${JSON.stringify([nameOf(pattern), pattern])}`);
process.stdout.write(`[\n${lines.join(',\n')}\n]\n`);
