import { startInProcess } from '@forgemesh/testing/in-process';
import { MergeApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_approval';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { approvals } from '#service';
import { SiblingData } from '#testing/siblings';

const data = new SiblingData();
const service = startInProcess(approvals, { siblings: data.stubs() });

const requestsAs = (user: UserProfile, request: MergeRequestSummary) =>
  service.as(data.callerOf(user, request), MergeRequestApprovalServiceDefinition);
const paramsOf = ({ project_id, iid }: MergeRequestSummary) => ({ id: String(project_id), merge_request_iid: iid });

const approve = (user: UserProfile, request: MergeRequestSummary, fields: { sha?: string } = {}) =>
  requestsAs(user, request).approveMergeRequest({ ...paramsOf(request), ...fields });
const approvalsOf = (user: UserProfile, request: MergeRequestSummary) =>
  requestsAs(user, request).getMergeRequestApprovals(paramsOf(request));
const stateOf = (user: UserProfile, request: MergeRequestSummary) =>
  requestsAs(user, request).getApprovalState(paramsOf(request));
const configure = (user: UserProfile, request: MergeRequestSummary, settings: object) =>
  service
    .as(data.callerOf(user, request), ProjectApprovalServiceDefinition)
    .updateProjectApprovals({ id: String(request.project_id), ...settings });
const mergeApprovalOf = ({ project_id, iid, version_number: version }: MergeRequestSummary) =>
  service
    .asService('collaboration', MergeApprovalServiceDefinition)
    .getMergeApproval({ project_id, iid, version, tier: 3 });

const unauthenticated = { reason: 'unauthenticated' };

async function createRequest(settings: object = {}) {
  const created = data.createRequest();
  if (Object.keys(settings).length > 0) await configure(created.owner, created.request, settings);
  return { ...created, developer: data.createMember(created.request.project_id, 30) };
}

describe('an approval', () => {
  it('of a sha that is not the head is refused', async () => {
    const { developer, request } = await createRequest();
    await expect(approve(developer, request, { sha: '3'.repeat(40) })).rejects.toMatchObject({
      reason: 'conflict',
      body: `SHA does not match HEAD of source branch: ${request.head_sha}`,
    });
  });

  it('loads what it depends on once', async () => {
    const { developer, request } = await createRequest({ merge_requests_disable_committers_approval: true });
    const calls = data.calls.length;
    expect(await approve(developer, request)).toMatchObject({ user_has_approved: true, approved_by: [{}] });
    expect(data.calls.slice(calls).sort()).toEqual([
      'GetMergeRequestSummary',
      'ListCodeOwnerEntries',
      'ListCommitterEmails',
      'ListMergeSettings',
      'ListProjectLevels',
      // Whether the approver is active, and the name to display.
      'ListUserProfiles',
      'ListUserProfiles',
    ]);
  });

  it('is given once by each developer, not by the author', async () => {
    const { owner, developer, request } = await createRequest();
    const reporter = data.createMember(request.project_id, 20);
    const anonymous = { ...data.callerOf(reporter, request), user: null };
    await expect(
      service.as(anonymous, MergeRequestApprovalServiceDefinition).approveMergeRequest(paramsOf(request)),
    ).rejects.toMatchObject(unauthenticated);
    for (const user of [data.createUser(), reporter, owner])
      await expect(approve(user, request)).rejects.toMatchObject(unauthenticated);
    expect(await approve(developer, request)).toMatchObject({ user_has_approved: true });
    await expect(approve(developer, request)).rejects.toMatchObject(unauthenticated);
    expect(await approvalsOf(owner, request)).toMatchObject({
      approved_by: [{ user: { id: developer.id } }],
      user_can_approve: false,
    });
  });

  it('is given by the author if the project permits it and a rule names them', async () => {
    const settings = { approvals_before_merge: 1, merge_requests_author_approval: false };
    const { owner, request } = await createRequest(settings);
    await expect(approve(owner, request)).rejects.toMatchObject(unauthenticated);
    const named = await requestsAs(owner, request).updateMergeRequestApprovers({
      ...paramsOf(request),
      approver_ids: [owner.id],
      approver_group_ids: [],
    });
    expect(named).toMatchObject({ approvers: [{ user: { id: owner.id } }], user_can_approve: true });
    expect(await approve(owner, request)).toMatchObject({ approved: true });
  });

  it('of a committer is refused if the project excludes committers', async () => {
    const {
      owner,
      developer: committer,
      request,
    } = await createRequest({
      merge_requests_disable_committers_approval: true,
    });
    const other = data.createMember(request.project_id, 30);
    data.committers.set(request.project_id, [committer.email]);
    await expect(approve(committer, request)).rejects.toMatchObject(unauthenticated);
    expect(await approve(other, request)).toMatchObject({ user_has_approved: true });
    await configure(owner, request, { merge_requests_disable_committers_approval: false });
    expect(await approve(committer, request)).toMatchObject({ user_has_approved: true });
  });

  it('counts for each rule that names the approver directly or through a group', async () => {
    const { owner, developer: member, request } = await createRequest();
    const other = data.createMember(request.project_id, 30);
    const group = data.createGroup([member]);
    const rules = service.as(data.callerOf(owner, request), ProjectApprovalRuleServiceDefinition);
    const rule = { id: String(request.project_id), approvals_required: 1 };
    await rules.createProjectApprovalRule({ ...rule, name: 'group', group_ids: [group.id] });
    await rules.createProjectApprovalRule({ ...rule, name: 'user', user_ids: [member.id] });
    const ruled = data.openRequest(request.project_id, { author_id: owner.id });
    expect(await approvalsOf(owner, ruled)).toMatchObject({ approvals_left: 2 });
    expect(await approve(other, ruled)).toMatchObject({ approved: false, approvals_left: 2 });
    expect(await approve(member, ruled)).toMatchObject({ approved: true, approvals_left: 0 });
    expect((await stateOf(owner, ruled)).rules.map(({ approved }) => approved)).toEqual([true, true]);
  });

  it('that survived a push stays valid when the project then resets approvals, until the next push', async () => {
    const { owner, developer, request } = await createRequest({
      approvals_before_merge: 1,
      reset_approvals_on_push: false,
    });
    await approve(developer, request);
    data.push(request);
    await configure(owner, request, { reset_approvals_on_push: true });
    expect(await approvalsOf(owner, request)).toMatchObject({ approvals_left: 0 });
    data.push(request);
    expect(await approvalsOf(owner, request)).toMatchObject({ approvals_left: 1 });
  });

  it('can be given by two users at the same time, once by each', async () => {
    const { owner, developer: one, request } = await createRequest({ approvals_before_merge: 2 });
    const other = data.createMember(request.project_id, 30);
    const results = await Promise.allSettled([one, one, other].map((user) => approve(user, request)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: unauthenticated });
    const { approved, approved_by: approvedBy } = await approvalsOf(owner, request);
    expect(approved).toBe(true);
    expect(approvedBy).toHaveLength(2);
  });
});

describe('rules of code owners', () => {
  const entry = { section: 'codeowners', pattern: '*', is_optional: false, approvals_required: 1, emails: [] };

  it('have sections, of which optional ones require no approval', async () => {
    const { owner, developer, request } = await createRequest();
    const other = data.createMember(request.project_id, 30);
    const names = [developer.username, other.username];
    const entries = [
      { ...entry, section: 'Style', is_optional: true, names: [developer.username] },
      { ...entry, section: 'Both', approvals_required: 2, names },
    ];
    data.codeOwners.set(request.project_id, { entries, approval_required: true });
    expect((await stateOf(owner, request)).rules).toMatchObject([
      { name: '*', section: 'Style', approvals_required: 0, approved: true },
      { name: '*', section: 'Both', approvals_required: 2, approved: false },
    ]);
  });

  it('require nothing unless the protection of the target requires it', async () => {
    const { owner, developer, request } = await createRequest();
    const entries = [{ ...entry, names: [developer.username] }];
    data.codeOwners.set(request.project_id, { entries, approval_required: false });
    expect((await stateOf(owner, request)).rules).toMatchObject([{ approvals_required: 0, approved: true }]);
    expect(await mergeApprovalOf(request)).toEqual({ approved: true, approvals_left: 0 });
  });

  it('leave out owners who leave the project, and require no approval without any', async () => {
    const { owner, developer, request } = await createRequest();
    const entries = [{ ...entry, names: [developer.username] }];
    data.codeOwners.set(request.project_id, { entries, approval_required: true });
    expect((await stateOf(owner, request)).rules).toMatchObject([{ approvals_required: 1, approved: false }]);
    expect(await mergeApprovalOf(request)).toEqual({ approved: false, approvals_left: 1 });
    data.levels.delete(`${request.project_id}/${developer.id}`);
    expect((await stateOf(owner, request)).rules).toMatchObject([
      { approvals_required: 0, approved: true, eligible_approvers: [] },
    ]);
  });

  it('are listed, but cannot be changed or deleted', async () => {
    const { owner, developer, request } = await createRequest();
    const entries = [{ ...entry, names: [developer.username] }];
    data.codeOwners.set(request.project_id, { entries, approval_required: true });
    const client = service.as(data.callerOf(owner, request), MergeRequestApprovalRuleServiceDefinition);
    const { rules } = await client.listMergeRequestApprovalRules(paramsOf(request));
    expect(rules).toMatchObject([{ name: '*', rule_type: 'code_owner', section: 'codeowners' }]);
    const path = { ...paramsOf(request), approval_rule_id: rules[0]?.id };
    const forbidden = { reason: 'forbidden' };
    await expect(
      client.updateMergeRequestApprovalRule({ ...path, name: 'x', approvals_required: 0 }),
    ).rejects.toMatchObject(forbidden);
    await expect(client.deleteMergeRequestApprovalRule(path)).rejects.toMatchObject(forbidden);
  });
});
