/** Permission rules that depend on more than the declared role. */
import type { Call } from '@forgemesh/rpc';
import { DEVELOPER } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';

/**
 * Asserts that the caller may change the rules of a merge request: the author, the assignees and
 * developers may, unless the project forbids overriding its rules. Throws ForbiddenError.
 */
export function assertCanOverride(
  call: Call<unknown>,
  { author_id: author, assignee_ids: assignees }: MergeRequestSummary,
  settings: { disable_overriding_approvers_per_merge_request: boolean },
): void {
  const { id } = call.principal;
  const mayUpdate = call.resource('id').level >= DEVELOPER || author === id || assignees.includes(id);
  if (!mayUpdate || settings.disable_overriding_approvers_per_merge_request) throw new ForbiddenError();
}
