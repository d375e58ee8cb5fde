import { ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { operation, type Call } from '@forgemesh/rpc';
import type { ForksDeps } from '../deps';

/** Lists the forks of a project that the caller may see. */
export const listProjectForks = operation(ForkServiceDefinition.listProjectForks, (request, call: Call<ForksDeps>) =>
  call.deps.visibleProjects.list(call, request, { forked_from_project_id: call.resource('id').id }),
);
