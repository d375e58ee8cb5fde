import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { internalOperation } from '../../operation';
import { keepHead } from '../../commits/merges/keep-head';
import { sideOf } from '../../commits/merges/merge-side';

/** Keeps the newest commit of a merge request that has just got its number. */
export const updateMergeHeadRef = internalOperation(
  MergeServiceDefinition.updateMergeHeadRef,
  async ({ target, source_sha: sha, iid }, { deps }) => {
    await keepHead(deps, { target: sideOf(deps, target), sha, iid });
    return {};
  },
);
