import { changesOf, NotFoundError } from '@forgemesh/kit';
import { ProjectHookServiceService } from '@forgemesh/proto/projects/v1/hook';
import { operation } from '../operation';
import { resumeDeliveries } from '../hook-deliveries/resume-deliveries';
import { findHook } from './find-hook';
import { assertValidHook } from './hook-checks';
import { presentHook } from './hook.entity';
import { hookSettings } from './hook-settings';

/** Changes a hook; what is not given stays. */
export const updateProjectHook = operation(ProjectHookServiceService.updateProjectHook, async (request, call) => {
  const { deps, principal } = call;
  const hook = await findHook(call, request.hook_id);
  assertValidHook(deps, request);
  const set = hookSettings(deps, request);
  const changed = await deps.hooks.mutate(hook._id, (current) => {
    // A secret is never told, not even to the events; that it changed is.
    const { token, ...changes } = changesOf(current, set);
    if (token === undefined && Object.keys(changes).length === 0) return null;
    return {
      // Whoever changes a hook has seen why it pauses.
      set: { ...set, updated_at: new Date(), failures: 0, disabled_until: null },
      events: [{ type: 'projects.hook.updated', actor: principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError();
  if (hook.disabled_until) await resumeDeliveries(deps, hook);
  return presentHook(changed);
});
