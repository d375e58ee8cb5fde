/** Changes a hook of a project or of the instance. */
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { resumeDeliveries } from '../hook-deliveries/resume-deliveries';
import type { Projects } from '../../deps';
import type { HookDocument } from './hook.model';
import { hookSettings, type HookRequest } from './hook-settings';
import { openUrl } from './sealed-url';

/** Stores what is given and tells of it in an event of some type. */
export async function changeHook(
  { deps, principal }: Call<Projects>,
  hook: HookDocument,
  request: HookRequest,
  type: 'projects.hook.updated' | 'projects.system_hook.updated',
): Promise<HookDocument> {
  const set = hookSettings(deps, request);
  const changed = await deps.hooks.mutate(hook._id, (current) => {
    // A secret is never told, not even to the events; that it changed is.
    const { token, signing_token, url: _, ...changes } = changesOf(current, set);
    const isUrlUnchanged = openUrl(deps, current) === request.url;
    const areSecretsUnchanged = isUrlUnchanged && token === undefined && signing_token === undefined;
    if (areSecretsUnchanged && Object.keys(changes).length === 0) return null;
    return {
      // Whoever changes a hook has seen why it pauses.
      set: { ...set, updated_at: new Date(), failures: 0, disabled_until: null },
      events: [{ type, actor: principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError();
  if (hook.disabled_until) await resumeDeliveries(deps, hook);
  return changed;
}
