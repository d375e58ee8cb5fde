/** How the configuration of a project appears in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectApprovals } from '@forgemesh/proto/approvals/v1/project_approval';
import type { ApprovalsCall } from '../operation';
import { defaultRule, type StoredRule } from '../rules/rule';
import { readRuleView } from '../rules/rule.entity';
import { defaultSettings, type ApprovalSettings, type ProjectApprovalsDocument } from './project-approvals.model';

/** The configuration of a project. */
export async function presentProjectApprovals(
  call: ApprovalsCall,
  document: ProjectApprovalsDocument,
): Promise<ResponseOf<ProjectApprovals>> {
  const rule = defaultRule(document.rules);
  return {
    ...(await presentApprovers(call, rule)),
    approvals_before_merge: rule?.approvals_required ?? 0,
    ...settingsOf(document),
  };
}

/** Users and groups that a default rule names. */
export async function presentApprovers(
  call: ApprovalsCall,
  rule: StoredRule | undefined,
): Promise<Pick<ResponseOf<ProjectApprovals>, 'approvers' | 'approver_groups'>> {
  const view = await readRuleView(call, rule ? [rule] : []);
  return {
    approvers: view.users(rule?.user_ids ?? []).map((user) => ({ user })),
    approver_groups: view.groups(rule?.group_ids ?? []).map((group) => ({ group })),
  };
}

/** A configuration in its events, with the rules as they are kept. */
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
