import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { localSideOf, updateHeadRef } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/** Sets the head ref of a merge request that has just got its number. */
export const updateMergeHeadRef = internalOperation(
  MergeServiceDefinition.updateMergeHeadRef,
  async ({ target, source_sha: sha, iid }, { deps }: Call<InternalMergesDeps>) => {
    await updateHeadRef(deps, { target: localSideOf(deps, target), sha, iid });
    return {};
  },
);
