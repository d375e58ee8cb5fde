import type { ResponseOf } from '@forgemesh/rpc';
import type { AdminJob } from '@forgemesh/proto/projects/v1/admin_job';
import type { JobDocument } from '#jobs';
import type { StoredJobKind } from './stored-job-kinds';
import { stateOf } from './job-state';

/** Presents a job for administrators. */
export function presentAdminJob<T extends JobDocument>(kind: StoredJobKind<T>, document: T): ResponseOf<AdminJob> {
  const { created_at } = document as T & { created_at: Date };
  return {
    id: `${kind.name}-${document._id}`,
    kind: kind.name,
    state: stateOf(document),
    ...kind.summary(document),
    failures: document.job_failures ?? 0,
    due_at: document.job_due_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
