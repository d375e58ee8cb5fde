// The streams of events in the embedded NATS, which only its administrator may create and change.

import { isAdministrator, readPasswords } from '../datastores/passwords.ts';
import { streams } from '../lib/libraries.ts';
import { services } from './services.ts';

/**
 * Creates the streams of all services, or restores their configuration. Does nothing for a NATS
 * server of the operator, whose administrator creates them.
 * @param natsUrl with the user and password of the administrator
 * @param dataDir holds the passwords of the embedded server
 */
export async function ensureEventStreams(natsUrl: string, dataDir: string) {
  if (!isAdministrator(natsUrl, readPasswords(dataDir, 'nats'))) return;
  const names = services.map(({ name }) => name);
  await streams().enforceStreams({ url: natsUrl }, names);
}
