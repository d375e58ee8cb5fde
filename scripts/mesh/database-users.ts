// The users of the embedded MongoDB: one for each service, limited to its database, one for a
// process with all services, and the administrator.

import { ADMINISTRATOR, ensurePasswords } from '../datastores/passwords.ts';
import { databaseUsers } from '../lib/libraries.ts';
import { ALL } from './event-users.ts';
import { services } from './services.ts';

const names = services.map(({ name }) => name);

/** Names of all users. */
export const databaseUserNames = [ADMINISTRATOR, ALL, ...names];

/**
 * Creates the users of the services, or sets their passwords and roles.
 * @param storageUri with the user and password of the administrator
 */
export async function ensureServiceUsers({
  storageUri,
  dataDir,
  databasePrefix,
}: {
  storageUri: string;
  dataDir: string;
  databasePrefix: string;
}) {
  const passwords = ensurePasswords(dataDir, 'mongodb', databaseUserNames);
  const database = (service: string) => `${databasePrefix}_${service}`;
  const users = [ALL, ...names].map((name) => ({
    name,
    password: String(passwords[name]),
    databases: name === ALL ? names.map(database) : [database(name)],
  }));
  await databaseUsers().ensureDatabaseUsers(storageUri, users);
}
