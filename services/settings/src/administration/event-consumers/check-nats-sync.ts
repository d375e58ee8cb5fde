/**
 * Warns of NATS servers that sync their streams at intervals instead of with each write: after a
 * power failure such a server has lost events that it had acknowledged.
 */
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { NatsSyncDeps } from './deps';

const TIMEOUT_MS = 5_000;

/** Checks the servers whose monitoring addresses are configured. */
export const checkNatsSync: Schedule<NatsSyncDeps> = {
  name: 'settings-check-nats-sync',
  everyMs: HOUR_MS,
  async run({ natsMonitors, log }) {
    for (const url of natsMonitors) {
      try {
        if (!(await syncsEachWrite(url)))
          log.warn({ url }, 'the NATS server can lose acknowledged events: set jetstream.sync_interval to always');
      } catch (error) {
        log.warn({ url, err: error }, 'the settings of the NATS server could not be read');
      }
    }
  },
};

/** Whether a server with JetStream syncs each write. Throws if it does not say so. */
async function syncsEachWrite(url: string): Promise<boolean> {
  const response = await fetch(new URL('varz', url.endsWith('/') ? url : `${url}/`), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The monitoring port responded with ${response.status}`);
  const { jetstream } = (await response.json()) as { jetstream?: { config?: { sync_always?: boolean } } };
  return jetstream?.config?.sync_always === true;
}
