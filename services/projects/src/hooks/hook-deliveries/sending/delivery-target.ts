/** Targets of deliveries: hooks and integrations. */
import type { HookDocument } from '../../hooks/hook.model';
import { openUrl } from '../../hooks/sealed-url';
import { openProperties } from '../../integrations/integration.entity';
import type { Projects } from '../../../deps';
import { healthAfter } from '../delivery-rules';

/** A hook, or an integration in the form of a hook. */
export type DeliveryTarget = Pick<
  HookDocument,
  '_id' | 'project_id' | 'enable_ssl_verification' | 'token' | 'signing_token' | 'failures' | 'disabled_until'
> & {
  /** URL, decrypted. */
  url: string;
  /** Whether the path of the URL must not be logged. */
  is_url_secret?: boolean;
};

/** The hook or integration with an id; their ids come from one sequence. Null if it was removed. */
export async function findDeliveryTarget(deps: Projects, id: number): Promise<DeliveryTarget | null> {
  const hook = await deps.hooks.find(id);
  if (hook) return { ...hook, url: openUrl(deps, hook) };
  const integration = await deps.integrations.find(id);
  if (!integration) return null;
  const { _id, project_id, failures, disabled_until } = integration;
  return {
    ...{ _id, project_id, url: String(openProperties(deps, integration)['webhook']) },
    ...{ enable_ssl_verification: true, token: null, is_url_secret: true },
    ...(failures !== undefined && { failures }),
    ...(disabled_until !== undefined && { disabled_until }),
  };
}

/**
 * Stores the health of a target after some attempts. Returns its consecutive failures; undefined if
 * it was removed.
 */
export async function updateTargetHealth(
  deps: Projects,
  target: DeliveryTarget,
  results: readonly { failed: boolean }[],
): Promise<number | undefined> {
  const health = (current: Pick<HookDocument, 'failures'>) => ({ set: healthAfter(current, results) });
  const changed = target.is_url_secret
    ? await deps.integrations.mutate(target._id, health)
    : await deps.hooks.mutate(target._id, health);
  return changed?.failures;
}
