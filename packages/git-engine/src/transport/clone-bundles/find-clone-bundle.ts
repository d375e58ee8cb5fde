/**
 * Finds the bundle that may be given to the readers of a repository.
 *
 * A bundle must not give away what a clone would not. Refs are changed by pushes, the API, mirrors,
 * restores and git itself, so no writer has to remember the bundle: each request compares it with
 * the refs as they are now. It is usable only while all its tags are unchanged and its branch has
 * only moved forward, so that everything in it, including the names, is part of a clone. This costs
 * a listing of a folder, and a walk over the new commits once per change of the refs.
 */
import { rm } from 'node:fs/promises';
import { isReachableFrom } from '../../history/bases/merge-bases';
import type { Ref } from '../../refs/ref-store';
import type { Repository } from '../../worker/repository';
import { readRefState, type RefState } from '../refs/repository-refs';
import { type BundledRef, type BundleFile, findBundleFile, readBundledRefs } from './bundle-file';
import { BRANCHES, TAGS } from '../../refs/ref-folders';

/** A bundle and its refs. */
export interface CloneBundle extends BundleFile {
  refs: readonly BundledRef[];
}

/** The last check, which is valid for one bundle and one state of the refs. */
interface Check {
  id: string;
  refs: readonly Ref[];
  /** The refs in the file, which do not change. */
  bundled: Promise<readonly BundledRef[] | undefined>;
  /** The same if the bundle is usable. */
  usable: Promise<readonly BundledRef[] | undefined>;
}

/** The usable bundle of a repository. One that has become unusable is deleted. */
export async function findCloneBundle(repository: Repository): Promise<CloneBundle | undefined> {
  const file = repository.exists ? findBundleFile(repository.path) : undefined;
  const state = file && readRefState(repository);
  if (file === undefined || state === undefined) return undefined;
  const slot = repository.slot<{ check?: Check }>('clone bundle', () => ({}));
  const known = slot.check?.id === file.id ? slot.check : undefined;
  const check = known?.refs === state.refs ? known : startCheck(repository, file, state, known);
  slot.check = check;
  try {
    const refs = await check.usable;
    if (refs !== undefined) return { ...file, refs };
  } catch {
    // The file or a commit cannot be read; a clone without the bundle reports what is wrong.
    if (slot.check === check) delete slot.check;
    return undefined;
  }
  await rm(file.path, { force: true }).catch(() => undefined);
  return undefined;
}

function startCheck(repository: Repository, { id, path }: BundleFile, state: RefState, known?: Check): Check {
  const bundled = known?.bundled ?? readBundledRefs(path);
  const usable = bundled.then(async (refs) =>
    refs !== undefined && (await areCurrent(repository, refs, state)) ? refs : undefined,
  );
  return { id, refs: state.refs, bundled, usable };
}

/** The refs that a bundle of this state contains; undefined without a default branch. */
export function refsToBundle({ refs, headRef: { target } }: RefState): Ref[] | undefined {
  const isDefault = ({ name }: Ref): boolean => name === target && name.startsWith(BRANCHES);
  if (!refs.some(isDefault)) return undefined;
  return refs.filter((ref) => isDefault(ref) || ref.name.startsWith(TAGS));
}

/** Whether a clone would give the same refs, or branches with more commits. */
async function areCurrent(
  repository: Repository,
  bundled: readonly BundledRef[],
  { refs }: RefState,
): Promise<boolean> {
  const current = new Map(refs.map(({ name, id }) => [name, id]));
  const branches = bundled.filter(({ name }) => name.startsWith(BRANCHES));
  for (const { name, id } of bundled) {
    const now = name === 'HEAD' ? id : current.get(name);
    if (now === undefined) return false;
    if (name === 'HEAD' && !branches.some((branch) => branch.id === id)) return false;
    if (now === id) continue;
    if (!name.startsWith(BRANCHES) || !(await isReachableFrom(repository, id, now))) return false;
  }
  return true;
}
