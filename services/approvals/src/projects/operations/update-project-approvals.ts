import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { changeProjectApprovals, loadProjectApprovals, withRequiredApprovals } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';
import { defaultSettings, type ApprovalSettings } from '../project-approvals.model';
import type { ProjectApprovalsDeps } from '../deps';

/** Updates the approval configuration of a project. Absent fields stay unchanged. */
export const updateProjectApprovals = operation(
  ProjectApprovalServiceDefinition.updateProjectApprovals,
  async ({ approvals_before_merge: required, ...request }, call: Call<ProjectApprovalsDeps>) => {
    const names = Object.keys(defaultSettings) as (keyof ApprovalSettings)[];
    const given = names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]);
    const settings = Object.fromEntries(given) as Partial<ApprovalSettings>;
    await finalizeIfResetChanges(call, settings);
    const ruleChange = required === undefined ? () => ({}) : await withRequiredApprovals(call.deps, required);
    const changed = await changeProjectApprovals(call, (current) => ({ ...settings, ...ruleChange(current) }));
    return presentProjectApprovals(call, changed);
  },
);

/**
 * Finalizes existing approvals if `reset_approvals_on_push` changes: the change affects future
 * pushes only.
 */
async function finalizeIfResetChanges(
  call: Call<ProjectApprovalsDeps>,
  settings: Partial<ApprovalSettings>,
): Promise<void> {
  const { reset_approvals_on_push: resets } = settings;
  if (resets === undefined) return;
  const { id } = call.resource('id');
  const before = await loadProjectApprovals(call.deps, id);
  if (resets !== before.reset_approvals_on_push) await call.deps.finalizeApprovals(id, resets);
}
