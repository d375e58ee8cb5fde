import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalProjectsDeps } from './deps';

/** Checks whether a project or group exists. */
export const getExistence = internalOperation(
  ExistenceServiceDefinition.getExistence,
  async ({ subject }, { deps: { projects, namespaces } }: Call<InternalProjectsDeps>) => {
    if (subject?.$case === 'project_id')
      return { exists: (await projects.model.exists({ _id: subject.value })) !== null };
    const found = subject && (await namespaces.model.exists({ _id: subject.value, kind: 'group' }));
    return { exists: Boolean(found) };
  },
);
