/** Loads and changes the approval configuration of a project. */
import type { Call } from '@forgemesh/rpc';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { defaultSettings, type ApprovalSettings, type ProjectApprovalsDocument } from './project-approvals.model';
import { type StoredRule, withDefaultRule } from '#rules';
import type { ProjectApprovalsDeps } from './deps';

type Deps = Pick<ProjectApprovalsDeps, 'sequences' | 'projects'>;

/** Fields of a configuration to set. */
export type ProjectApprovalsSet = Partial<ApprovalSettings & { rules: StoredRule[] }>;

/** The stored configuration of a project, or the defaults. */
export async function loadProjectApprovals(deps: Deps, projectId: number): Promise<ProjectApprovalsDocument> {
  return (await deps.projects.find(projectId)) ?? defaultApprovals(projectId);
}

/** The stored configurations of several projects by id, or the defaults. */
export async function loadAllProjectApprovals(
  deps: Pick<Deps, 'projects'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProjectApprovalsDocument>> {
  const stored = new Map((await deps.projects.findAll(ids)).map((project) => [project._id, project]));
  return new Map(ids.map((id) => [id, stored.get(id) ?? defaultApprovals(id)]));
}

function defaultApprovals(projectId: number): ProjectApprovalsDocument {
  return { _id: projectId, version: 0, ...defaultSettings, rules: [] };
}

/** Computes the fields to set from the current configuration. */
export type ProjectApprovalsChange = (current: ProjectApprovalsDocument) => ProjectApprovalsSet;

/**
 * Changes the configuration of the project that the call names. Returns the configuration
 * afterwards.
 */
export function changeProjectApprovals(
  call: Call<Deps>,
  compute: ProjectApprovalsChange,
): Promise<ProjectApprovalsDocument> {
  return changeApprovalsOf(call.deps, { id: call.resource('id').id, actor: call.principal.id }, compute);
}

/** A change that sets the number of approvals that the default rule requires. */
export async function withRequiredApprovals(deps: Deps, required: number): Promise<ProjectApprovalsChange> {
  const id = await deps.sequences.next('project_rules');
  return ({ rules }) => ({ rules: withDefaultRule(rules, { id, approvals_required: required }) });
}

/**
 * Changes the configuration of a project on behalf of a user. Returns the configuration afterwards.
 */
export async function changeApprovalsOf(
  deps: Deps,
  { id, actor }: { id: number; actor: number },
  compute: ProjectApprovalsChange,
): Promise<ProjectApprovalsDocument> {
  const change = (): Promise<ProjectApprovalsDocument | null> =>
    deps.projects.mutate(id, (current) => {
      const set = compute(current);
      const changes = changesOf<Required<ProjectApprovalsSet>>(current, set);
      if (Object.keys(changes).length === 0) return null;
      return { set, events: [{ type: 'approvals.project.updated', actor, changes }] };
    });
  return (await change()) ?? (await insertDefaults(deps, id).then(change)) ?? loadProjectApprovals(deps, id);
}

/** Stores the defaults, so that they can be changed. */
async function insertDefaults(deps: Deps, id: number): Promise<void> {
  try {
    await deps.projects.insert({ _id: id, ...defaultSettings, rules: [] });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
