// Writes of all kinds that go on while things break. What was acknowledged is noted, and nothing
// else is promised.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf, type Ask } from './client.ts';
import { RECEIVER_HOST, startReceiver, type Receiver } from './receiver.ts';
import { kindsOf, type Kind, type Project } from './writes.ts';

/**
 * Between tries of what was refused, so that a gateway that is away is not asked thousands of times
 * (ms).
 */
const PAUSE_MS = 100;
/** How long the services may take to know of changed settings (ms). */
const SETTINGS_MS = 30_000;

interface Ledger {
  /** Keys by kind of write. */
  acknowledged: Map<string, string[]>;
  /** Answers that say that something is away, and cut connections. */
  refusals: number;
  /** Answers that nothing excuses. */
  wrong: string[];
}

export interface Load {
  ask: Ask;
  ledger: Ledger;
  kinds: Kind[];
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
}: {
  url: string;
  token: string;
  folder: string;
  dataDir: string;
}): Promise<Load> {
  const ask = clientOf(url, token);
  const ledger: Ledger = { acknowledged: new Map(), refusals: 0, wrong: [] };
  const refused = () => void ledger.refusals++;

  async function send<Body>(method: string, path: string, body?: object): Promise<Body | undefined> {
    const answer = await ask<Body>(method, path, body).catch(() => undefined);
    if (answer && answer.status < 300) return answer.body;
    if (answer === undefined || answer.status === 503) refused();
    else ledger.wrong.push(`${answer.status} ${method} ${path} ${JSON.stringify(answer.body)}`);
    return undefined;
  }

  const name = `faults-${randomBytes(4).toString('hex')}`;
  const project = await send<Project>('POST', '/projects', { name, initialize_with_readme: true });
  if (!project) throw new Error(`The load cannot begin: ${ledger.wrong}`);
  const receiver = await startReceiver();
  await listen(ask, project, receiver);
  const remote = new URL(`/${project.path_with_namespace}.git`, url);
  remote.username = 'root';
  remote.password = token;
  const kinds = await kindsOf({ ask, send, refused, project, folder, remote: remote.href, dataDir });
  if (ledger.refusals > 0 || ledger.wrong.length > 0) throw new Error(`The load cannot begin: ${ledger.wrong}`);

  let isOver = false;
  async function write(kind: Kind, writer: number) {
    const keys = ledger.acknowledged.get(kind.name) ?? [];
    ledger.acknowledged.set(kind.name, keys);
    // Of those of which the last one counts it is told what that was: nobody knows of one that was
    // refused.
    for (let wasRefused = false; !isOver || (kind.isLastOnly && wasRefused);) {
      const key = await kind.write(writer);
      wasRefused = key === undefined;
      if (key === undefined) await sleep(PAUSE_MS);
      else keys.push(key);
    }
  }
  const ended = Promise.all(
    kinds.flatMap((kind) => Array.from({ length: kind.writers }, (_, writer) => write(kind, writer))),
  );
  ended.catch(() => undefined);
  return {
    ...{ ask, ledger, kinds, project, remote: remote.href, receiver },
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

/** Has a receiver told of all that happens in a project. */
async function listen(ask: Ask, { id }: Project, { url }: Receiver) {
  await ask('PUT', '/application/settings', { outbound_local_requests_whitelist: [RECEIVER_HOST] });
  const events = { push_events: true, issues_events: true, note_events: true, merge_requests_events: true };
  const until = Date.now() + SETTINGS_MS;
  for (;;) {
    const { status } = await ask('POST', `/projects/${id}/hooks`, { url, ...events });
    if (status === 201) return;
    if (Date.now() > until) throw new Error(`The hook could not be made: ${status}`);
    await sleep(PAUSE_MS);
  }
}
