import { forEachMatching, type EntityDocument, type EntityStore, type NewEvent } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { QueryFilter } from 'mongoose';
import type { StoredRule } from '#rules';
import type { ConsumersDeps } from './deps';

type Ruled = EntityDocument & { rules: StoredRule[] };

/**
 * Removes a deleted branch protection from all rules. A rule that is left without branches applies
 * to all branches, so that its approvals stay required.
 */
export const onProtectedBranchDeleted: EventConsumer<'repository.protected_branch.deleted', ConsumersDeps> = {
  name: 'approvals-removed-protections',
  events: ['repository.protected_branch.deleted'],
  from: 'all',
  async handle({ subject, actor, data }, { projects, requests }) {
    const id = Number(subject);
    const { project_id: projectId } = data.entity;
    await removeProtection(projects, { _id: projectId }, id, { type: 'approvals.project.updated', actor });
    await removeProtection(requests, { project_id: projectId }, id, { type: 'approvals.merge_request.updated', actor });
  },
};

async function removeProtection<T extends Ruled>(
  store: EntityStore<T>,
  place: object,
  protectionId: number,
  event: NewEvent<'approvals.project.updated' | 'approvals.merge_request.updated'>,
): Promise<void> {
  const naming = { ...place, 'rules.protected_branch_ids': protectionId } as QueryFilter<T>;
  await forEachMatching(store.model, naming, ({ _id: id }) =>
    store.mutate(id, ({ rules: from }) => {
      const to = from.map((rule) => withoutProtection(rule, protectionId));
      return { set: { rules: to } as Partial<T>, events: [{ ...event, changes: { rules: { from, to } } }] };
    }),
  );
}

function withoutProtection({ protected_branch_ids: ids, ...rule }: StoredRule, protectionId: number): StoredRule {
  return { ...rule, protected_branch_ids: ids.filter((id) => id !== protectionId) };
}
