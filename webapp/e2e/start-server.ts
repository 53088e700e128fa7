// Starts the real binary on a free port and an empty data folder, with the demo site, and stops it at the end. Once for the
// tests that read, once for those that write, so that no page changes while it is compared, and once for those that look at
// the newest of what was done.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What is tested: CANDOR_BINARY, e.g. another build to compare with, or this one. */
export const binary = process.env.CANDOR_BINARY ? resolve(process.env.CANDOR_BINARY) : resolve(import.meta.dirname, '../../bin/candor');

/** The admin's password in the tests. */
export const password = 'a long password for the tests';

/** How long the server may take to be ready, in ms. */
const readyWithin = 60_000;

interface Server {
  address: string;
  data: string;
  /** Ends the server and removes its data. */
  stop: () => Promise<void>;
}

/** Starts a server, with the demo site by default. */
export async function launch({ demo = true } = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'candor-e2e-'));
  const server = spawn(
    binary,
    ['serve', '--addr', '127.0.0.1:0', '--data', data, ...(demo ? ['--demo'] : []), '--track-budget', '0', '--log-level', 'warn'],
    {
      env: { ...process.env, CANDOR_ADMIN_PASSWORD: password, CANDOR_EVENTSTORE: '' },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  );
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
  const servers = await Promise.all(sites.map(() => launch()));
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
