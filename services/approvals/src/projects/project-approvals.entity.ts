/** Presents the approval configuration of a project. */
import type { EventEntity } from '@forgemesh/events';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ProjectApprovals } from '@forgemesh/proto/approvals/v1/project_approval';
import { defaultRule, loadRuleView, type StoredRule } from '#rules';
import { defaultSettings, type ApprovalSettings, type ProjectApprovalsDocument } from './project-approvals.model';
import type { ProjectApprovalsDeps } from './deps';

/** Presents the configuration in the API. */
export async function presentProjectApprovals(
  call: Call<ProjectApprovalsDeps>,
  document: ProjectApprovalsDocument,
): Promise<ResponseOf<ProjectApprovals>> {
  const rule = defaultRule(document.rules);
  return {
    ...(await presentApprovers(call, rule)),
    approvals_before_merge: rule?.approvals_required ?? 0,
    ...settingsOf(document),
  };
}

/** Presents the users and groups named by a default rule. */
export async function presentApprovers(
  call: Call<Pick<ProjectApprovalsDeps, 'clients' | 'display'>>,
  rule: StoredRule | undefined,
): Promise<Pick<ResponseOf<ProjectApprovals>, 'approvers' | 'approver_groups'>> {
  const view = await loadRuleView(call, rule ? [rule] : [], []);
  return {
    approvers: view.users(rule?.user_ids ?? []).map((user) => ({ user })),
    approver_groups: view.groups(rule?.group_ids ?? []).map((group) => ({ group })),
  };
}

/** Presents the configuration in events, with the rules as stored. */
export function presentProjectApprovalsEvent(
  document: ProjectApprovalsDocument,
): EventEntity<'approvals.project.updated'> {
  const { _id: id, rules } = document;
  const approvals_before_merge = defaultRule(rules)?.approvals_required ?? 0;
  return { id, project_id: id, approvals_before_merge, ...settingsOf(document), rules };
}

function settingsOf(document: ProjectApprovalsDocument): ApprovalSettings {
  const names = Object.keys(defaultSettings) as (keyof ApprovalSettings)[];
  return Object.fromEntries(names.map((name) => [name, document[name]])) as unknown as ApprovalSettings;
}
