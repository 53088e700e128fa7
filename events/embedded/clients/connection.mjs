// Who may call, what the node says of itself, what it refuses, and what happens when it goes away.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { all, eventually, fails, numbers, setting, taker } from './harness.mjs';

export default function connection(kit) {
  const tls = setting('CANDOR_TEST_TLS');
  const insecure = setting('CANDOR_TEST_INSECURE');
  const password = setting('CANDOR_TEST_PASSWORD');
  const looking = setting('CANDOR_EVENTSTORE_ANALYST_PASSWORD');
  const connect = (to) => kit.connect(to);
  const nobody = tls.replace(/\/\/[^@]*@/, '//');

  describe(`${kit.name}: credentials`, () => {
    it('are wanted over TLS', async () => {
      for (const to of [nobody, tls.replace(`:${password}@`, ':wrong@'), tls.replace('//admin:', '//nobody:')]) {
        const client = connect(to);
        await fails(client.appendToStream(kit.stream(), kit.events(1)), kit.AccessDeniedError);
        const error = await fails(all(client.readStream(kit.stream())), Error);
        assert.match(`${error.name} ${error.constructor.name} ${error.message}`, /AccessDenied|Unauthenticated|wrong or missing/);
      }
    });

    it('of a call count for that call', async () => {
      const client = connect(nobody);
      const stream = kit.stream();
      const credentials = { username: 'admin', password };
      await client.appendToStream(stream, kit.events(2), { credentials });
      assert.equal((await all(client.readStream(stream, { credentials }))).length, 2);
      const take = taker(client.subscribeToStream(stream, { credentials }));
      await take(2);
      const good = connect(tls);
      await fails(good.appendToStream(stream, kit.events(1), { credentials: { username: 'admin', password: 'wrong' } }), kit.AccessDeniedError);
    });

    it('of somebody who may only read let nothing else through', async () => {
      const admin = connect(tls);
      const [open, closed] = [kit.stream('category-'), kit.stream('review-')];
      for (const stream of [open, closed]) await admin.appendToStream(stream, kit.events(2));
      const analyst = connect(tls.replace(/\/\/[^@]*@/, `//analyst:${looking}@`));
      assert.equal((await all(analyst.readStream(open))).length, 2);
      await fails(all(analyst.readStream(closed)), kit.AccessDeniedError);
      for (const own of [{}, { credentials: { username: 'analyst', password: looking } }]) { // by BatchAppend and by Append
        await fails(analyst.appendToStream(open, kit.events(1), own), kit.AccessDeniedError);
      }
      await fails(analyst.deleteStream(open), kit.AccessDeniedError);
      await fails(analyst.setStreamMetadata(open, { maxCount: 1 }), kit.AccessDeniedError);
      const denied = await taker(analyst.subscribeToStream(closed)).error();
      assert.ok(denied instanceof kit.AccessDeniedError, String(denied));
      const take = taker(analyst.subscribeToAll({ filter: kit.streamNameFilter({ prefixes: [open, closed] }) }));
      assert.deepEqual((await take(2)).map(({ event }) => event.streamId), [open, open]);
    });

    it('are not wanted without TLS', async () => {
      const client = connect(insecure);
      const stream = kit.stream('insecure');
      await client.appendToStream(stream, kit.events(3));
      assert.deepEqual(numbers(await all(client.readStream(stream))), [0, 1, 2]);
      const take = taker(client.subscribeToAll({ filter: kit.streamNameFilter({ prefixes: [stream] }) }));
      assert.deepEqual(numbers(await take(3)), [0, 1, 2]);
      await eventually(async () => {
        const linked = await all(client.readStream(`$ce-${stream.split('-')[0]}`, { resolveLinkTos: true }));
        assert.deepEqual(numbers(linked), [0, 1, 2]);
      }, 'the links');
    });

    it('go by a certificate that is trusted', async () => {
      const stranger = connect(tls.replace(/tlsCaFile=[^&]*/, 'maxDiscoverAttempts=1'));
      await fails(stranger.appendToStream(kit.stream(), kit.events(1), { deadline: 3000 }), Error);
      if (kit.EventStoreDBClient) return; // it knows no tlsVerifyCert
      const careless = connect(tls.replace(/tlsCaFile=[^&]*/, 'tlsVerifyCert=false'));
      await careless.appendToStream(kit.stream(), kit.events(1));
    });
  });

  describe(`${kit.name}: the node`, () => {
    it('says which version it is and what it serves', async () => {
      const { serverVersion } = await connect(tls).capabilities;
      assert.match(serverVersion, /^23\.10\.\d+$/);
    });

    it('is found by gossip', async () => {
      for (const to of [tls.replace('esdb://', 'esdb+discover://'), insecure.replace('esdb://', 'esdb+discover://')]) {
        const client = connect(to);
        const stream = kit.stream();
        await client.appendToStream(stream, kit.events(2));
        assert.equal((await all(client.readStream(stream))).length, 2);
      }
    });

    it('refuses what it does not serve', async () => {
      const client = connect(tls);
      const refused = {
        createProjection: () => client.createProjection('p', 'fromAll()'),
        updateProjection: () => client.updateProjection('p', 'fromAll()'),
        deleteProjection: () => client.deleteProjection('p'),
        enableProjection: () => client.enableProjection('p'),
        disableProjection: () => client.disableProjection('p'),
        abortProjection: () => client.abortProjection('p'),
        resetProjection: () => client.resetProjection('p'),
        getProjectionState: () => client.getProjectionState('p'),
        getProjectionResult: () => client.getProjectionResult('p'),
        getProjectionStatus: () => client.getProjectionStatus('p'),
        listProjections: () => client.listProjections(),
        restartSubsystem: () => client.restartSubsystem(),
        createPersistentSubscriptionToStream: () => client.createPersistentSubscriptionToStream('s', 'g', kit.persistentSubscriptionToStreamSettingsFromDefaults()),
        createPersistentSubscriptionToAll: () => client.createPersistentSubscriptionToAll('g', kit.persistentSubscriptionToAllSettingsFromDefaults()),
        deletePersistentSubscriptionToStream: () => client.deletePersistentSubscriptionToStream('s', 'g'),
        subscribeToPersistentSubscriptionToStream: () => all(client.subscribeToPersistentSubscriptionToStream('s', 'g')),
      };
      if (client.multiStreamAppend) {
        refused.multiStreamAppend = () => client.multiStreamAppend([{ streamName: kit.stream(), expectedState: kit.ANY, events: kit.events(1) }]);
        refused.appendRecords = () => client.appendRecords([]);
      }
      for (const [call, make] of Object.entries(refused)) {
        const error = await fails(make(), Error);
        assert.ok(error instanceof kit.UnsupportedError || error.code === 12 || /UNIMPLEMENTED|unsupported|not found/i.test(error.message),
          `${call}: ${error.constructor.name}: ${error.message}`);
      }
    });

    it('may end and come back under its clients', async () => {
      const port = await freePort();
      const data = mkdtempSync(join(setting('CANDOR_TEST_DIR'), 'restarted-'));
      const run = async () => {
        const child = spawn(setting('CANDOR_TEST_BINARY'), ['node', '--data', data, '--listen', `127.0.0.1:${port}`], { stdio: ['ignore', 'ignore', 'pipe'] });
        after(() => child.kill('SIGKILL'));
        let said = '';
        child.stderr.on('data', (text) => { said += text; });
        await eventually(() => assert.match(said, /listens on/), `the node's start (${said})`);
        return child;
      };
      let node = await run();
      const client = connect(`esdb://admin:${password}@127.0.0.1:${port}?tlsCaFile=${join(data, 'eventstore-ca.crt')}`);
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(1));
      const subscription = client.subscribeToStream(stream);
      const take = taker(subscription);
      await take(1);
      node.kill('SIGKILL');
      await once(node, 'exit');
      assert.ok(await take.error(), 'the subscription does not end');
      node = await run();
      await eventually(() => client.appendToStream(stream, kit.events(1)), 'an append after the restart');
      await eventually(async () => assert.ok((await all(client.readStream(stream))).length >= 2), 'a read after the restart');
      const again = taker(client.subscribeToStream(stream, { fromRevision: 0n }));
      assert.equal((await again(1))[0].event.revision, 1n);
      const ended = again.error();
      node.kill('SIGTERM');
      await once(node, 'exit');
      assert.ok(await ended, 'the subscription does not end');
    });
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
