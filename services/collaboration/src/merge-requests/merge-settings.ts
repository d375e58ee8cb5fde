/** How the projects of a merge request merge: asked at each use, as rights are. */
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import type { MergeSide } from '@forgemesh/proto/repository/v1/merge';
import type { Collaboration } from '../service';
import type { MergeRequestDocument } from './merge-request.model';

/** Settings by project; without those that are gone. */
export type SettingsByProject = ReadonlyMap<number, MergeSettings>;

/** Asks for the settings of some projects. */
export async function mergeSettingsOf(deps: Collaboration, ids: readonly number[]): Promise<SettingsByProject> {
  const { projects } = await deps.clients.mergeSettings.listMergeSettings({ ids: [...new Set(ids)] });
  return new Map(projects.map((settings) => [settings.id, settings]));
}

/** Branches of a merge request. */
export type Branches = Pick<
  MergeRequestDocument,
  'project_id' | 'source_project_id' | 'source_branch' | 'target_branch'
>;

/** Both sides of a merge request, for whoever holds the repositories. */
export async function sidesOf(
  deps: Collaboration,
  request: Branches,
  settings: SettingsByProject,
): Promise<{ target: MergeSide; source: MergeSide }> {
  const { project_id: target, source_project_id: source } = request;
  const names = await deps.display.projects.find([target, source]);
  const side = (id: number, branch: string): MergeSide => ({
    project_id: id,
    branch,
    storage: settings.get(id)?.storage ?? '',
    full_path: names.get(id)?.path_with_namespace ?? '',
  });
  return { target: side(target, request.target_branch), source: side(source, request.source_branch) };
}
