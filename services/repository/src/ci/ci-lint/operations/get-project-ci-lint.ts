import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { CiLintServiceDefinition } from '@forgemesh/proto/repository/v1/ci_lint';
import { locateRepository, resolveCommit } from '#commits';
import { lintDefinition } from '../lint-definition';
import { readPipelineDefinition } from '../pipeline-definition';
import type { CiLintDeps } from '../deps';

/** Checks the pipeline definition in a project's repository. */
export const getProjectCiLint = operation(
  CiLintServiceDefinition.getProjectCiLint,
  async (request, call: Call<CiLintDeps>) => {
    const commitId = await resolveCommit(call, request.sha);
    if (commitId === null) throw new NotFoundError('Commit');
    const content = await readPipelineDefinition(call.deps, locateRepository(call).repo, commitId);
    const errors = lintDefinition(content ?? '');
    return { valid: errors.length === 0, errors, warnings: [] };
  },
);
