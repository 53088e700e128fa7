// Catch-up subscriptions: from every kind of start, with every kind of filter, with links, and to their end.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it } from 'node:test';
import { all, eventually, numbers, places, setting, taker } from './harness.mjs';

export default function subscribe(kit) {
  const { START, END, streamNameFilter, eventTypeFilter, excludeSystemEvents, StreamDeletedError } = kit;
  const client = kit.connect(setting('CANDOR_TEST_TLS'));
  const confirmed = (subscription) => once(subscription, 'confirmation', { signal: AbortSignal.timeout(30_000) });

  describe(`${kit.name}: a subscription to a stream`, () => {
    const stream = kit.stream();
    before(() => client.appendToStream(stream, kit.events(5)));

    for (const [what, fromRevision, history] of [
      ['the start', START, [0, 1, 2, 3, 4]],
      ['after a revision', 2n, [3, 4]],
      ['after the last revision', 4n, []],
      ['the end', END, []],
    ]) {
      it(`from ${what} gets history, then what comes`, async () => {
        const own = kit.stream();
        await client.appendToStream(own, kit.events(5));
        const subscription = client.subscribeToStream(own, { fromRevision });
        const take = taker(subscription);
        await confirmed(subscription);
        if (history.length) assert.deepEqual(numbers(await take(history.length)), history);
        await client.appendToStream(own, kit.events(2, 'Later'));
        const live = await take(2);
        assert.deepEqual(live.map(({ event }) => `${event.revision} ${event.type}`), ['5 Later', '6 Later']);
        await subscription.unsubscribe();
        await client.appendToStream(own, kit.events(1));
        assert.equal(take.left(), 0);
      });
    }

    it('may begin before the stream', async () => {
      const own = kit.stream();
      const subscription = client.subscribeToStream(own);
      const take = taker(subscription);
      await confirmed(subscription);
      const caughtUp = once(subscription, 'caughtUp', { signal: AbortSignal.timeout(30_000) });
      await client.appendToStream(own, kit.events(3));
      assert.deepEqual(numbers(await take(3)), [0, 1, 2]);
      await caughtUp;
    });

    it('ends with the tombstone', async () => {
      const own = kit.stream();
      await client.appendToStream(own, kit.events(1));
      const take = taker(client.subscribeToStream(own));
      await take(1);
      await client.tombstoneStream(own);
      const [{ event }] = await take(1);
      assert.equal(event.type, '$streamDeleted');
      const error = await take.error();
      assert.ok(error instanceof StreamDeletedError, String(error));
    });

    it('misses nothing of many writers', async () => {
      const own = kit.stream();
      const take = taker(client.subscribeToStream(own));
      const writers = Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 25; i++) await client.appendToStream(own, kit.events(2));
      });
      const found = await take(400);
      await Promise.all(writers);
      assert.deepEqual(found.map(({ event }) => Number(event.revision)), [...Array(400).keys()]);
    });

    it('follows links', async () => {
      const [category, type] = [`s${kit.name}`, `Linked${kit.name}`];
      const by = [`$ce-${category}`, `$et-${type}`].map((s) => taker(client.subscribeToStream(s, { resolveLinkTos: true })));
      const plain = taker(client.subscribeToStream(`$ce-${category}`));
      await client.appendToStream(`${category}-1`, kit.events(2, type));
      await client.appendToStream(`${category}-2`, kit.events(1, type));
      const want = [`0@${category}-1`, `1@${category}-1`, `0@${category}-2`];
      for (const take of by) {
        const found = await take(3);
        assert.deepEqual(places(found), want);
        assert.deepEqual(found.map(({ link }) => link.revision), [0n, 1n, 2n]);
      }
      assert.deepEqual((await plain(3)).map(({ event }) => event.type), ['$>', '$>', '$>']);
    });
  });

  describe(`${kit.name}: a subscription to $all`, () => {
    const category = `f${kit.name}`;
    const names = [1, 2, 3].map((n) => `${category}-${n}`);
    const [odd, even] = [`Odd${kit.name}`, `Even${kit.name}`];
    const appended = []; // in the order of the log
    let first;
    const append = async (streamId, type, n) => {
      const event = kit.jsonEvent({ type, data: { n } });
      const { position } = await client.appendToStream(streamId, event);
      appended.push({ streamId, type, id: event.id });
      first ??= position;
    };
    before(async () => {
      for (const name of names) for (let n = 0; n < 4; n++) await append(name, n % 2 ? odd : even, n);
    });
    /** Takes n events of a subscription to $all and ends it. */
    const taken = async (options, n) => {
      const subscription = client.subscribeToAll(options);
      const found = await taker(subscription)(n);
      await subscription.unsubscribe();
      return found;
    };

    it('goes on after a position', async () => {
      const subscription = client.subscribeToAll({ fromPosition: first });
      const take = taker(subscription);
      const mine = [];
      while (mine.length < 11) {
        const [found] = await take(1);
        assert.ok(found.event.position.commit > first.commit);
        if (found.event.streamId.startsWith(`${category}-`)) mine.push(found);
      }
      assert.deepEqual(numbers(mine), [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
      await subscription.unsubscribe();
    });

    it('from the end gets only what comes', async () => {
      const subscription = client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [`${category}-`] }) });
      const take = taker(subscription);
      await confirmed(subscription);
      await append(names[0], 'Later', 99);
      assert.deepEqual(numbers(await take(1)), [99]);
    });

    for (const [what, filter, matches] of [
      ['prefixes of stream names', () => streamNameFilter({ prefixes: [names[0], names[2]] }), (e) => e.streamId === names[0] || e.streamId === names[2]],
      ['an expression on stream names', () => streamNameFilter({ regex: `^${category}-[23]$` }), (e) => e.streamId === names[1] || e.streamId === names[2]],
      ['prefixes of event types', () => eventTypeFilter({ prefixes: [odd] }), (e) => e.type === odd],
      ['an expression on event types', () => eventTypeFilter({ regex: `^(Odd|Nothing)${kit.name}$` }), (e) => e.type === odd],
    ]) {
      it(`with ${what} gets what matches and nothing else`, async () => {
        const want = appended.filter(matches).map(({ id }) => id);
        assert.ok(want.length >= 6, `${want.length} events match`);
        const found = await taken({ fromPosition: START, filter: filter() }, want.length);
        assert.deepEqual(found.map(({ event }) => event.id), want);
        const read = await all(client.readAll({ filter: filter() })); // the older client knows no filter here
        if (kit.KurrentDBClient) assert.deepEqual(read.map(({ event }) => event.id), want);
      });
    }

    it('without system events gets none', async () => {
      const found = await taken({ fromPosition: START, filter: excludeSystemEvents() }, 12);
      for (const { event } of found) assert.ok(!event.type.startsWith('$'), event.type);
    });

    it('is told how far it is, also where nothing matches', async () => {
      const reached = [];
      const filter = streamNameFilter({
        prefixes: [`nothing${kit.name}-`], maxSearchWindow: 10, checkpointInterval: 2,
        checkpointReached: (_, position) => { reached.push(position.commit); },
      });
      const subscription = client.subscribeToAll({ fromPosition: START, filter });
      subscription.on('data', () => assert.fail('an event'));
      await once(subscription, 'caughtUp', { signal: AbortSignal.timeout(30_000) });
      assert.ok(reached.length >= 2, `${reached.length} checkpoints`);
      assert.deepEqual(reached, [...new Set(reached)].sort((a, b) => (a < b ? -1 : 1)));
      assert.ok(reached.at(-1) < 1n << 62n);
      const { position } = await client.appendToStream(kit.stream('else'), kit.events(100)); // live, too
      await eventually(() => assert.ok(reached.at(-1) >= position.commit - 20n), 'a checkpoint near the end');
    });

    it('goes on after a checkpoint without a gap', async () => {
      let reached;
      const filter = streamNameFilter({
        prefixes: [`${category}-`], maxSearchWindow: 1, checkpointInterval: 1,
        checkpointReached: (_, position) => { reached = position; },
      });
      const subscription = client.subscribeToAll({ fromPosition: START, filter });
      const take = taker(subscription);
      const begun = await take(5);
      await subscription.unsubscribe();
      const seen = new Set(begun.map(({ event }) => event.id));
      for (const { event } of await take(take.left())) seen.add(event.id);
      const rest = { fromPosition: reached, filter: streamNameFilter({ prefixes: [`${category}-`] }) };
      for (const { event } of await taken(rest, appended.length - seen.size)) seen.add(event.id);
      assert.deepEqual([...seen], appended.map(({ id }) => id));
    });
  });
}
