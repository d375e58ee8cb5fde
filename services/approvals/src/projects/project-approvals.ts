/** Reads and changes the configuration of a project. */
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import type { ApprovalsCall } from '../operation';
import type { Approvals } from '../deps';
import { defaultSettings, type ApprovalSettings, type ProjectApprovalsDocument } from './project-approvals.model';
import { withDefaultRule, type StoredRule } from '../rules/rule';

/** What of a configuration changes. */
export type ProjectApprovalsSet = Partial<ApprovalSettings & { rules: StoredRule[] }>;

/** The configuration of a project as it is, or as it is before anybody said anything. */
export async function projectApprovals(deps: Approvals, projectId: number): Promise<ProjectApprovalsDocument> {
  return (await deps.projects.find(projectId)) ?? { _id: projectId, version: 0, ...defaultSettings, rules: [] };
}

/** Computes a change from the configuration as it is. */
export type ProjectApprovalsChange = (current: ProjectApprovalsDocument) => ProjectApprovalsSet;

/** Changes the configuration of the project that a call names. Returns it afterwards. */
export function changeProjectApprovals(
  call: ApprovalsCall,
  compute: ProjectApprovalsChange,
): Promise<ProjectApprovalsDocument> {
  return changeApprovalsOf(call.deps, { id: call.resource('id').id, actor: call.principal.id }, compute);
}

/** The change that has the default rule require so many approvals. */
export async function requiring(deps: Approvals, required: number): Promise<ProjectApprovalsChange> {
  const id = await deps.sequences.next('project_rules');
  return ({ rules }) => ({ rules: withDefaultRule(rules, { id, approvals_required: required }) });
}

/** Changes the configuration of a project in somebody's name. Returns it afterwards. */
export async function changeApprovalsOf(
  deps: Approvals,
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
  return (await change()) ?? (await startProject(deps, id).then(change)) ?? projectApprovals(deps, id);
}

/** Writes down what holds anyway, so that it can be changed. */
async function startProject(deps: Approvals, id: number): Promise<void> {
  try {
    await deps.projects.insert({ _id: id, ...defaultSettings, rules: [] });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
