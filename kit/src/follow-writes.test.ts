import { followWrites, shareWrites } from './follow-writes';
import { connectDatabase } from './mongo';
import { openTestBus, openTestDatabase, readVariable, silentLog } from './testing/runtime';

describe('writes to collections', () => {
  it('are heard of in the other replicas, as far as anything is remembered of them', async () => {
    const database = await openTestDatabase();
    const { bus } = openTestBus();
    const replica = await connectDatabase({ ...database, uri: readVariable('FORGE_TEST_MONGODB_URI') });
    const heard = { here: 0, there: 0, other: 0, elsewhere: 0 };
    followWrites(database.connection, ['things'], () => heard.here++);
    followWrites(replica, ['things', 'unread'], () => heard.there++);
    followWrites(replica, ['others'], () => heard.other++);
    followWrites(replica, ['unrelated'], () => heard.elsewhere++);
    for (const connection of [database.connection, replica]) shareWrites(connection, bus, silentLog);

    const things = database.connection.collection('things');
    // The first messages may come before the other one listens.
    while (heard.there === 0) {
      const before = heard.here;
      await things.insertOne({});
      expect(heard.here).toBe(before + 1);
    }
    await replica.collection('others').insertOne({});
    expect([heard.other, heard.elsewhere]).toEqual([1, 0]);
    await bus.close();
    await replica.close();
    await database.close();
  });
});
