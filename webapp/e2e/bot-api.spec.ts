// The bot API as an outside developer meets it: the downloads, run as they are, against the real server with a real key.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request, type APIRequestContext } from '@playwright/test';
import { expect, serverUrl, test } from './fixtures';
import { password } from './start-server';

const run = promisify(execFile);

// They count what the others make, too.
test.describe.configure({ mode: 'serial' });

let admin: APIRequestContext;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-bot-api-'));
  admin = await request.newContext({ baseURL: serverUrl() });
  expect((await admin.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
});

test.afterAll(async () => {
  await admin.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Key {
  id: number;
  apiKey: string;
}

async function newKey(permissions: string[]): Promise<Key> {
  const made = await admin.post('/api/admin/api-keys', { data: { name: `e2e ${Date.now()}`, permissions } });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()) as Key;
}

const all = ['create_reviews', 'create_news', 'create_categories'];

/** Downloads a file as a browser does, and returns where it lies. */
async function download(name: string): Promise<string> {
  const answer = await admin.get(`/api/docs/${name}`);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toBe(`attachment; filename="${name}"`);
  const path = join(folder, name);
  await writeFile(path, await answer.body());
  return path;
}

/** Runs a program to its end. One that is not installed fails the test and says so. */
async function start(program: string, args: string[], key: string) {
  try {
    const { stdout } = await run(program, args, { env: { ...process.env, CANDOR_API_KEY: key }, timeout: 45_000 });
    return { code: 0, said: stdout };
  } catch (error) {
    const failed = error as { code: number | string; stdout?: string; stderr?: string };
    if (failed.code === 'ENOENT') throw new Error(`${program} is not installed, and this test needs it`, { cause: error });
    return { code: failed.code, said: `${failed.stdout}${failed.stderr}` };
  }
}

/** How many reviews, articles and categories the examples have made so far. */
async function made() {
  const count = async (path: string) => Number((await admin.get(path)).headers()['x-total-count']);
  const categories = (await (await admin.get('/api/categories')).json()) as { name: string }[];
  return {
    reviews: await count('/api/reviews?search=A+laptop+you+cannot+hear'),
    bulk: (await count('/api/admin/reviews?search=A+lamp+that+thinks')) + (await count('/api/admin/reviews?search=A+speaker+to+forget')),
    articles: await count('/api/news?search=Batteries+that+last+a+decade'),
    categories: categories.filter(({ name }) => name.startsWith('Test bench')).length,
  };
}

/** All corrections and updates, the newest first. */
const corrections = async () => (await (await admin.get('/api/corrections?limit=100')).json()) as { kind: string; type: string; title: string }[];

const programs = [
  { name: 'Python', file: 'candor_examples.py', command: (file: string) => ['python3', file] },
  { name: 'Node.js', file: 'candor_examples.mjs', command: (file: string) => [process.execPath, file] },
];

for (const { name, file, command } of programs) {
  test(`the ${name} examples do what they say`, async () => {
    const [program = '', ...args] = command(await download(file));
    const before = await made();
    const earlier = await corrections();
    const { apiKey, id } = await newKey(all);
    const { code, said } = await start(program, args, apiKey);
    expect(code, said).toBe(0);
    expect(said).toContain('All 17 steps went as they should.');
    // One published review though it was sent twice, two of three in the bulk, and a published article.
    expect(await made()).toEqual({ reviews: before.reviews + 1, bulk: before.bulk + 2, articles: before.articles + 1, categories: before.categories + 1 });
    const since = (await corrections()).slice(0, -earlier.length || undefined).filter(({ title }) => /^(A laptop you cannot hear|Batteries that last a decade)/.test(title));
    expect(since.map(({ kind, type }) => `${kind} ${type}`)).toEqual(['article update', 'review correction']);
    const keys = (await (await admin.get('/api/admin/api-keys')).json()) as { id: number; remaining: number; limit: number }[];
    const key = keys.find((k) => k.id === id);
    expect(key?.limit).toBe(1000);
    expect(key?.remaining).toBeLessThan(995);

    // A key that may do less is refused where it must be, and the program says so and goes on.
    const poor = await start(program, args, (await newKey(['create_news'])).apiKey);
    expect(poor.code, poor.said).toBe(0);
    expect(poor.said).toContain('This API key lacks the permission create_categories.');

    expect((await admin.patch(`/api/admin/api-keys/${id}/deactivate`)).status()).toBe(200);
    const refused = await start(program, args, apiKey);
    expect(refused.code, refused.said).toBe(1);
    expect(refused.said).toContain('This API key is deactivated.');
    expect((await start(program, args, '')).said).toContain('set CANDOR_API_KEY');
  });
}

test('the Markdown names this site', async () => {
  const answer = await admin.get('/api/docs/candor-api.md');
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8');
  expect(await answer.text()).toContain(`curl -s ${serverUrl()}/api/bot/status -H "X-API-Key: $CANDOR_API_KEY"`);
});
