/** Audited actions of the events of the approvals service. */
import type { EventChanges } from '@forgemesh/events';
import {
  actionsOf,
  type AuditedAction,
  type AuditedEntity,
  fieldActions,
  projectEntity,
  type Reader,
  type Readers,
  readersFor,
} from './action-builders';

const approvalFields: Record<string, string> = {
  reset_approvals_on_push: 'reset approvals on push',
  disable_overriding_approvers_per_merge_request: 'disable overriding approvers per merge request',
  merge_requests_author_approval: 'author approval',
  merge_requests_disable_committers_approval: 'disable committers approval',
  require_password_to_approve: 'require password to approve',
};

type RulesChange = NonNullable<EventChanges<'approvals.project.updated'>['rules']>;
type Rule = RulesChange['from'][number];

function describeRule({ approvals_required, user_ids, group_ids, protected_branch_ids }: Rule): string {
  return JSON.stringify({ approvals_required, user_ids, group_ids, protected_branch_ids });
}

function ruleActions(auditedEntity: AuditedEntity, { from, to }: RulesChange): AuditedAction[] {
  const targetType = 'ApprovalRule';
  const before = new Map(from.map((rule) => [rule.id, rule]));
  const after = new Map(to.map((rule) => [rule.id, rule]));
  return [...new Map([...before, ...after]).values()].flatMap((rule) => {
    const [old, now] = [before.get(rule.id), after.get(rule.id)];
    const target = { target_id: rule.id, target_type: targetType, target_details: rule.name };
    if (!old || !now)
      return actionsOf(auditedEntity, target, [old ? { remove: 'approval_rule' } : { add: 'approval_rule' }]);
    const [was, is] = [describeRule(old), describeRule(now)];
    return [
      ...(was === is ? [] : actionsOf(auditedEntity, target, [{ change: 'approval_rule', from: was, to: is }])),
      ...(old.name === now.name
        ? []
        : actionsOf(auditedEntity, target, [{ change: 'approval_rule name', from: old.name, to: now.name }])),
    ];
  });
}

const readApprovals: Reader<`approvals.${'project' | 'merge_request'}.updated`> = (event) => {
  const auditedEntity = projectEntity(event.data.entity.project_id);
  const { rules, ...changes } = event.data.changes;
  const target = { target_id: auditedEntity.entity_id, target_type: 'Project', target_details: '' };
  return [
    ...actionsOf(auditedEntity, target, fieldActions(changes, approvalFields)),
    ...(rules ? ruleActions(auditedEntity, rules) : []),
  ];
};

/** Readers by event type. */
export const approvalsReaders: Readers = {
  ...readersFor('approvals.project', ['updated'], readApprovals),
  ...readersFor('approvals.merge_request', ['updated'], readApprovals),
};
