import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { checkedFilter } from '#maintenance/statistics';
import type { InternalReplicasDeps } from './deps';

/** Counts the measured repositories, and those that were checked. */
export const countMeasurements = internalOperation(
  ReplicaServiceDefinition.countMeasurements,
  async (_request, { deps: { measurements } }: Call<InternalReplicasDeps>) => {
    const count = (kind: RepositoryKind, isValid: boolean): Promise<number> =>
      measurements.model
        .countDocuments({ kind, measured_at: { $ne: null }, checksum: isValid ? { $ne: null } : null })
        .exec();
    const countChecks = (failed?: boolean): Promise<number> =>
      measurements.model.countDocuments({ kind: 'project', ...checkedFilter(failed) }).exec();
    const [
      repositories_checksummed,
      repositories_failed,
      wikis_checksummed,
      wikis_failed,
      repositories_checked,
      repositories_check_failed,
    ] = await Promise.all([
      count('project', true),
      count('project', false),
      count('wiki', true),
      count('wiki', false),
      countChecks(),
      countChecks(true),
    ]);
    return {
      repositories_checksummed,
      repositories_failed,
      wikis_checksummed,
      wikis_failed,
      repositories_checked,
      repositories_check_failed,
    };
  },
);
