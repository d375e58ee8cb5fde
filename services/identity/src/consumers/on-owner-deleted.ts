import type { EventConsumer } from '@forgemesh/events';
import type { ConsumersDeps } from './deps';

/** Removes the deploy tokens of a deleted project or group, which no longer grant access. */
export const onOwnerDeleted: EventConsumer<'projects.project.deleted' | 'projects.group.deleted', ConsumersDeps> = {
  name: 'identity-deploy-tokens-of-removed',
  events: ['projects.project.deleted', 'projects.group.deleted'],
  from: 'all',
  isDeleted: async ({ type, subject }, { existence }) => {
    const $case = type === 'projects.project.deleted' ? ('project_id' as const) : ('group_id' as const);
    return !(await existence.getExistence({ subject: { $case, value: Number(subject) } })).exists;
  },
  async handle({ type, subject }, { deployTokens }) {
    const id = Number(subject);
    await deployTokens.model.deleteMany(type === 'projects.project.deleted' ? { project_id: id } : { group_id: id });
  },
};
