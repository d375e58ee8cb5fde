import { listPage } from '@forgemesh/data';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { PipelineServiceDefinition, type ListPipelinesRequest } from '@forgemesh/proto/repository/v1/pipeline';
import type { QueryFilter } from 'mongoose';
import { locateRepository } from '#commits';
import { presentPipelineSummary } from '../pipeline.entity';
import type { PipelineDocument, PipelineState } from '../pipeline.model';
import type { PipelinesDeps } from '../deps';

const finished: PipelineState[] = ['success', 'failed', 'canceled'];

/** Lists pipelines, newest first by default. */
export const listPipelines = operation(
  PipelineServiceDefinition.listPipelines,
  async (request, call: Call<PipelinesDeps>) => {
    const direction = request.sort === 'asc' ? 1 : -1;
    const field = request.order_by ?? 'id';
    const pipelines = await listPage(call, {
      model: call.deps.pipelines.model,
      filter: { $and: await conditionsOf(call, request) },
      sort: field === 'id' ? { _id: direction } : { [field]: direction, _id: -1 },
      request,
    });
    const { full_path } = call.resource();
    return { pipelines: pipelines.map((pipeline) => presentPipelineSummary(call.deps.urls, pipeline, full_path)) };
  },
);

async function conditionsOf(
  call: Call<PipelinesDeps>,
  { scope, status, ref, sha }: Parameters<ListPipelinesRequest>,
): Promise<QueryFilter<PipelineDocument>[]> {
  const conditions: QueryFilter<PipelineDocument>[] = [{ project_id: call.resource().id }];
  if (status) conditions.push({ status: status as PipelineState });
  if (ref) conditions.push({ ref });
  if (sha) conditions.push({ sha });
  if (scope === 'running' || scope === 'pending') conditions.push({ status: scope });
  if (scope === 'finished') conditions.push({ status: { $in: finished } });
  if (scope === 'branches' || scope === 'tags') conditions.push({ _id: { $in: await newestOfEach(call, scope) } });
  return conditions;
}

/** Ids of the newest pipeline of each existing branch or tag. */
async function newestOfEach(call: Call<PipelinesDeps>, scope: 'branches' | 'tags'): Promise<number[]> {
  const { git, pipelines } = call.deps;
  const newest = await pipelines.model.aggregate<{ _id: string; newest: number }>([
    { $match: { project_id: call.resource().id, tag: scope === 'tags' } },
    { $group: { _id: '$ref', newest: { $max: '$_id' } } },
  ]);
  const { repo } = locateRepository(call);
  const folder = scope === 'tags' ? 'refs/tags' : 'refs/heads';
  const { refs } = await git.listRefs({ repo, folder });
  const names = new Set(refs.map(({ short_name }) => short_name));
  return newest.filter(({ _id: ref }) => names.has(ref)).map((row) => row.newest);
}
