import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of approval rules. */
export const approvalRuleKeys = {
  ofProject: (projectId: number) => ['approval-rules', projectId],
  settings: (projectId: number) => ['approval-settings', projectId],
} as const;

/** List the approval rules of a project. */
export function listProjectApprovalRules(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/approval_rules'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/approval_rules', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Delete an approval rule of a project. */
export function deleteProjectApprovalRule(projectId: number | string, approvalRuleId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/approval_rules/{approval_rule_id}', {
      params: { path: { id: String(projectId), approval_rule_id: approvalRuleId } },
    }),
  );
}

/** Create an approval rule in a project. */
export function createProjectApprovalRule(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/approval_rules'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/approval_rules', { params: { path: { id: String(projectId) } }, body }),
  );
}

/** Get the approval configuration of a project. */
export function getProjectApprovals(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/approvals', { params: { path: { id: String(projectId) } } }));
}

/** Update the approval configuration of a project. */
export function updateProjectApprovals(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/approvals'>,
) {
  return unwrap(api.POST('/api/v4/projects/{id}/approvals', { params: { path: { id: String(projectId) } }, body }));
}
