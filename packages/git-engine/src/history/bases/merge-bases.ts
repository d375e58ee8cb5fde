/** Common ancestors of commits, as `git merge-base` finds them. */
import { EventLoopYield } from '../../worker/event-loop-yield';
import type { Repository } from '../../worker/repository';
import { NodeReader } from '../walk/commit-node';
import { DateQueue } from '../walk/date-queue';

const first = 1;
const second = 2;
const stale = 4;

/**
 * The best common ancestors of one commit and any of the others, newest first; none of them is an
 * ancestor of another.
 */
export async function findMergeBases(
  repository: Repository,
  one: string,
  others: readonly string[],
): Promise<string[]> {
  if (others.includes(one)) return [one];
  const candidates = await paint(repository, one, others);
  if (candidates.length < 2) return candidates;
  const best: string[] = [];
  for (const candidate of candidates) {
    const rest = candidates.filter((id) => id !== candidate);
    // A candidate that is an ancestor of another candidate is redundant: paint then returns the
    // candidate itself.
    if (!(await paint(repository, candidate, rest)).includes(candidate)) best.push(candidate);
  }
  return best;
}

/** Whether one commit is an ancestor of another, or the same: `git merge-base --is-ancestor`. */
export async function isReachableFrom(repository: Repository, ancestor: string, descendant: string): Promise<boolean> {
  if (ancestor === descendant) return true;
  return (await paint(repository, ancestor, [descendant])).includes(ancestor);
}

/**
 * Colors the histories of both sides, newest first, until only commits behind common ancestors
 * remain.
 */
async function paint(repository: Repository, one: string, others: readonly string[]): Promise<string[]> {
  const nodes = new NodeReader(repository);
  const queue = new DateQueue();
  const flags = new Map<string, number>();
  const pending = new Map<string, number>();
  const results = new Map<string, number>();
  let fresh = 0;

  async function reach(id: string, colour: number): Promise<void> {
    const before = flags.get(id) ?? 0;
    if ((before & colour) === colour) return;
    const node = await nodes.read(id, () => queue.ids());
    const inQueue = pending.get(id) ?? 0;
    if ((colour & stale) !== 0 && (before & stale) === 0) fresh -= inQueue;
    flags.set(id, before | colour);
    pending.set(id, inQueue + 1);
    if (((before | colour) & stale) === 0) fresh += 1;
    queue.push(id, node.time);
  }

  await reach(one, first);
  for (const id of others) await reach(id, second);
  const yielder = new EventLoopYield();
  while (fresh > 0) {
    await yielder.step();
    const id = queue.pop()!;
    let colour = flags.get(id)!;
    pending.set(id, pending.get(id)! - 1);
    if ((colour & stale) === 0) fresh -= 1;
    const node = await nodes.read(id, () => queue.ids());
    if (colour === (first | second)) {
      results.set(id, node.time);
      colour |= stale;
    }
    for (const parent of node.parents) await reach(parent, colour);
  }
  return [...results]
    .filter(([id]) => (flags.get(id)! & stale) === 0)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id);
}
