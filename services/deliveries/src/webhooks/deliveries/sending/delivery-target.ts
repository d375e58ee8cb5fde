/** Targets of deliveries: hooks and integrations. */
import { type HookDocument, openUrl, healthAfter } from '#webhooks/hooks';
import { senders, type Target } from '#integrations/senders';
import { openProperties } from '#integrations/settings';
import type { HookDeliveriesDeps } from '../deps';

/** A hook, or an integration in the form of a hook. */
export type DeliveryTarget = Pick<
  HookDocument,
  '_id' | 'project_id' | 'enable_ssl_verification' | 'token' | 'signing_token' | 'failures' | 'disabled_until'
> &
  Target & {
    /** Of an integration, only the origin of the URL is logged. */
    kind: 'hook' | 'integration';
  };

/** The hook or integration with an id; their ids come from one sequence. Null if it was removed. */
export async function findDeliveryTarget(deps: HookDeliveriesDeps, id: number): Promise<DeliveryTarget | null> {
  const hook = await deps.hooks.find(id);
  if (hook) return { ...hook, kind: 'hook', url: openUrl(deps, hook) };
  const integration = await deps.integrations.find(id);
  const sender = senders.get(integration?.slug ?? '');
  if (!integration || !sender) return null;
  const { _id, project_id, failures, disabled_until } = integration;
  const properties = openProperties(deps, integration);
  return {
    ...sender.target(properties),
    kind: 'integration',
    _id,
    project_id,
    enable_ssl_verification: properties['enable_ssl_verification'] !== false,
    token: null,
    ...(failures !== undefined && { failures }),
    ...(disabled_until !== undefined && { disabled_until }),
  };
}

/**
 * Stores the health of a target after some attempts. Returns its consecutive failures; undefined if
 * it was removed.
 */
export async function updateTargetHealth(
  deps: HookDeliveriesDeps,
  target: DeliveryTarget,
  results: readonly { failed: boolean }[],
): Promise<number | undefined> {
  const health = (current: Pick<HookDocument, 'failures'>) => ({ set: healthAfter(current, results) });
  const changed =
    target.kind === 'integration'
      ? await deps.integrations.mutate(target._id, health)
      : await deps.hooks.mutate(target._id, health);
  return changed?.failures;
}
