/**
 * Prepares the datastores of an instance as their administrator: services may neither change the
 * streams of events nor the users of the database.
 */
import { ensureDatabaseUsers } from '@forgemesh/data';
import { configuredServers, enforceStreams } from '@forgemesh/events';
import { natsVariables, num, readConfig, str } from './config';

const variables = {
  ...natsVariables,
  NATS_URL: str({ default: '', desc: 'NATS servers, with an administrator; empty if services create their streams' }),
  FORGE_EVENT_REPLICAS: num({ default: 1, desc: 'Number of replicas of each event stream in a NATS cluster' }),
  MONGODB_URI: str({ default: '', desc: 'Database server, with an administrator; empty if services share a user' }),
  FORGE_MONGODB_PREFIX: str({ default: 'forgemesh', desc: 'Prefix of the names of databases' }),
};

/** Addresses of the datastores, and the passwords of the users. */
export interface DatastoreConfig extends ReturnType<typeof readConfig<typeof variables>> {
  /** Returns the password of a service's user of the database. Throws if there is none. */
  passwordOf(service: string): string;
}

/** Reads and validates the configuration; `FORGE_MONGODB_PASSWORD_<SERVICE>` are the passwords. */
export function readDatastoreConfig(environment: NodeJS.ProcessEnv): DatastoreConfig {
  return {
    ...readConfig(environment, variables),
    passwordOf(service) {
      const name = `FORGE_MONGODB_PASSWORD_${service.toUpperCase()}`;
      const password = environment[name];
      if (!password) throw new Error(`The configuration is not valid. ${name}: is missing`);
      return password;
    },
  };
}

/** Creates or updates the users and streams of services. */
export async function prepareDatastores(config: DatastoreConfig, services: readonly string[]): Promise<void> {
  if (config.MONGODB_URI !== '') {
    const users = services.map((name) => ({
      name,
      password: config.passwordOf(name),
      databases: [`${config.FORGE_MONGODB_PREFIX}_${name}`],
    }));
    await ensureDatabaseUsers(config.MONGODB_URI, users);
  }
  if (config.NATS_URL !== '') await enforceStreams(configuredServers(config), services, config.FORGE_EVENT_REPLICAS);
}
