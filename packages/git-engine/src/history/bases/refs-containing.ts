/** Branches and tags whose history contains a commit. */
import { checkObjectId } from '../../objects/object-id';
import { type Page, pageOf } from '../../refs/list-refs';
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
}

export interface ContainingRef {
  type: 'branch' | 'tag';
  name: string;
}

const folders = { branch: 'refs/heads', tag: 'refs/tags' } as const;

/**
 * A page of the refs whose history contains the commit, branches first, by name, and their total
 * number.
 */
export async function refsContaining(
  context: GitContext,
  input: RefsContainingInput,
): Promise<{ refs: ContainingRef[]; total: number }> {
  const repository = context.repository(input.repo);
  checkObjectId(input.commit_id);
  const containsCommit = await reachTest(repository, input.commit_id);
  const found: ContainingRef[] = [];
  for (const type of ['branch', 'tag'] as const) {
    if (input.type !== 'all' && input.type !== type) continue;
    const refs = refStore(repository).list(folders[type]);
    const tips = await tipsOf(repository, refs);
    for (const [n, tip] of tips.entries()) {
      if (tip === undefined || !(await containsCommit(tip))) continue;
      found.push({ type, name: refs[n]!.name.slice(folders[type].length + 1) });
    }
  }
  return { refs: pageOf(found, input), total: found.length };
}

/**
 * A test that caches its results, so that all refs together cost one walk. Like git, it assumes
 * that commits considerably older than the target do not reach it.
 */
async function reachTest(repository: Repository, target: string): Promise<(id: string) => Promise<boolean>> {
  const nodes = new NodeReader(repository);
  const oldestTime = (await nodes.read(target, () => [])).time - 86_400;
  const yielder = new EventLoopYield();
  const results = new Map<string, boolean>([[target, true]]);
  return async (tip) => {
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
}
