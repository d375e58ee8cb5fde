import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { internalOperation } from '../../operation';
import type { RegistryDocument } from '../../registry/registry.model';

/**
 * Whether requests are answered from a copy. One that is behind is better than none while the
 * primary cannot be reached.
 */
export const hasReplica = internalOperation(
  ReplicaServiceDefinition.hasReplica,
  async ({ project_id, wiki, while_away: whileAway }, { deps }) => {
    const isAway = deps.link.isCut();
    if (whileAway && !isAway) return { held: false };
    const kind = wiki ? 'wiki' : 'repository';
    const found = await deps.registry.findById(project_id, { [kind]: 1 }).lean<RegistryDocument>();
    const copy = found?.[kind];
    if (!copy || copy.verification_failure !== null) return { held: false };
    return { held: copy.state === 'synced' || (copy.last_successful_sync_at !== null && isAway) };
  },
);
