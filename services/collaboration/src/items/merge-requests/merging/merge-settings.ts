/**
 * Merge settings and storages of the projects of a merge request. Settings are fetched at each use,
 * like rights. Storages are cached for a second: a project that moves to another storage stays
 * readable on the old one for longer, and is not writable on either.
 */
import type { Call } from '@forgemesh/rpc';
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';
import type { MergeSide, MergeSubject } from '@forgemesh/proto/repository/v1/merge';
import { type AccessDeps, rightsOnProject } from '#access';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestChangesDeps } from '../deps';

/** Settings by project; deleted projects are left out. */
export type SettingsByProject = ReadonlyMap<number, MergeSettings>;

/** Fetches the merge settings of projects. */
export async function mergeSettingsOf(
  deps: Pick<AccessDeps, 'clients'>,
  ids: readonly number[],
): Promise<SettingsByProject> {
  const { projects } = await deps.clients.mergeSettings.listMergeSettings({ ids: [...new Set(ids)] });
  return new Map(projects.map((settings) => [settings.id, settings]));
}

/** Merge settings of one project; undefined if it is deleted. */
export async function mergeSettingsOfOne(
  deps: Pick<AccessDeps, 'clients'>,
  id: number,
): Promise<MergeSettings | undefined> {
  return (await mergeSettingsOf(deps, [id])).get(id);
}

/** Branches of a merge request. */
export type Branches = Pick<
  MergeRequestDocument,
  'project_id' | 'source_project_id' | 'source_branch' | 'target_branch'
>;

/** Both sides of a merge request, for calls of the repository service. */
export async function sidesOf(
  deps: MergeRequestChangesDeps,
  request: Branches,
): Promise<{ target: MergeSide; source: MergeSide }> {
  const { project_id: target, source_project_id: source } = request;
  const [names, storages] = await Promise.all([
    deps.display.projects.find([target, source]),
    storagesOf(deps, [target, source]),
  ]);
  const side = (id: number, branch: string): MergeSide => ({
    project_id: id,
    branch,
    storage: storages.get(id) ?? '',
    full_path: names.get(id)?.path_with_namespace ?? '',
  });
  return { target: side(target, request.target_branch), source: side(source, request.source_branch) };
}

/** The storage of a project's repository; empty if the project is deleted. */
export async function storageOf(deps: Pick<AccessDeps, 'clients' | 'display'>, id: number): Promise<string> {
  return (await storagesOf(deps, [id])).get(id) ?? '';
}

/**
 * Storages by project. Projects that are being removed have no profile, so their settings are
 * fetched.
 */
async function storagesOf(
  deps: Pick<AccessDeps, 'clients' | 'display'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const profiles = await deps.display.projects.find(ids);
  const unknown = ids.filter((id) => !profiles.get(id)?.storage);
  const others = unknown.length > 0 ? await mergeSettingsOf(deps, unknown) : profiles;
  return new Map(ids.map((id) => [id, (profiles.get(id)?.storage || others.get(id)?.storage) ?? '']));
}

/** A caller's rights on a project, for calls of the repository service. */
export function mergeSubject({ level, archived, default_branch }: MergeSubject): MergeSubject {
  return { level, archived, default_branch };
}

/** The caller's rights on the project of the source branch; none if they may not read it. */
export async function subjectOfSource(
  call: Call<MergeRequestChangesDeps>,
  { source_project_id: id }: Pick<Branches, 'source_project_id'>,
): Promise<MergeSubject> {
  const target = call.resource('id');
  const source = id === target.id ? target : await rightsOnProject(call.deps, call.principal, id);
  return mergeSubject(source ?? { level: 0, archived: true, default_branch: '' });
}
