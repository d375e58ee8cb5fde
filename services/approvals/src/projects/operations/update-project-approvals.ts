import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { operation, type ApprovalsCall } from '../../operation';
import { settleApprovals } from '../../requests/settle-approvals';
import { changeProjectApprovals, projectApprovals, requiring } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';
import { defaultSettings, type ApprovalSettings } from '../project-approvals.model';

/** Changes the configuration of a project; what is not given stays. */
export const updateProjectApprovals = operation(
  ProjectApprovalServiceDefinition.updateProjectApprovals,
  async ({ approvals_before_merge: required, ...request }, call) => {
    const names = Object.keys(defaultSettings) as (keyof ApprovalSettings)[];
    const given = names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]);
    const settings = Object.fromEntries(given) as Partial<ApprovalSettings>;
    await settleWhatChanges(call, settings);
    const ruleChange = required === undefined ? () => ({}) : await requiring(call.deps, required);
    const changed = await changeProjectApprovals(call, (current) => ({ ...settings, ...ruleChange(current) }));
    return presentProjectApprovals(call, changed);
  },
);

/** Whether pushes void approvals is of those to come. */
async function settleWhatChanges(call: ApprovalsCall, settings: Partial<ApprovalSettings>): Promise<void> {
  const { reset_approvals_on_push: resets } = settings;
  if (resets === undefined) return;
  const { id } = call.resource('id');
  const before = await projectApprovals(call.deps, id);
  if (resets !== before.reset_approvals_on_push) await settleApprovals(call.deps, id, resets);
}
