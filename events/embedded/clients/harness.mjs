// What the suites share. A kit is one of the two official packages: the newer one has other names for a few things.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Makes the kit of a package; `client` and `wanted` are what the packages name differently. */
export function kitOf(name, pkg) {
  const Client = pkg.EventStoreDBClient ?? pkg.KurrentDBClient;
  const wanted = pkg.EventStoreDBClient ? 'expectedRevision' : 'streamState';
  let streams = 0;
  return {
    ...pkg,
    name,
    connect: (connection) => Client.connectionString(connection),
    /** The option of an append that says which revision the stream is expected to have. */
    at: (revision) => ({ [wanted]: revision }),
    /** A stream name that nobody else uses. */
    stream: (category = 'test') => `${category}${name}-${++streams}`,
    /** n events with ids of their own. */
    events: (n, type = 'Tested') => Array.from({ length: n }, (_, i) => pkg.jsonEvent({ type, data: { n: i } })),
  };
}

/** The address in an environment variable that the Go test sets. */
export function setting(name) {
  const value = process.env[name];
  assert.ok(value, `${name} is not set: these tests are run by clients_test.go (go test -run TestOfficialNodeClients .)`);
  return value;
}

/** Reads to the end. */
export async function all(read) {
  const found = [];
  for await (const event of read) found.push(event);
  return found;
}

/** The numbers in the data of events. */
export const numbers = (found) => found.map(({ event }) => event.data.n);

/** "4@review-12" of events. */
export const places = (found) => found.map(({ event }) => (event ? `${event.revision}@${event.streamId}` : null));

/** What await found within some seconds, or an error with what it looked like last. */
export async function eventually(look, what) {
  const deadline = Date.now() + 30_000;
  for (let last; ; await sleep(20)) {
    try {
      return await look();
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what} never came true`, { cause: last });
  }
}

/** Takes what a subscription sends, one by one; it fails after half a minute without anything. */
export function taker(subscription) {
  const got = [];
  let wake = () => {};
  let failed;
  subscription.on('data', (event) => { got.push(event); wake(); });
  subscription.on('error', (error) => { failed = error; wake(); });
  const take = async (n) => {
    const deadline = Date.now() + 30_000;
    while (got.length < n) {
      if (failed) throw failed;
      if (Date.now() > deadline) throw new Error(`${got.length} of ${n} events came`);
      await new Promise((resolve) => { wake = resolve; setTimeout(resolve, 100); });
    }
    return got.splice(0, n);
  };
  take.error = async () => {
    if (!failed) await once(subscription, 'error', { signal: AbortSignal.timeout(30_000) }).catch(() => {});
    return failed;
  };
  take.left = () => got.length;
  return take;
}

/** Asserts that a promise fails with a class of the package's errors, and returns the error. */
export async function fails(promise, kind) {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof kind, `${error?.constructor?.name}: ${error?.message}, want ${kind.name}`);
    return error;
  }
  assert.fail(`it succeeded, want ${kind.name}`);
}
