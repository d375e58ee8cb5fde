import { MergeSettingsServiceDefinition } from '@forgemesh/proto/projects/v1/merge_settings';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { squashOptionOf, type ProjectDocument } from '#projects/model';
import type { InternalProjectsDeps } from './deps';

const fields = {
  storage: 1,
  default_branch: 1,
  archived: 1,
  merge_method: 1,
  squash_option: 1,
  only_allow_merge_if_pipeline_succeeds: 1,
  only_allow_merge_if_all_discussions_are_resolved: 1,
  autoclose_referenced_issues: 1,
  resolve_outdated_diff_discussions: 1,
  printing_merge_request_link_enabled: 1,
  forked_from_project_id: 1,
  suggestion_commit_message: 1,
} as const;

/** Lists the merge settings of projects. */
export const listMergeSettings = internalOperation(
  MergeSettingsServiceDefinition.listMergeSettings,
  async ({ ids }, { deps }: Call<InternalProjectsDeps>) => {
    const projects = await deps.projects.model
      .find({ _id: { $in: ids } }, fields)
      .lean<Pick<ProjectDocument, '_id' | keyof typeof fields>[]>();
    return {
      projects: projects.map(({ _id: id, default_branch, suggestion_commit_message: template, ...settings }) => ({
        id,
        default_branch: default_branch ?? '',
        ...settings,
        squash_option: squashOptionOf(settings),
        suggestion_commit_message: template ?? undefined,
      })),
    };
  },
);
