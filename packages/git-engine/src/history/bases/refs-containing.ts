/** Branches and tags whose history holds a commit. */
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

/** A page of the refs that lead to a commit, branches first, by name, and how many there are. */
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
    const refs = refStore(repository).list(folders[type]);
    const tips = await tipsOf(repository, refs);
    for (const [n, tip] of tips.entries()) {
      if (tip === undefined || !(await reaches(tip))) continue;
      found.push({ type, name: refs[n]!.name.slice(folders[type].length + 1) });
    }
  }
  return { refs: pageOf(found, input), total: found.length };
}

/**
 * A test that remembers its answers, so that all refs together cost one walk. Commits a good deal
 * older than the one looked for are taken not to lead to it, as git itself does.
 */
async function reachTest(repository: Repository, wanted: string): Promise<(id: string) => Promise<boolean>> {
  const nodes = new NodeReader(repository);
  const oldestTime = (await nodes.read(wanted, () => [])).time - 86_400;
  const breath = new EventLoopYield();
  const answers = new Map<string, boolean>([[wanted, true]]);
  return async (tip) => {
    // Depth first: a commit is answered when a parent leads there, or when none of its parents
    // does.
    const stack = [tip];
    while (stack.length > 0) {
      await breath.step();
      const id = stack.at(-1)!;
      if (answers.has(id)) {
        stack.pop();
        continue;
      }
      const node = nodes.peek(id) ?? (await nodes.read(id, () => stack.slice(-1)));
      const open = node.time < oldestTime ? [] : node.parents.filter((parent) => !answers.has(parent));
      const isFound = node.parents.some((parent) => answers.get(parent) === true);
      if (isFound || open.length === 0) answers.set(id, isFound);
      else stack.push(open[0]!);
    }
    return answers.get(tip)!;
  };
}
