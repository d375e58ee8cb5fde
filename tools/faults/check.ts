// What must be so after everything has healed: nothing acknowledged is lost, and each event has had
// its effect once.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { read } from './client.ts';
import { publishedOf } from './events.ts';
import { folderOf, gitIn, type Kind, type Stored } from './writes.ts';
import type { Load } from './load.ts';
import type { Receiver } from './receiver.ts';

/**
 * How long effects may take to follow when all is back (ms): events that were in hand come again
 * after their claim, a hook's lease lasts a minute.
 */
const HEALED_MS = 240_000;

/** Each must be 0. */
export type Counts = Record<string, number>;

/** Of a kind of writes. */
type Outcome = Omit<Kind, 'stored'> & { keys: string[]; stored: Stored[] };

export async function check(
  { ask, ledger, kinds, project, receiver }: Load,
  { dataDir, natsUrl }: { dataDir: string; natsUrl: string },
): Promise<{ counts: Counts; details: string[] }> {
  const outcomes: Outcome[] = [];
  for (const kind of kinds) {
    const acknowledged = ledger.acknowledged.get(kind.name) ?? [];
    const keys = kind.isLastOnly ? acknowledged.slice(-1) : acknowledged;
    outcomes.push({ ...kind, keys, stored: await kind.stored() });
  }
  const details: string[] = [];
  const count = (what: string, select: (outcome: Outcome) => string[]) => {
    const found = outcomes.map((outcome) => ({ name: outcome.name, odd: select(outcome) }));
    for (const { name, odd } of found)
      if (odd.length > 0) details.push(`${what}: ${name} ${odd.slice(0, 5).join(' ')}`);
    return found.reduce((sum, { odd }) => sum + odd.length, 0);
  };
  const counted = outcomes.find(({ name }) => name === 'issues')?.stored.length;
  const isCounted = await settled(async () => {
    const { body } = await read<{ open_issues_count: number }>(ask, `/projects/${project.id}`);
    return body.open_issues_count === counted;
  });
  await settled(async () => outcomes.every((outcome) => untold(outcome, receiver).length === 0));
  const published = await publishedOf(
    natsUrl,
    kinds.flatMap(({ event, undone }) => [...(event ? [event] : []), ...(undone ? [undone] : [])]),
  );
  const eventsOf = ({ event, undone }: Outcome) =>
    missingFrom([...(published.get(undone ?? '') ?? [])], [...(published.get(event ?? '') ?? [])]);
  const made = outcomes.find(({ name }) => name === 'projects');
  // What was not acknowledged may have come no further than to be a project: a repository begins
  // with its first write.
  const repositories = (made?.stored ?? []).filter(
    ({ key, id }) => made?.keys.includes(key) || existsSync(folderOf(dataDir, id)),
  );
  const counts = {
    'acknowledged writes lost': count('lost', ({ keys, stored }) => missingFrom(keysOf(stored), keys)),
    'writes done twice': count('twice', ({ stored }) => repeated(keysOf(stored))),
    'refs other than the last acknowledged push': count('ref', ({ name, keys, stored }) =>
      name === 'pushes' ? missingFrom(keys, keysOf(stored)) : [],
    ),
    'events without a visible object': count('no object', (outcome) =>
      missingFrom(idsOf(outcome.stored), eventsOf(outcome)),
    ),
    'objects without their event': count('no event', (outcome) =>
      outcome.event ? missingFrom(eventsOf(outcome), idsOf(outcome.stored)) : [],
    ),
    'events without their effect': count('not told', (outcome) => untold(outcome, receiver)),
    'effects without their event': count('told of nothing', (outcome) =>
      missingFrom(outcome.event ? eventsOf(outcome) : idsOf(outcome.stored), toldOf(outcome, receiver)),
    ),
    'duplicate effects at an idempotent consumer': count('told twice', (outcome) =>
      repeated(toldOf(outcome, receiver)),
    ),
    'projections that differ from what they show': isCounted ? 0 : 1,
    'repositories that git fsck complains of': await countBroken(dataDir, [
      { id: String(project.id) },
      ...repositories,
    ]),
    'answers that nothing excuses': ledger.wrong.length,
  };
  return { counts, details: [...details, ...new Set(ledger.wrong)] };
}

const keysOf = (stored: Stored[]) => stored.map(({ key }) => key);
const idsOf = (stored: Stored[]) => stored.map(({ id }) => id);

function missingFrom(there: readonly string[], wanted: readonly string[]) {
  const known = new Set(there);
  return wanted.filter((one) => !known.has(one));
}

function repeated(all: readonly string[]) {
  return all.filter((one, index) => all.indexOf(one) !== index);
}

/** What an idempotent receiver was told of. */
function toldOf({ told }: Outcome, { effects }: Receiver) {
  return effects.flatMap((effect) => {
    const id = told?.(effect);
    return id === undefined ? [] : [String(id)];
  });
}

/** What is there and nobody was told of. */
function untold(outcome: Outcome, receiver: Receiver) {
  return outcome.told ? missingFrom(toldOf(outcome, receiver), idsOf(outcome.stored)) : [];
}

async function countBroken(dataDir: string, projects: { id: string }[]) {
  let broken = 0;
  for (const { id } of projects) {
    await gitIn(dataDir, id, 'fsck', '--full', '--strict').catch(() => broken++);
  }
  return broken;
}

/** @returns whether it is so at last */
async function settled(look: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + HEALED_MS;
  while (!(await look())) {
    if (Date.now() > until) return false;
    await sleep(1_000);
  }
  return true;
}
