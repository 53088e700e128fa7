// Stream metadata, deletion and tombstones.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, fails, numbers, setting } from './harness.mjs';

export default function metadata(kit) {
  const { NO_STREAM, STREAM_EXISTS, StreamNotFoundError, StreamDeletedError } = kit;
  const client = kit.connect(setting('CANDOR_TEST_TLS'));
  const read = (stream) => all(client.readStream(stream));

  describe(`${kit.name}: stream metadata`, () => {
    it('is kept, custom keys and access lists too', async () => {
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(1));
      assert.equal((await client.getStreamMetadata(stream)).metadata, undefined);
      const wanted = {
        maxAge: 3600, maxCount: 100, truncateBefore: 0, cacheControl: 15, owner: 'Ada', nested: { a: [1] },
        acl: { readRoles: ['$all', 'readers'], writeRoles: '$admins', deleteRoles: ['$admins'], metaReadRoles: '$all', metaWriteRoles: '$admins' },
      };
      const { nextExpectedRevision } = await client.setStreamMetadata(stream, wanted, { expectedRevision: NO_STREAM });
      assert.equal(nextExpectedRevision, 0n);
      const found = await client.getStreamMetadata(stream);
      assert.deepEqual(found.metadata, wanted);
      await client.setStreamMetadata(stream, { owner: 'Grace' });
      assert.deepEqual((await client.getStreamMetadata(stream)).metadata, { owner: 'Grace' });
    });

    it('hides what is beyond maxCount, truncateBefore and maxAge', async () => {
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(10));
      await client.setStreamMetadata(stream, { maxCount: 3 });
      assert.deepEqual(numbers(await read(stream)), [7, 8, 9]);
      await client.setStreamMetadata(stream, { truncateBefore: 5 });
      assert.deepEqual(numbers(await read(stream)), [5, 6, 7, 8, 9]);
      await client.setStreamMetadata(stream, { maxAge: 3600 });
      assert.equal((await read(stream)).length, 10);
    });

    it('may come before the stream', async () => {
      const stream = kit.stream();
      await client.setStreamMetadata(stream, { maxCount: 2 });
      await fails(read(stream), StreamNotFoundError);
      await client.appendToStream(stream, kit.events(5));
      assert.deepEqual(numbers(await read(stream)), [3, 4]);
    });
  });

  describe(`${kit.name}: a deleted stream`, () => {
    it('comes back when it is written again', async () => {
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(3));
      const { position } = await client.deleteStream(stream, { expectedRevision: 2n });
      assert.ok(position.commit > 0n);
      await fails(read(stream), StreamNotFoundError);
      await fails(client.appendToStream(stream, kit.events(1), kit.at(STREAM_EXISTS)), StreamDeletedError);
      const { nextExpectedRevision } = await client.appendToStream(stream, kit.events(2), kit.at(NO_STREAM));
      assert.equal(nextExpectedRevision, 4n);
      assert.deepEqual((await read(stream)).map(({ event }) => event.revision), [3n, 4n]);
    });

    it('must be at the expected revision', async () => {
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(3));
      for (const call of ['deleteStream', 'tombstoneStream']) {
        const error = await fails(client[call](stream, { expectedRevision: 0n }), kit.WrongExpectedVersionError);
        assert.equal(error.streamName, stream);
        assert.equal(error.actualVersion ?? error.actualState, 2n);
      }
      assert.equal((await read(stream)).length, 3);
    });

    it('with a tombstone never does', async () => {
      const stream = kit.stream('größe');
      await client.appendToStream(stream, kit.events(3));
      const { position } = await client.tombstoneStream(stream, { expectedRevision: 2n });
      assert.ok(position.commit > 0n);
      for (const call of [() => read(stream), () => client.appendToStream(stream, kit.events(1)), () => client.deleteStream(stream),
        () => client.tombstoneStream(stream)]) await fails(call(), StreamDeletedError);
      await client.tombstoneStream(kit.stream()); // one that never was
    });
  });
}
