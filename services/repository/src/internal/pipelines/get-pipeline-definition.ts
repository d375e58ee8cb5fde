import { internalOperation, type Call } from '@forgemesh/rpc';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { readPipelineDefinition } from '#ci/ci-lint';
import type { RevisionDeps } from '#commits';

/** Gets the pipeline definition of a branch or tag. */
export const getPipelineDefinition = internalOperation(
  TriggerServiceDefinition.getPipelineDefinition,
  async ({ project_id, storage, ref }, { deps }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const found = await Promise.all(
      ['heads', 'tags'].map((folder) => deps.git.findRef({ repo, name: `refs/${folder}/${ref}` })),
    );
    const commitId = found.find((each) => each !== null)?.commit_id;
    if (!commitId) return { has_ref: false };
    const content = await readPipelineDefinition(deps, repo, commitId);
    return { has_ref: true, ...(content !== null && { content }) };
  },
);
