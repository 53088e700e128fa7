// Counts Candor's page views by day, from the beginning and then live, with nothing but the official EventStoreDB client:
// a catch-up subscription to the streams pageviews-2026-11-21, pageviews-2026-11-22 and so on.
//
//   node count-views.mjs 'esdb://admin:PASSWORD@127.0.0.1:2113?tlsCaFile=data/eventstore-ca.crt' views.json
//
// What it has counted, and how far in the log it has come, are kept in one small file, which is replaced whole: stopped or
// killed at any moment, it goes on from there and counts nothing twice. It prints all days when it has caught up, and a
// day again whenever its count grows.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';

/** How many events may have to be read again after a crash while catching up. */
const saveEvery = 10_000;

const [connection, file] = process.argv.slice(2);
if (!connection || !file) {
  console.error('usage: node count-views.mjs CONNECTION-STRING FILE');
  process.exit(2);
}

/** position is of the last event that is counted, as text: it may be larger than a number can say exactly. */
const progress = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { position: '0', views: {} };

/** Replaces the file whole, so that counts and position always belong together. */
function save() {
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const position = BigInt(progress.position);
const client = EventStoreDBClient.connectionString(connection);
const events = client.subscribeToAll({
  fromPosition: position > 0n ? { commit: position, prepare: position } : START,
  filter: streamNameFilter({ prefixes: ['pageviews-'] }),
});

let live = false;
let unsaved = 0;

events.on('data', ({ event }) => {
  progress.position = event.position.commit.toString();
  const day = event.streamId.slice('pageviews-'.length);
  const seen = event.type === 'PageViewed' && event.data.event === 'page_view'; // pages report other things, too
  if (seen) progress.views[day] = (progress.views[day] ?? 0) + 1;
  unsaved += 1;
  if (live || unsaved === saveEvery) {
    save();
    unsaved = 0;
  }
  if (live && seen) console.log(day, progress.views[day]);
});

events.on('caughtUp', () => {
  if (live) return;
  live = true;
  save();
  for (const day of Object.keys(progress.views).sort()) console.log(day, progress.views[day]);
  console.log('live');
});

events.on('error', (error) => {
  console.error(error.message); // start it again: it goes on where it was
  process.exit(1);
});

process.on('SIGINT', () => process.exit(0));
