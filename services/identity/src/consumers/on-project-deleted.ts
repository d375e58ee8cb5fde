import type { EventConsumer } from '@forgemesh/events';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import { removeOrphaned, unlinkDeployKey } from '#credentials/deploy-keys';
import type { ConsumersDeps } from './deps';

const BATCH = 100;

/** Disables the deploy keys of a deleted project. */
export const onProjectDeleted: EventConsumer<'projects.project.deleted', ConsumersDeps> = {
  name: 'identity-keys-of-deleted-projects',
  events: ['projects.project.deleted'],
  from: 'all',
  isDeleted: async ({ subject }, { existence }) => {
    const project = { $case: 'project_id' as const, value: Number(subject) };
    return !(await existence.getExistence({ subject: project })).exists;
  },
  async handle({ subject, actor }, deps) {
    const projectId = Number(subject);
    for (;;) {
      const keys = await deps.sshKeys.model
        .find({ 'projects.project_id': projectId })
        .limit(BATCH)
        .lean<SshKeyDocument[]>();
      for (const { _id: id } of keys) await unlinkDeployKey(deps, id, projectId, actor);
      if (keys.length < BATCH) break;
    }
    // Keys without projects whose removal a crash interrupted.
    const orphaned = await deps.sshKeys.model
      .find({ user_id: null, projects: { $size: 0 } })
      .limit(BATCH)
      .lean<SshKeyDocument[]>();
    for (const key of orphaned) await removeOrphaned(deps, key, actor);
  },
};
