// Inserts an entity with its event through the built packages and kills the process with SIGKILL
// before the event is published.
const mongoose = require('mongoose');
const { createSequences, entitySchema, Outbox } = require('@forgemesh/data');
const { createMetrics } = require('@forgemesh/telemetry');

const [database, service] = process.argv.slice(2);

async function main() {
  const connection = await mongoose
    .createConnection(process.env.FORGE_TEST_MONGODB_URI, {
      dbName: database,
      writeConcern: { w: 'majority', journal: true },
    })
    .asPromise();
  const bus = { publish: () => process.kill(process.pid, 'SIGKILL'), isConnected: () => true };
  const log = { warn: console.error };
  const sequences = createSequences(connection);
  const outbox = new Outbox({ connection, sequences, bus, service, log, metrics: createMetrics(service), limit: 10 });
  const model = connection.model('thing', entitySchema('things', { name: String }));
  const things = outbox.store(model, ({ _id, name }) => ({ id: _id, name }));
  await things.insert({ _id: 1, name: 'written before the crash' }, [
    { type: `${service}.thing.created`, actor: null },
  ]);
}

void main();
