// Starts the real binary on a free port and an empty data folder, with the demo site, and stops it at the end. Once for the
// tests that read, once for those that write, so that no page changes while it is compared, and once for those that look at
// the newest of what was done.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What is tested: CANDOR_BINARY, e.g. another build to compare with, or this one. */
export const binary = process.env.CANDOR_BINARY ? resolve(process.env.CANDOR_BINARY) : resolve(import.meta.dirname, '../../bin/candor');

/** The admin's password in the tests. */
export const password = 'a long password for the tests';

/** How long the server may take to be ready, in ms. */
const readyWithin = 60_000;

/** The smaller copies of the demo's pictures from an earlier run. Each server would make them anew, for half a minute of a processor. */
const copies = resolve(import.meta.dirname, '../node_modules/.cache/candor-renditions');

/** Keeps the copies that a stopped server has made for the next run. An older CANDOR_BINARY makes none. */
async function keepCopies(data: string): Promise<void> {
  const made = join(data, 'renditions');
  if (!existsSync(made)) return;
  const next = `${copies}.next`;
  await rm(next, { recursive: true, force: true });
  await cp(made, next, { recursive: true });
  await rm(copies, { recursive: true, force: true });
  await rename(next, copies);
}

interface Server {
  address: string;
  data: string;
  /** Ends the server and removes its data. */
  stop: () => Promise<void>;
}

/** Starts a server, with the demo site by default. With `keep`, its pictures' smaller copies are kept for the next run. */
export async function launch({ demo = true, keep = false } = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'candor-e2e-'));
  if (existsSync(copies)) await cp(copies, join(data, 'renditions'), { recursive: true });
  const server = spawn(binary, ['serve', '--addr', '127.0.0.1:0', '--data', data, ...(demo ? ['--demo'] : []), '--track-budget', '0', '--log-level', 'warn'], {
    env: { ...process.env, CANDOR_ADMIN_PASSWORD: password, CANDOR_EVENTSTORE: '' },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const stopped = new Promise<void>((done) => server.once('exit', () => done()));
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`${binary} ended with ${code}: ${said}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = /Candor serves (http:\S+)/.exec(said)?.[1];
      if (url) found(url);
    });
  });
  await ready(address);
  const stop = async () => {
    server.kill('SIGTERM');
    await stopped;
    if (keep) await keepCopies(data);
    await rm(data, { recursive: true, force: true });
  };
  return { address, data, stop };
}

const sites = ['READERS', 'ADMIN', 'ACTIVITY'] as const;

/** Tests that only read the demo site, or restore what they change; all others write to a site of their own. */
const readers = /[\\/](compare|contact|no-script|offline|page-weight|reading|search|site|take)(\.spec)?\.ts$/;

/** The site that a file's tests use: its address, and its data folder. */
export function siteOf(file: string): { address: string; data: string } {
  const site: (typeof sites)[number] = readers.test(file) ? 'READERS' : /[\\/]activity\.spec\.ts$/.test(file) ? 'ACTIVITY' : 'ADMIN';
  const [address, data] = [process.env[`CANDOR_E2E_${site}_URL`], process.env[`CANDOR_E2E_${site}_DATA`]];
  if (!address || !data) throw new Error('start-server has not run');
  return { address, data };
}

export default async function startServers() {
  // The readers' server has no pictures but the demo's.
  const servers = await Promise.all(sites.map((site) => launch({ keep: site === 'READERS' })));
  sites.forEach((site, i) => {
    process.env[`CANDOR_E2E_${site}_URL`] = servers[i]?.address;
    process.env[`CANDOR_E2E_${site}_DATA`] = servers[i]?.data;
  });
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
  };
}

async function ready(address: string) {
  const until = Date.now() + readyWithin;
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`${address}/readyz did not become ready: ${answer ? await answer.text() : 'no answer'}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
