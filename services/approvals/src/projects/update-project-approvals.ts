import { ProjectApprovalServiceService } from '@forgemesh/proto/approvals/v1/project_approval';
import { operation } from '../operation';
import { changeProjectApprovals, requiring } from './project-approvals';
import { presentProjectApprovals } from './project-approvals.entity';
import { defaultSettings, type ApprovalSettings } from './project-approvals.model';

/** Changes the configuration of a project; what is not given stays. */
export const updateProjectApprovals = operation(
  ProjectApprovalServiceService.updateProjectApprovals,
  async ({ approvals_before_merge: required, ...request }, call) => {
    const names = Object.keys(defaultSettings) as (keyof ApprovalSettings)[];
    const given = names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]);
    const settings = Object.fromEntries(given) as Partial<ApprovalSettings>;
    const ruleChange = required === undefined ? () => ({}) : await requiring(call.deps, required);
    const changed = await changeProjectApprovals(call, (current) => ({ ...settings, ...ruleChange(current) }));
    return presentProjectApprovals(call, changed);
  },
);
