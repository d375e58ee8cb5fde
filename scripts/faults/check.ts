// Checks the state after recovery: no acknowledged write is lost, and each event has had its effect
// once.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readWhenRecovered } from './client.ts';
import { readPublished } from './events.ts';
import { repositoryFolder, gitIn, type WriteKind, type Stored } from './writes.ts';
import { checkRefLogs } from './ref-logs.ts';
import type { FaultEnvironment } from './environment.ts';
import type { Load } from './load.ts';
import type { Receiver } from './receiver.ts';

/**
 * Timeout for pending effects after recovery (ms): unacknowledged events are redelivered after
 * their ack wait, and a hook delivery lease lasts a minute.
 */
const RECOVERY_TIMEOUT_MS = 240_000;

/** Each count must be 0. */
export type Counts = Record<string, number>;

/** Result of one kind of writes. */
type Outcome = Omit<WriteKind, 'stored'> & { keys: string[]; stored: Stored[] };

export async function check(
  { api, ledger, kinds, project, receiver }: Load,
  { dataDir, natsUrl, storageUri, members }: Pick<FaultEnvironment, 'dataDir' | 'natsUrl' | 'storageUri' | 'members'>,
): Promise<{ counts: Counts; details: string[] }> {
  // The folder of a process is a cache, which it updates when it is read.
  for (const { api: own } of members) await readWhenRecovered(own, `/projects/${project.id}/repository/branches`);
  const outcomes: Outcome[] = [];
  for (const kind of kinds) {
    const acknowledged = ledger.acknowledged.get(kind.name) ?? [];
    const keys = kind.isLastOnly ? acknowledged.slice(-1) : acknowledged;
    outcomes.push({ ...kind, keys, stored: await kind.stored() });
  }
  const details: string[] = [];
  const count = (what: string, select: (outcome: Outcome) => string[]) => {
    const found = outcomes.map((outcome) => ({ name: outcome.name, ids: select(outcome) }));
    for (const { name, ids } of found)
      if (ids.length > 0) details.push(`${what}: ${name} ${ids.slice(0, 5).join(' ')}`);
    return found.reduce((sum, { ids }) => sum + ids.length, 0);
  };
  const counted = outcomes.find(({ name }) => name === 'issues')?.stored.length;
  const hasCorrectCount = await becomesTrue(async () => {
    const { body } = await readWhenRecovered<{ open_issues_count: number }>(api, `/projects/${project.id}`);
    return body.open_issues_count === counted;
  });
  await becomesTrue(async () => outcomes.every((outcome) => undelivered(outcome, receiver).length === 0));
  const published = await readPublished(
    natsUrl,
    kinds.flatMap(({ event, undoEvent }) => [...(event ? [event] : []), ...(undoEvent ? [undoEvent] : [])]),
  );
  const eventsOf = ({ event, undoEvent }: Outcome) =>
    missingFrom([...(published.get(undoEvent ?? '') ?? [])], [...(published.get(event ?? '') ?? [])]);
  const projects = outcomes.find(({ name }) => name === 'projects');
  // Interrupted creations may leave a project without a repository, which is created by its first
  // write.
  const repositories = (projects?.stored ?? []).filter(
    ({ key, id }) => projects?.keys.includes(key) || existsSync(repositoryFolder(dataDir, id)),
  );
  // A folder that was lost is built again when it is used.
  const existing = new Set([project.id, ...(projects?.stored ?? []).map(({ id }) => Number(id))]);
  for (const id of existing)
    for (const reader of members.length > 0 ? members.map((member) => member.api) : [api])
      await reader('GET', `/projects/${id}/repository/branches`);
  const processes = members.length > 0 ? members.map(({ name }) => name) : ['repository'];
  const logs = await checkRefLogs(storageUri, dataDir, processes, existing);
  for (const [what, found] of Object.entries(logs))
    if (found.length > 0) details.push(`${what}: ${found.slice(0, 5).join(', ')}`);
  const counts = {
    'acknowledged writes lost': count('lost', ({ keys, stored }) => missingFrom(keysOf(stored), keys)),
    'duplicate writes': count('duplicate', ({ stored }) => repeated(keysOf(stored))),
    'refs other than the last acknowledged push': count('ref', ({ name, keys, stored }) =>
      name === 'pushes' ? missingFrom(keys, keysOf(stored)) : [],
    ),
    'events without a visible object': count('no object', (outcome) =>
      missingFrom(idsOf(outcome.stored), eventsOf(outcome)),
    ),
    'objects without their event': count('no event', (outcome) =>
      outcome.event ? missingFrom(eventsOf(outcome), idsOf(outcome.stored)) : [],
    ),
    'events without their effect': count('no effect', (outcome) => undelivered(outcome, receiver)),
    'effects without their event': count('effect without event', (outcome) =>
      missingFrom(outcome.event ? eventsOf(outcome) : idsOf(outcome.stored), deliveredIds(outcome, receiver)),
    ),
    'duplicate effects at an idempotent consumer': count('duplicate effect', (outcome) =>
      repeated(deliveredIds(outcome, receiver)),
    ),
    'projections that differ from their source': hasCorrectCount ? 0 : 1,
    'numbers that are missing in a ref log': logs.gaps.length,
    'changes that do not begin where the one before has ended': logs.breaks.length,
    'refs in a folder that differ from the ref log': logs.differences.length,
    'repositories with git fsck errors': await countBroken(dataDir, [{ id: String(project.id) }, ...repositories]),
    'unexpected responses': ledger.unexpected.length,
  };
  return { counts, details: [...details, ...new Set(ledger.unexpected)] };
}

const keysOf = (stored: Stored[]) => stored.map(({ key }) => key);
const idsOf = (stored: Stored[]) => stored.map(({ id }) => id);

function missingFrom(found: readonly string[], expected: readonly string[]) {
  const existing = new Set(found);
  return expected.filter((one) => !existing.has(one));
}

function repeated(all: readonly string[]) {
  return all.filter((one, index) => all.indexOf(one) !== index);
}

/** Ids that the idempotent receiver was notified of. */
function deliveredIds({ idInHook }: Outcome, { effects }: Receiver) {
  return effects.flatMap((effect) => {
    const id = idInHook?.(effect);
    return id === undefined ? [] : [String(id)];
  });
}

/** Stored objects that the receiver was not notified of. */
function undelivered(outcome: Outcome, receiver: Receiver) {
  return outcome.idInHook ? missingFrom(deliveredIds(outcome, receiver), idsOf(outcome.stored)) : [];
}

async function countBroken(dataDir: string, projects: { id: string }[]) {
  let broken = 0;
  for (const { id } of projects) {
    await gitIn(dataDir, id, 'fsck', '--full', '--strict').catch(() => broken++);
  }
  return broken;
}

/** @returns whether the condition became true within the timeout */
async function becomesTrue(condition: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + RECOVERY_TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > until) return false;
    await sleep(1_000);
  }
  return true;
}
