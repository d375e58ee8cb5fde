import type { EventConsumer } from '@forgemesh/kit';
import { isGitError } from '../git/errors';
import { languagesAt } from '../languages/measure-languages';
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
  async handle({ data }, deps) {
    const { project_id, storage, ref } = data.entity as unknown as PushedRef;
    const location = deps.storages.locate(project_id, storage);
    const head = await deps.git.getHead({ repo: location.repo });
    if (head.ref !== ref || head.commit_id === null) return;
    try {
      await languagesAt(deps, location, head.commit_id);
    } catch (error) {
      // The project was deleted meanwhile, or its next push follows.
      if (!isGitError(error, 'object_not_found')) throw error;
    }
  },
};
