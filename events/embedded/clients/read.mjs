// Reads of a stream and of $all; filters; links.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { all, eventually, fails, numbers, places, setting } from './harness.mjs';

export default function read(kit) {
  const { END, BACKWARDS, jsonEvent, StreamNotFoundError, StreamDeletedError } = kit;
  const client = kit.connect(setting('CANDOR_TEST_TLS'));

  describe(`${kit.name}: a read of a stream`, () => {
    const stream = kit.stream();
    before(() => client.appendToStream(stream, kit.events(10)));

    for (const [what, options, want] of [
      ['from the start', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      ['of some', { maxCount: 3 }, [0, 1, 2]],
      ['from a revision', { fromRevision: 7n }, [7, 8, 9]],
      ['from behind the end', { fromRevision: 10n }, []],
      ['backwards', { direction: BACKWARDS, fromRevision: END, maxCount: 4 }, [9, 8, 7, 6]],
      ['backwards from a revision', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
      ['backwards from far behind the end', { direction: BACKWARDS, fromRevision: 99n, maxCount: 2 }, [9, 8]],
    ]) {
      it(`${what} finds them in order`, async () => assert.deepEqual(numbers(await all(client.readStream(stream, options))), want));
    }

    it('that does not exist, or is deleted, says so', async () => {
      await fails(all(client.readStream(kit.stream())), StreamNotFoundError);
      const gone = kit.stream();
      await client.appendToStream(gone, kit.events(1));
      await client.deleteStream(gone);
      await fails(all(client.readStream(gone)), StreamNotFoundError);
      await client.tombstoneStream(gone);
      await fails(all(client.readStream(gone)), StreamDeletedError);
    });

    it('can be left early', async () => {
      for await (const { event } of client.readStream(stream)) if (event.data.n === 4) break;
      assert.equal((await all(client.readStream(stream, { maxCount: 1 }))).length, 1);
    });

    it('holds large events and many', async () => {
      const large = kit.stream();
      const text = 'x'.repeat(900 << 10);
      for (let i = 0; i < 3; i++) await client.appendToStream(large, jsonEvent({ type: 'Large', data: { text } }));
      await client.appendToStream(large, kit.events(500));
      const found = await all(client.readStream(large));
      assert.equal(found.length, 503);
      assert.ok(found.slice(0, 3).every(({ event }) => event.data.text === text));
    });
  });

  describe(`${kit.name}: a read of $all`, () => {
    const mine = kit.stream('everything');
    const own = (found) => found.filter(({ event }) => event?.streamId === mine);
    let appended;
    before(async () => {
      appended = await client.appendToStream(mine, kit.events(5));
    });

    it('finds everything in order', async () => {
      const found = await all(client.readAll());
      assert.deepEqual(numbers(own(found)), [0, 1, 2, 3, 4]);
      const positions = found.map((f) => f.commitPosition ?? f.event.position.commit);
      assert.deepEqual(positions, [...positions].sort((a, b) => (a < b ? -1 : 1)));
    });

    it('goes backwards, and on from a position', async () => {
      const last = appended.position;
      const [at] = await all(client.readAll({ fromPosition: last, maxCount: 1 }));
      assert.equal(at.event.data.n, 4); // forwards the position is included
      const before = await all(client.readAll({ direction: BACKWARDS, fromPosition: last, maxCount: 4 }));
      assert.deepEqual(numbers(before), [3, 2, 1, 0]); // backwards it is not
      const [newest] = await all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
      assert.ok(newest.event.position.commit >= last.commit);
    });
  });

  describe(`${kit.name}: the system streams`, () => {
    const category = `c${kit.name}`;
    const type = `Type${kit.name}`;
    const [first, second] = [`${category}-1`, `${category}-2`];
    const linked = (stream, options) => all(client.readStream(stream, { resolveLinkTos: true, ...options }));
    before(async () => {
      await client.appendToStream(first, kit.events(2, type));
      await client.appendToStream(second, kit.events(1, type));
      await eventually(async () => assert.equal((await linked(`$ce-${category}`)).length, 3), 'three links by category');
    });

    it('lead to the events by category and by type', async () => {
      const want = [`0@${first}`, `1@${first}`, `0@${second}`];
      assert.deepEqual(places(await linked(`$ce-${category}`)), want);
      assert.deepEqual(places(await linked(`$et-${type}`)), want);
      const backwards = await linked(`$ce-${category}`, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
      assert.deepEqual(places(backwards), [`0@${second}`]);
      const names = await all(client.readStream(`$category-${category}`));
      assert.deepEqual(names.map(({ event }) => Buffer.from(event.data).toString()), [first, second]);
    });

    it('list the streams', async () => {
      const found = places(await linked('$streams'));
      assert.equal(found.filter((place) => place === `0@${first}`).length, 1);
      assert.equal(found.filter((place) => place === `0@${second}`).length, 1);
    });

    it('hold links, which say whose they are', async () => {
      const [plain] = await all(client.readStream(`$ce-${category}`, { maxCount: 1 }));
      assert.equal(plain.event.type, '$>');
      assert.equal(plain.event.isJson, false);
      assert.equal(Buffer.from(plain.event.data).toString(), `0@${first}`);
      const [resolved] = await linked(`$ce-${category}`, { maxCount: 1 });
      assert.equal(resolved.link.streamId, `$ce-${category}`);
      assert.equal(resolved.link.revision, 0n);
      assert.equal(resolved.event.data.n, 0);
      const about = resolved.link.metadata;
      assert.equal(about.$o, first);
      assert.equal(about.$causedBy, resolved.event.id);
    });

    it('lead nowhere where the event is gone', async () => {
      await client.deleteStream(second);
      await eventually(async () => assert.equal((await linked(`$ce-${category}`)).length, 4), 'the deletion in the category');
      const found = await linked(`$ce-${category}`);
      assert.equal(found[2].event, undefined);
      assert.equal(found[2].link.revision, 2n);
      assert.equal(found[3].event.streamId, `$$${second}`);
      const deleted = await linked('$et-$deleted');
      assert.ok(places(deleted).includes(`0@$$${second}`));
    });
  });
}
