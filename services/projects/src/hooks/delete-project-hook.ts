import { ForgeError, NotFoundError } from '@forgemesh/kit';
import { ProjectHookServiceService } from '@forgemesh/proto/projects/v1/hook';
import { operation } from '../operation';
import { findHook } from './find-hook';

/** Removes a hook. */
export const deleteProjectHook = operation(ProjectHookServiceService.deleteProjectHook, async (request, call) => {
  const { deps, principal } = call;
  const hook = await findHook(call, request.hook_id);
  if (call.ifUnmodifiedSince && hook.updated_at > call.ifUnmodifiedSince) throw new ForgeError('precondition_failed');
  const isRemoved = await deps.hooks.remove(hook, { type: 'projects.hook.deleted', actor: principal.id });
  if (!isRemoved) throw new NotFoundError();
  return {};
});
