import type { EventConsumer } from '@forgemesh/kit';
import { isGitError } from '../git/errors';
import { languagesAt } from '../languages/measure-languages';
import type { RepositoryLocation } from '../repository-location';
import type { Repositories } from '../service';

interface PushedRef {
  project_id: number;
  storage: string;
  ref: string;
}

/** Measures the languages of a project when its default branch has moved. */
export const onDefaultBranchPushed: EventConsumer<Repositories> = {
  name: 'repository-languages',
  events: ['repository.push.received'],
  from: 'new',
  async handleAll(events, deps) {
    const pushed = events.map(({ data }) => data.entity as unknown as PushedRef);
    for (const { project_id, storage } of new Map(pushed.map((push) => [push.project_id, push])).values()) {
      const refs = pushed.filter((push) => push.project_id === project_id).map(({ ref }) => ref);
      await measureIfDefault(deps, deps.storages.locate(project_id, storage), refs);
    }
  },
};

async function measureIfDefault(
  deps: Repositories,
  location: RepositoryLocation,
  refs: readonly string[],
): Promise<void> {
  const head = await deps.git.getHead({ repo: location.repo });
  if (head.ref === null || !refs.includes(head.ref) || head.commit_id === null) return;
  try {
    await languagesAt(deps, location, head.commit_id);
  } catch (error) {
    // The project was deleted meanwhile, or its next push follows.
    if (!isGitError(error, 'object_not_found')) throw error;
  }
}
