/** Finds or creates the pipeline that a commit status belongs to. */
import { isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { QueryFilter } from 'mongoose';
import { locateRepository } from '#commits';
import { createPipeline } from './create-pipeline';
import type { PipelineDocument } from './pipeline.model';
import type { PipelinesDeps } from './deps';

type Deps = Pick<PipelinesDeps, 'git' | 'storages' | 'pipelines'>;

/** Restrictions on the pipeline. */
export interface PipelineChoice {
  pipeline_id?: number | undefined;
  ref?: string | undefined;
}

/**
 * The newest matching pipeline of a commit, else a new one on `ref` or on the first branch that
 * contains the commit. Throws NotFoundError when no branch contains it.
 */
export async function findOrCreatePipeline(
  call: Call<Deps>,
  sha: string,
  choice: PipelineChoice,
): Promise<PipelineDocument> {
  const found = await findPipeline(call, sha, choice);
  if (found) return found;
  const ref = choice.ref || (await firstBranchWith(call, sha));
  if (ref === undefined) throw new NotFoundError('References for commit');
  try {
    return await createPipeline(call.deps, {
      project_id: call.resource().id,
      sha,
      ref,
      tag: await isTag(call, ref),
      user_id: call.principal.id,
      is_only_one: choice.pipeline_id === undefined,
      operation_id: call.operationId,
    });
  } catch (error) {
    const other = isDuplicateKey(error) ? await findPipeline(call, sha, { ref }) : null;
    if (other) return other;
    throw error;
  }
}

async function findPipeline(
  call: Call<Deps>,
  sha: string,
  { pipeline_id: id, ref }: PipelineChoice,
): Promise<PipelineDocument | null> {
  const filter: QueryFilter<PipelineDocument> = {
    project_id: call.resource().id,
    sha,
    ...(id !== undefined && { _id: id }),
    ...(ref && { ref }),
  };
  return call.deps.pipelines.model.findOne(filter, undefined, { sort: { _id: -1 } }).lean<PipelineDocument>();
}

async function firstBranchWith(call: Call<Deps>, sha: string): Promise<string | undefined> {
  const { repo } = locateRepository(call);
  const { refs } = await call.deps.git.refsContaining({ repo, commit_id: sha, type: 'branch', limit: 1 });
  return refs[0]?.name;
}

async function isTag(call: Call<Deps>, name: string): Promise<boolean> {
  const { repo } = locateRepository(call);
  const find = (folder: string) => call.deps.git.findRef({ repo, name: `refs/${folder}/${name}` });
  const [branch, tag] = await Promise.all([find('heads'), find('tags')]);
  return branch === null && tag !== null;
}
