// Persistent subscriptions: every call that the clients have for them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually, fails, numbers, setting, taker } from './harness.mjs';

export default function persistent(kit) {
  const { START, END, PARK, RETRY, SKIP } = kit;
  const client = kit.connect(setting('CANDOR_TEST_TLS'));
  const settings = (changes) => kit.persistentSubscriptionToStreamSettingsFromDefaults(changes);
  const settingsToAll = (changes) => kit.persistentSubscriptionToAllSettingsFromDefaults(changes);
  const group = 'workers';
  const open = (stream, options) => client.subscribeToPersistentSubscriptionToStream(stream, group, options);
  const info = (stream) => client.getPersistentSubscriptionToStreamInfo(stream, group);
  const parked = (stream, n) => eventually(async () => assert.equal((await info(stream)).stats.parkedMessageCount, BigInt(n)), `${n} parked messages`);

  /** A stream with events and a group on it. */
  const prepared = async (events, changes) => {
    const stream = kit.stream();
    if (events) await client.appendToStream(stream, kit.events(events));
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START, ...changes }));
    return stream;
  };

  describe(`${kit.name}: a persistent subscription to a stream`, () => {
    it('hands out history and what comes, and goes on where it was acknowledged', async () => {
      const stream = await prepared(5, { checkPointLowerBound: 1 });
      const subscription = open(stream);
      const take = taker(subscription);
      const found = await take(5);
      assert.deepEqual(numbers(found), [0, 1, 2, 3, 4]);
      assert.ok(found.every((f) => f.retryCount === 0));
      for (const f of found) await subscription.ack(f);
      await client.appendToStream(stream, kit.events(1, 'Later'));
      const [later] = await take(1);
      assert.equal(later.event.type, 'Later');
      await subscription.ack(later);
      await eventually(async () => assert.equal((await info(stream)).stats.lastCheckpointedEventRevision, 5n), 'the checkpoint');
      await subscription.unsubscribe();
      await client.appendToStream(stream, kit.events(1, 'Last'));
      const again = open(stream);
      const [last] = await taker(again)(1);
      assert.equal(last.event.type, 'Last');
      await again.ack(last);
      await again.unsubscribe();
    });

    it('begins where it is told', async () => {
      for (const [startFrom, want] of [[2n, [2, 3]], [END, []]]) {
        const stream = await prepared(4, { startFrom });
        const subscription = open(stream);
        const take = taker(subscription);
        await eventually(async () => assert.equal((await info(stream)).connections.length, 1), 'the connection');
        await client.appendToStream(stream, kit.jsonEvent({ type: 'Later', data: { n: 9 } }));
        assert.deepEqual(numbers(await take(want.length + 1)), [...want, 9]);
        await subscription.unsubscribe();
      }
    });

    it('does with what is refused as it is told', async () => {
      const stream = await prepared(4, {});
      const subscription = open(stream);
      const take = taker(subscription);
      const [retried, skipped, set, acknowledged] = await take(4);
      await subscription.nack(RETRY, 'again', retried);
      await subscription.nack(SKIP, 'never mind', skipped);
      await subscription.nack(PARK, 'later', set);
      await subscription.ack(acknowledged);
      const [again] = await take(1);
      assert.equal(again.event.id, retried.event.id);
      assert.equal(again.retryCount, 1);
      await subscription.ack(again);
      await parked(stream, 1);
      await client.replayParkedMessagesToStream(stream, group);
      const [replayed] = await take(1);
      assert.equal(replayed.event.id, set.event.id);
      await subscription.ack(replayed);
      await parked(stream, 0);
      assert.equal(take.left(), 0);
      await subscription.unsubscribe();
    });

    it('replays as many parked messages as asked for', async () => {
      const stream = await prepared(3, {});
      const subscription = open(stream);
      const take = taker(subscription);
      for (const f of await take(3)) await subscription.nack(PARK, 'later', f);
      await parked(stream, 3);
      await client.replayParkedMessagesToStream(stream, group, { stopAt: 2 });
      const found = await take(2);
      assert.deepEqual(numbers(found), [0, 1]);
      await subscription.ack(...found);
      await parked(stream, 1);
      await subscription.unsubscribe();
    });

    it('parks what is retried too often, and hands out again what nobody answers', async () => {
      const stream = await prepared(1, { maxRetryCount: 1, messageTimeout: 200 });
      const subscription = open(stream);
      const take = taker(subscription);
      const found = await take(2);
      assert.deepEqual(found.map((f) => f.retryCount), [0, 1]);
      await parked(stream, 1);
      await subscription.unsubscribe();
    });

    it('shares the work between consumers, and takes back what one leaves', async () => {
      const stream = await prepared(0, { consumerStrategyName: kit.ROUND_ROBIN });
      const [one, two] = [open(stream), open(stream)];
      const [first, second] = [taker(one), taker(two)];
      await eventually(async () => assert.equal((await info(stream)).connections.length, 2), 'two connections');
      await client.appendToStream(stream, kit.events(6));
      const [mine, others] = [await first(3), await second(3)];
      assert.deepEqual(numbers([...mine, ...others]).sort(), [0, 1, 2, 3, 4, 5]);
      for (const f of mine) await one.ack(f);
      await two.unsubscribe();
      const back = await first(3);
      assert.deepEqual(numbers(back).sort(), numbers(others).sort());
      await one.ack(...back);
      await one.unsubscribe();
    });

    it('follows links', async () => {
      const category = `p${kit.name}`;
      const links = `$ce-${category}`;
      await client.appendToStream(`${category}-1`, kit.events(2));
      await client.createPersistentSubscriptionToStream(links, group, settings({ startFrom: START, resolveLinkTos: true }));
      const subscription = client.subscribeToPersistentSubscriptionToStream(links, group);
      const found = await taker(subscription)(2);
      assert.deepEqual(found.map(({ event, link }) => `${event.streamId} ${link.streamId}`), Array(2).fill(`${category}-1 ${links}`));
      await subscription.ack(...found);
      await subscription.unsubscribe();
    });

    it('refuses too many consumers', async () => {
      const stream = await prepared(1, { maxSubscriberCount: 1 });
      const first = open(stream);
      await taker(first)(1);
      const error = await taker(open(stream)).error();
      assert.ok(error instanceof kit.PersistentSubscriptionMaximumSubscribersReachedError, String(error));
      await first.unsubscribe();
    });

    it('is created once, changed, described, listed and deleted', async () => {
      const stream = await prepared(2, { maxRetryCount: 3 });
      await fails(client.createPersistentSubscriptionToStream(stream, group, settings()), kit.PersistentSubscriptionExistsError);
      await client.updatePersistentSubscriptionToStream(stream, group, settings({ startFrom: START, maxRetryCount: 7, messageTimeout: 5000 }));
      const found = await info(stream);
      assert.equal(found.eventSource, stream);
      assert.equal(found.groupName, group);
      assert.equal(found.settings.maxRetryCount, 7);
      assert.equal(found.settings.messageTimeout, 5000);
      assert.equal(found.settings.startFrom, START);
      const of = await client.listPersistentSubscriptionsToStream(stream);
      assert.deepEqual(of.map((s) => s.groupName), [group]);
      assert.ok((await client.listAllPersistentSubscriptions()).some((s) => s.eventSource === stream));

      const take = taker(open(stream));
      await take(2);
      await client.deletePersistentSubscriptionToStream(stream, group);
      const dropped = await take.error();
      assert.ok(dropped instanceof kit.PersistentSubscriptionDroppedError, String(dropped));
      const missing = kit.PersistentSubscriptionDoesNotExistError;
      await fails(client.deletePersistentSubscriptionToStream(stream, group), missing);
      await fails(client.updatePersistentSubscriptionToStream(stream, group, settings()), missing);
      await fails(info(stream), missing);
      await fails(client.replayParkedMessagesToStream(stream, group), missing);
      const error = await taker(open(stream)).error();
      assert.ok(error instanceof missing, String(error));
    });
  });

  describe(`${kit.name}: a persistent subscription to $all`, () => {
    it('hands out what its filter lets through', async () => {
      const category = `pa${kit.name}`;
      const name = `all-${kit.name}`;
      await client.appendToStream(`${category}-1`, kit.events(3));
      await client.createPersistentSubscriptionToAll(name, settingsToAll({ startFrom: START }), {
        filter: kit.streamNameFilter({ prefixes: [`${category}-`] }),
      });
      const subscription = client.subscribeToPersistentSubscriptionToAll(name);
      const take = taker(subscription);
      const found = await take(3);
      assert.deepEqual(numbers(found), [0, 1, 2]);
      const [first, ...rest] = found;
      await subscription.nack(PARK, 'later', first);
      await subscription.ack(...rest);
      const all = () => client.getPersistentSubscriptionToAllInfo(name);
      await eventually(async () => assert.equal((await all()).stats.parkedMessageCount, 1n), 'the parked message');
      await client.replayParkedMessagesToAll(name);
      const [again] = await take(1);
      assert.equal(again.event.id, first.event.id);
      await subscription.ack(again);
      await client.appendToStream(`${category}-2`, kit.events(1));
      await subscription.ack(...await take(1));
      await subscription.unsubscribe();

      await fails(client.createPersistentSubscriptionToAll(name, settingsToAll()), kit.PersistentSubscriptionExistsError);
      await client.updatePersistentSubscriptionToAll(name, settingsToAll({ startFrom: START, maxRetryCount: 2 }));
      assert.equal((await all()).settings.maxRetryCount, 2);
      assert.ok((await client.listPersistentSubscriptionsToAll()).some((s) => s.groupName === name));
      await client.deletePersistentSubscriptionToAll(name);
      await fails(client.deletePersistentSubscriptionToAll(name), kit.PersistentSubscriptionDoesNotExistError);
    });
  });

  describe(`${kit.name}: the persistent subscriptions`, () => {
    it('start anew when told to, and lose nothing', async () => {
      const stream = await prepared(2, { checkPointLowerBound: 1 });
      const subscription = open(stream);
      const take = taker(subscription);
      const [first] = await take(2);
      await subscription.ack(first);
      await eventually(async () => assert.equal((await info(stream)).stats.lastCheckpointedEventRevision, 0n), 'the checkpoint');
      await client.restartPersistentSubscriptionSubsystem();
      await eventually(async () => {
        const found = await taker(open(stream))(1);
        assert.equal(found[0].event.data.n, 1);
      }, 'the event that was not acknowledged');
    });
  });
}
