import { connectDatabase } from '../mongo';
import { waitFor } from '@forgemesh/testing';
import { openTestBus, openTestDatabase, readVariable, silentLog } from '@forgemesh/testing/runtime';
import { mayCacheReads, onWrite, replicateWrites } from './write-notifications';

describe('writes to collections', () => {
  it('reach the caches of every replica before they are acknowledged', async () => {
    const database = await openTestDatabase();
    const [{ bus }, { bus: otherBus }] = [openTestBus(), openTestBus()];
    const replica = await connectDatabase({ ...database, uri: readVariable('FORGE_TEST_MONGODB_URI') });
    const notified = { here: 0, there: 0, other: 0, elsewhere: 0 };
    onWrite(database.connection, ['things'], () => notified.here++);
    onWrite(replica, ['things', 'unread'], () => notified.there++);
    onWrite(replica, ['others'], () => notified.other++);
    onWrite(replica, ['unrelated'], () => notified.elsewhere++);
    expect(mayCacheReads(database.connection)).toBe(true);
    const writes = replicateWrites(database.connection, bus, silentLog);
    const others = replicateWrites(replica, otherBus, silentLog);
    for (const connection of [database.connection, replica])
      await waitFor(() => Promise.resolve(mayCacheReads(connection)), Boolean);

    const things = database.connection.collection('things');
    for (let n = 1; n <= 20; n++) {
      await things.insertOne({});
      expect(notified.here).toBe(n);
      await writes.acknowledged();
      expect(notified.there).toBe(n);
    }
    await replica.collection('others').insertOne({});
    expect([notified.other, notified.elsewhere]).toEqual([1, 0]);
    writes.close();
    others.close();
    await Promise.all([bus.close(), otherBus.close()]);
    await replica.close();
    await database.close();
  });
});
