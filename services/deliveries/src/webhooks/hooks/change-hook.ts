/** Changes project hooks and system hooks. */
import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { HookDocument } from './hook.model';
import { hookSettings, type HookRequest } from './hook-settings';
import { openUrl } from './sealed-url';
import type { HookChangeDeps } from './deps';

/** Stores the given values and publishes an event of the given type. */
export async function changeHook(
  { deps, principal }: Call<HookChangeDeps>,
  hook: HookDocument,
  request: HookRequest,
  type: 'deliveries.hook.updated' | 'deliveries.system_hook.updated',
): Promise<HookDocument> {
  const set = hookSettings(deps, request);
  const changed = await deps.hooks.mutate(hook._id, (current) => {
    // Events contain no secrets; a changed secret publishes an event without changed fields.
    const { token, signing_token, url: _, ...changes } = changesOf(current, set);
    const isUrlUnchanged = openUrl(deps, current) === request.url;
    const areSecretsUnchanged = isUrlUnchanged && token === undefined && signing_token === undefined;
    if (areSecretsUnchanged && Object.keys(changes).length === 0) return null;
    return {
      // A change of the hook ends its pause.
      set: { ...set, updated_at: new Date(), failures: 0, disabled_until: null },
      events: [{ type, actor: principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError();
  if (hook.disabled_until) await deps.resumeDeliveries(hook);
  return changed;
}
