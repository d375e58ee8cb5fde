/** Creates epics, labels and milestones; each function throws if the API refuses. */
import { randomUUID } from 'node:crypto';
import { serviceContext } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { create, unique, type ApiClient, type Created, type TestItem, type TestProject } from '@forgemesh/testing';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';

/** Creates an epic in a group. */
export function createEpic(as: ApiClient, group: Created, fields: object = {}): Promise<TestItem> {
  return create<TestItem>(as, `/groups/${group.id}/epics`, { title: unique('epic'), ...fields });
}

/** Creates a label in `/projects/1` or `/groups/1`. */
export function createLabel(as: ApiClient, owner: string, fields: object = {}): Promise<Created & { name: string }> {
  return create<Created & { name: string }>(as, `${owner}/labels`, {
    name: unique('label'),
    color: '#336699',
    ...fields,
  });
}

/** Creates a milestone in `/projects/1` or `/groups/1`. */
export function createMilestone(
  as: ApiClient,
  owner: string,
  fields: object = {},
): Promise<Created & { title: string }> {
  return create<Created & { title: string }>(as, `${owner}/milestones`, { title: unique('milestone'), ...fields });
}

/** The context of one write of the administrator to a project; the same for each try. */
export function oneWrite({ id, path_with_namespace: fullPath }: TestProject): CallContext {
  const features = { issues: 'enabled', merge_requests: 'enabled', repository: 'enabled' };
  const resource: AuthorizedResource = {
    found: true,
    id,
    kind: 1,
    full_path: fullPath,
    visibility: 'private',
    archived: false,
    level: 50,
    open: false,
    features,
    storage: 'default',
    default_branch: 'main',
    namespace_id: 1,
    path: 'p',
    name: 'P',
    ancestor_ids: [],
  };
  const user = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
  const write = { operation_id: randomUUID(), access: { id: resource } };
  return { ...serviceContext(randomUUID()), user, real_user_id: 1, tier: 3, ...write };
}
