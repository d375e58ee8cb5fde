/**
 * Command that prepares the datastores of an instance as their administrator: the streams of events
 * in NATS and the users of the services in MongoDB, as far as their addresses are given. Its
 * arguments are the names of the services. It may be repeated.
 */
import { prepareDatastores, readDatastoreConfig } from '@forgemesh/service';

prepareDatastores(readDatastoreConfig(process.env), process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
