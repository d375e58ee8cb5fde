/** Changes many refs: the refs of a push, or those of a mirror. */
import { DiskError } from '@forgemesh/errors';
import { isGitError, type RefUpdate, type RefusedUpdate, zeroId } from '@forgemesh/git-engine';
import { appendEntry, identifyPush, type PushIdentity } from './append-entry';
import type { RefLogDeps } from './deps';
import type { RefLogEntry } from './ref-log-entry.model';
import type { RefIntent } from './ref-intent';

/** Estimated size of the refs of one entry in bytes; a document has 16 MB at most. */
const MAX_ENTRY_BYTES = 4_000_000;
const MAX_ATOMIC_BYTES = 12_000_000;
/** Size of a ref in an entry, without its name. */
const REF_BYTES = 250;

/** The result of a change of many refs. */
export interface MovedRefs {
  /** The entries of the refs that have moved. */
  entries: RefLogEntry[];
  /** Why the other ones have not moved, by name. */
  refused: Map<string, string>;
}

/**
 * Changes refs: all or none if `isAtomic` is set, else each that can change. Many refs need several
 * entries, which others see one after the other. Errors: those of `appendEntry`, if the outcome of
 * a change is unknown or none was made; after the first entry, changes that fail are refused.
 */
export async function moveRefs(deps: RefLogDeps, intent: RefIntent, isAtomic: boolean): Promise<MovedRefs> {
  const push = identifyPush(intent.changes);
  const moved: MovedRefs = { entries: [], refused: new Map() };
  if (isAtomic && bytesOf(intent.changes) > MAX_ATOMIC_BYTES) {
    refuse(moved, intent.changes, 'too many refs for an atomic push');
    return moved;
  }
  for (const changes of isAtomic ? [intent.changes] : partsOf(intent.changes)) {
    const refused = await movePart(deps, { ...intent, changes }, push, moved, isAtomic);
    // A name may be free now that refs of the same push are deleted.
    const waiting = changes.filter(({ ref }) => refused.some((one) => one.ref === ref && one.cause === 'in_the_way'));
    const hasDeletions = changes.some(({ new: next }) => next === zeroId);
    if (isAtomic || waiting.length === 0 || !hasDeletions) continue;
    for (const { ref } of waiting) moved.refused.delete(ref);
    await movePart(deps, { ...intent, changes: waiting }, push, moved, isAtomic);
  }
  return moved;
}

async function movePart(
  deps: RefLogDeps,
  intent: RefIntent,
  push: PushIdentity,
  moved: MovedRefs,
  isAtomic: boolean,
): Promise<RefusedUpdate[]> {
  try {
    const { entry, refused } = await appendEntry(deps, intent, push, isAtomic);
    if (entry) moved.entries.push(entry);
    else if (isAtomic) refuse(moved, intent.changes, 'atomic push failed');
    for (const refusal of refused) moved.refused.set(refusal.ref, textOf(refusal));
    return refused;
  } catch (error) {
    const isRefusal = isGitError(error) || (error instanceof DiskError && moved.entries.length > 0);
    if (!isRefusal) throw error;
    refuse(moved, intent.changes, error.message);
    return [];
  }
}

function refuse(moved: MovedRefs, changes: readonly RefUpdate[], reason: string): void {
  for (const { ref } of changes) moved.refused.set(ref, reason);
}

/** The words of git for a ref that another push has moved in the meantime. */
function textOf({ cause, message }: RefusedUpdate): string {
  return cause === 'moved' || cause === 'missing' || cause === 'exists' ? 'fetch first' : message;
}

function bytesOf(changes: readonly RefUpdate[]): number {
  return changes.reduce((sum, { ref }) => sum + REF_BYTES + Buffer.byteLength(ref), 0);
}

/** Divides changes into parts that fit one entry each. */
export function partsOf(changes: readonly RefUpdate[]): RefUpdate[][] {
  const parts: RefUpdate[][] = [];
  let bytes = Infinity;
  for (const change of changes) {
    bytes += bytesOf([change]);
    if (bytes > MAX_ENTRY_BYTES) {
      parts.push([]);
      bytes = bytesOf([change]);
    }
    parts.at(-1)?.push(change);
  }
  return parts;
}
