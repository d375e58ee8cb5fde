/** Branches and tags whose history contains a commit. */
import { checkObjectId } from '../../objects/object-id';
import { type Page, pageOf } from '../../refs/list-refs';
import { cachedResult } from '../../refs/cached-results';
import { refStore } from '../../refs/ref-store';
import type { GitContext } from '../../worker/context';
import { EventLoopYield } from '../../worker/event-loop-yield';
import type { Repository } from '../../worker/repository';
import { tipsOf } from '../walk/all-tips';
import { NodeReader } from '../walk/commit-node';

export interface RefsContainingInput extends Page {
  repo: string;
  commit_id: string;
  type: 'branch' | 'tag' | 'all';
  /** Branch that is listed before all others. */
  first_branch?: string;
}

export interface ContainingRef {
  type: 'branch' | 'tag';
  name: string;
}

const folders = { branch: 'refs/heads', tag: 'refs/tags' } as const;

/**
 * A page of the refs whose history contains the commit, branches first, by name after
 * `first_branch`, and their total number.
 */
export async function refsContaining(
  context: GitContext,
  input: RefsContainingInput,
): Promise<{ refs: ContainingRef[]; total: number }> {
  const repository = context.repository(input.repo);
  checkObjectId(input.commit_id);
  const reaches = await reachTest(repository, input.commit_id);
  const found: ContainingRef[] = [];
  for (const type of ['branch', 'tag'] as const) {
    if (input.type !== 'all' && input.type !== type) continue;
    const names = await namesContaining(repository, { folder: folders[type], commit: input.commit_id, reaches });
    for (const name of names) {
      if (type === 'branch' && name === input.first_branch) found.unshift({ type, name });
      else found.push({ type, name });
    }
  }
  return { refs: pageOf(found, input), total: found.length };
}

/** The refs of a folder whose history contains the commit, by name; cached until a ref changes. */
async function namesContaining(
  repository: Repository,
  { folder, commit, reaches }: { folder: string; commit: string; reaches: ReachTest },
): Promise<readonly string[]> {
  const refs = refStore(repository).list(folder);
  const cached = cachedResult(repository, { kind: 'names containing a commit', refs, key: commit }, () => ({
    names: undefined as readonly string[] | undefined,
  }));
  return (cached.names ??= await findNames());

  async function findNames(): Promise<readonly string[]> {
    const tips = await tipsOf(repository, refs);
    const names: string[] = [];
    for (const [n, tip] of tips.entries()) {
      if (tip === undefined) continue;
      // Most refs of a large repository share few commits: nothing is awaited for a known one.
      if (reaches.known(tip) ?? (await reaches.test(tip))) names.push(refs[n]!.name.slice(folder.length + 1));
    }
    return names;
  }
}

/** Whether a commit's history contains the one that is looked for. */
interface ReachTest {
  /** The result if it is known. */
  known(id: string): boolean | undefined;
  test(id: string): Promise<boolean>;
}

/**
 * A test that caches its results, so that all refs together cost one walk. Like git, it assumes
 * that commits considerably older than the target do not reach it.
 */
async function reachTest(repository: Repository, target: string): Promise<ReachTest> {
  const nodes = new NodeReader(repository);
  const oldestTime = (await nodes.read(target, () => [])).time - 86_400;
  const yielder = new EventLoopYield();
  const results = new Map<string, boolean>([[target, true]]);
  const test = async (tip: string): Promise<boolean> => {
    // Depth first: a commit's result is final when a parent reaches the target, or when no parent
    // does.
    const stack = [tip];
    while (stack.length > 0) {
      await yielder.step();
      const id = stack.at(-1)!;
      if (results.has(id)) {
        stack.pop();
        continue;
      }
      const node = nodes.peek(id) ?? (await nodes.read(id, () => stack.slice(-1)));
      const open = node.time < oldestTime ? [] : node.parents.filter((parent) => !results.has(parent));
      const isFound = node.parents.some((parent) => results.get(parent) === true);
      if (isFound || open.length === 0) results.set(id, isFound);
      else stack.push(open[0]!);
    }
    return results.get(tip)!;
  };
  return { known: (id) => results.get(id), test };
}
