// Sends writes of all kinds while faults are injected, and records the acknowledged ones.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShutdownHooks } from '../lib/shutdown.ts';
import { createApiClient, type ApiClient } from './client.ts';
import { RECEIVER_HOST, startReceiver, type Receiver } from './receiver.ts';
import { createWriteKinds, type WriteKind, type Project } from './writes.ts';

/** Pause before a refused write is retried, to avoid flooding an unavailable gateway (ms). */
const PAUSE_MS = 100;
/** Timeout for the services to apply changed settings (ms). */
const SETTINGS_MS = 30_000;

interface Ledger {
  /** Keys by kind of write. */
  acknowledged: Map<string, string[]>;
  /** Number of 503 responses and cut connections. */
  refusals: number;
  /** Responses that no fault explains. */
  unexpected: string[];
}

export interface Load {
  api: ApiClient;
  ledger: Ledger;
  kinds: WriteKind[];
  project: Project;
  /** Address of the project's repository, with credentials. */
  remote: string;
  receiver: Receiver;
  stop: () => Promise<void>;
}

/** Starts the writers. */
export async function startLoad({
  url,
  token,
  folder,
  dataDir,
  paceMs = 0,
  shutdown,
}: {
  url: string;
  token: string;
  folder: string;
  dataDir: string;
  /** Pause of each writer between two writes (ms). */
  paceMs?: number;
  /** Closes the receiver, also if the load does not start. */
  shutdown: Pick<ShutdownHooks, 'add'>;
}): Promise<Load> {
  const api = createApiClient(url, token);
  const ledger: Ledger = { acknowledged: new Map(), refusals: 0, unexpected: [] };
  const countRefusal = () => void ledger.refusals++;

  async function send<Body>(method: string, path: string, body?: object): Promise<Body | undefined> {
    const response = await api<Body>(method, path, body).catch(() => undefined);
    if (response && response.status < 300) return response.body;
    if (response === undefined || response.status === 503) countRefusal();
    else ledger.unexpected.push(`${response.status} ${method} ${path} ${JSON.stringify(response.body)}`);
    return undefined;
  }

  const name = `faults-${randomBytes(4).toString('hex')}`;
  const project = await send<Project>('POST', '/projects', { name, initialize_with_readme: true });
  if (!project) throw new Error(`The load cannot start: ${ledger.unexpected}`);
  const receiver = await startReceiver();
  shutdown.add(undefined, receiver.close);
  await createHook(api, project, receiver);
  const remote = new URL(`/${project.path_with_namespace}.git`, url);
  remote.username = 'root';
  remote.password = token;
  const kinds = await createWriteKinds({ api, send, countRefusal, project, folder, remote: remote.href, dataDir });
  if (ledger.refusals > 0 || ledger.unexpected.length > 0)
    throw new Error(`The load cannot start: ${ledger.unexpected}`);

  let isDone = false;
  async function write(kind: WriteKind, writer: number) {
    const keys = ledger.acknowledged.get(kind.name) ?? [];
    ledger.acknowledged.set(kind.name, keys);
    // A kind of which only the last write counts ends with an acknowledged write, because the
    // effect of a refused one is unknown.
    for (let wasRefused = false; !isDone || (kind.isLastOnly && wasRefused);) {
      const key = await kind.write(writer);
      wasRefused = key === undefined;
      if (key === undefined) await sleep(PAUSE_MS);
      else keys.push(key);
      if (paceMs > 0) await sleep(paceMs);
    }
  }
  const finished = Promise.all(
    kinds.flatMap((kind) => Array.from({ length: kind.writers }, (_, writer) => write(kind, writer))),
  );
  finished.catch(() => undefined);
  return {
    api,
    ledger,
    kinds,
    project,
    remote: remote.href,
    receiver,
    async stop() {
      isDone = true;
      await finished;
    },
  };
}

/** Creates a hook that notifies the receiver of all events of a project. */
async function createHook(api: ApiClient, { id }: Project, { url }: Receiver) {
  await api('PUT', '/application/settings', { outbound_local_requests_whitelist: [RECEIVER_HOST] });
  const events = { push_events: true, issues_events: true, note_events: true, merge_requests_events: true };
  const until = Date.now() + SETTINGS_MS;
  for (;;) {
    const { status } = await api('POST', `/projects/${id}/hooks`, { url, ...events });
    if (status === 201) return;
    if (Date.now() > until) throw new Error(`The hook could not be created: ${status}`);
    await sleep(PAUSE_MS);
  }
}
