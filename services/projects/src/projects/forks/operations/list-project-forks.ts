import { ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { operation } from '#operation';
import { listVisible } from '#projects/projects/list/list-visible';

/** Lists the forks of a project that the caller may see. */
export const listProjectForks = operation(ForkServiceDefinition.listProjectForks, (request, call) =>
  listVisible(call, request, { forked_from_project_id: call.resource('id').id }),
);
