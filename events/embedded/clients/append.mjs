// Appends: every expectation, every refusal, by both calls that the clients have for it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, fails, numbers, setting } from './harness.mjs';

export default function append(kit) {
  const { ANY, NO_STREAM, STREAM_EXISTS, jsonEvent, binaryEvent, WrongExpectedVersionError, StreamDeletedError } = kit;
  const connection = setting('CANDOR_TEST_TLS');
  const client = kit.connect(connection);
  // With credentials of its own a call goes by Append, without by BatchAppend where the node has it.
  const credentials = { username: 'admin', password: setting('CANDOR_TEST_PASSWORD') };


  for (const [call, own] of [['as the client likes', {}], ['with credentials of its own', { credentials }]]) {
    describe(`${kit.name}: an append ${call}`, () => {
      const put = (stream, events, want) => client.appendToStream(stream, events, { ...kit.at(want), ...own });

      it('answers with the revision and the position', async () => {
        const stream = kit.stream();
        const first = await put(stream, kit.events(3), NO_STREAM);
        assert.equal(first.success, true);
        assert.equal(first.nextExpectedRevision, 2n);
        const second = await put(stream, kit.events(1), 2n);
        assert.equal(second.nextExpectedRevision, 3n);
        assert.ok(second.position.commit > first.position.commit);
        assert.deepEqual(numbers(await all(client.readStream(stream))), [0, 1, 2, 0]);
      });

      it('holds each expectation', async () => {
        const stream = kit.stream();
        for (const want of [STREAM_EXISTS, 0n]) {
          const error = await fails(put(stream, kit.events(1), want), WrongExpectedVersionError);
          assert.equal(error.actualVersion ?? error.actualState, NO_STREAM);
        }
        await put(stream, kit.events(2), ANY);
        const error = await fails(put(stream, kit.events(1), NO_STREAM), WrongExpectedVersionError);
        assert.equal(error.streamName, stream);
        assert.equal(error.actualVersion ?? error.actualState, 1n);
        await fails(put(stream, kit.events(1), 0n), WrongExpectedVersionError);
        await fails(put(stream, kit.events(1), 5n), WrongExpectedVersionError);
        await put(stream, kit.events(1), STREAM_EXISTS);
        await put(stream, kit.events(1), 2n);
        assert.equal((await all(client.readStream(stream))).length, 4);
      });

      it('is recognised when it comes again', async () => {
        const stream = kit.stream();
        const events = kit.events(3);
        const first = await put(stream, events, NO_STREAM);
        for (const want of [NO_STREAM, ANY]) {
          const again = await put(stream, events, want);
          assert.equal(again.nextExpectedRevision, 2n);
          assert.deepEqual(again.position, first.position);
        }
        assert.equal((await all(client.readStream(stream))).length, 3);
      });

      it('keeps what it is given', async () => {
        const stream = kit.stream('größe 名前 🚀');
        const json = jsonEvent({ type: 'Ünïcode', data: { text: 'naïve 🙂', deep: [1, { x: null }] }, metadata: { by: 'me' } });
        const bytes = Uint8Array.from([0, 1, 254, 255]);
        const binary = binaryEvent({ type: 'Bytes', data: bytes, metadata: Uint8Array.from([7]) });
        const before = Date.now();
        await put(stream, [json, binary], ANY);
        const [first, second] = await all(client.readStream(stream));
        assert.equal(first.event.id, json.id);
        assert.equal(first.event.streamId, stream);
        assert.equal(first.event.type, 'Ünïcode');
        assert.equal(first.event.isJson, true);
        assert.deepEqual(first.event.data, json.data);
        assert.deepEqual(first.event.metadata, { by: 'me' });
        assert.ok(Math.abs(first.event.created - before) < 60_000, `created ${first.event.created}`);
        assert.equal(second.event.isJson, false);
        assert.deepEqual([...second.event.data], [...bytes]);
      });

      it('is refused whole when it is too large', async () => {
        const stream = kit.stream();
        const large = jsonEvent({ type: 'Large', data: { text: 'x'.repeat(700 << 10) } });
        await put(stream, [large], NO_STREAM);
        const twice = [1, 2].map(() => jsonEvent({ type: 'Large', data: { text: 'x'.repeat(700 << 10) } }));
        const error = await fails(put(stream, twice, ANY), Error);
        assert.match(`${error.constructor.name} ${error.message}`, /MaxAppendSize|maximum|more than 1048576/i);
        const found = await all(client.readStream(stream));
        assert.equal(found.length, 1);
        assert.equal(found[0].event.data.text.length, 700 << 10);
      });

      it('to a stream that is deleted for ever is refused', async () => {
        const stream = kit.stream();
        await put(stream, kit.events(1), ANY);
        await client.tombstoneStream(stream);
        const error = await fails(put(stream, kit.events(1), ANY), StreamDeletedError);
        assert.equal(error.streamName, stream);
      });
    });
  }

  describe(`${kit.name}: appends`, () => {
    it('do not throw where they are told not to', async () => {
      const calm = kit.connect(`${connection}&throwOnAppendFailure=false`);
      for (const own of [{}, { credentials }]) {
        const stream = kit.stream();
        await calm.appendToStream(stream, kit.events(1));
        const refused = await calm.appendToStream(stream, kit.events(1), { ...kit.at(NO_STREAM), ...own });
        assert.equal(refused.success, false);
        assert.equal(refused.position, undefined);
      }
      await calm.dispose();
    });

    it('in pieces are one append', async () => {
      const stream = kit.stream();
      const events = kit.events(200);
      const { nextExpectedRevision } = await client.appendToStream(stream, events, { batchAppendSize: 2048 });
      assert.equal(nextExpectedRevision, 199n);
      assert.deepEqual(numbers(await all(client.readStream(stream))), events.map((e) => e.data.n));
    });

    it('of hundreds of callers at once are each there once', async () => {
      const streams = Array.from({ length: 20 }, () => kit.stream());
      const calls = [];
      for (let i = 0; i < 300; i++) calls.push(client.appendToStream(streams[i % 20], kit.events(1)));
      const answers = await Promise.all(calls);
      assert.equal(new Set(answers.map((a) => a.position.commit)).size, 300);
      for (const stream of streams) {
        const found = await all(client.readStream(stream));
        assert.deepEqual(found.map((f) => Number(f.event.revision)), [...Array(15).keys()]);
      }
    });

    it('racing for one revision have one winner', async () => {
      const stream = kit.stream();
      await client.appendToStream(stream, kit.events(1));
      const tried = await Promise.allSettled(
        Array.from({ length: 30 }, () => client.appendToStream(stream, kit.events(1), kit.at(0n))),
      );
      assert.equal(tried.filter((t) => t.status === 'fulfilled').length, 1);
      for (const t of tried) if (t.status === 'rejected') assert.ok(t.reason instanceof WrongExpectedVersionError, String(t.reason));
      assert.equal((await all(client.readStream(stream))).length, 2);
    });
  });
}
