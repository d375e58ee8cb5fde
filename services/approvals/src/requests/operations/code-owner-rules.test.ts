import {
  commitFiles,
  createUser,
  unique,
  createGroup,
  createMember,
  createProject,
  type TestUser,
} from '@forgemesh/testing';
import { openRequest } from '#testing/fixtures';

let owner: TestUser;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
  owner = await createUser();
});

/** A project with two developers and a CODEOWNERS file, and a request that changes some files. */
async function createOwnedRequest(
  codeOwners: (owners: { ann: TestUser; ben: TestUser }, project: string) => Promise<string> | string,
  changed: string[],
) {
  const project = `/projects/${(await createProject(owner.api)).id}`;
  [ann, ben] = [await createMember(owner.api, project, 30), await createMember(owner.api, project, 30)];
  await commitFiles(owner.api, project, { CODEOWNERS: await codeOwners({ ann, ben }, project) });
  const protection = `${project}/protected_branches/main`;
  expect((await owner.api.patch(protection, { code_owner_approval_required: true })).status).toBe(200);
  const files = Object.fromEntries(changed.map((path) => [path, path]));
  await commitFiles(owner.api, project, files, { branch: 'feature', start_branch: 'main' });
  return { project, request: await openRequest(owner.api, project) };
}

async function rulesOf(request: string) {
  const { status, body } = await owner.api.get(`${request}/approval_state`);
  expect(status).toBe(200);
  return body.rules.filter(({ rule_type: type }: { rule_type: string }) => type === 'code_owner');
}

const names = (users: { username: string }[]) => users.map(({ username }) => username);

describe('GET /projects/:id/merge_requests/:merge_request_iid/approval_state with code owners', () => {
  it('has a rule for each entry that applies, which must be approved before merging', async () => {
    const { request } = await createOwnedRequest(
      (users) =>
        [`*.md @${users.ann.username}`, `/docs/ @${users.ben.username}`, `*.rb @${users.ben.username}`].join('\n'),
      ['README.md', 'docs/a.txt'],
    );
    const rules = await rulesOf(request);
    expect(rules).toMatchObject([
      { name: '*.md', section: 'codeowners', approvals_required: 1, approved: false, source_rule: null },
      { name: '/docs/', section: 'codeowners', approvals_required: 1, approved: false },
    ]);
    expect(rules.map((rule: { users: TestUser[] }) => names(rule.users))).toEqual([[ann.username], [ben.username]]);
    expect(names(rules[0].eligible_approvers)).toEqual([ann.username]);
    expect((await owner.api.get(`${request}/approvals`)).body).toMatchObject({
      approved: false,
      approvals_required: 2,
      approvals_left: 2,
    });
    expect((await owner.api.put(`${request}/merge`)).status).toBe(406);
    expect((await ann.api.post(`${request}/approve`)).status).toBe(201);
    const again = await rulesOf(request);
    expect(again.map(({ id, approved }: { id: number; approved: boolean }) => [id, approved])).toEqual([
      [rules[0].id, true],
      [rules[1].id, false],
    ]);
    expect((await owner.api.put(`${request}/merge`)).status).toBe(406);
    expect((await ben.api.post(`${request}/approve`)).status).toBe(201);
    expect(await owner.api.put(`${request}/merge`)).toMatchObject({ status: 200, body: { state: 'merged' } });
    expect(await rulesOf(request)).toHaveLength(2);
  });

  it('names groups with access to the project, users by email, and developers only', async () => {
    const reporter = await createUser();
    const member = await createUser();
    const { request } = await createOwnedRequest(
      async (users, project) => {
        const path = unique('owners');
        const { id: shared } = await createGroup(owner.api, { path });
        const foreign = await createGroup(owner.api);
        for (const [source, user_id, access_level] of [
          [`/groups/${shared}`, member.id, 30],
          [project, reporter.id, 20],
        ] as const)
          expect((await owner.api.post(`${source}/members`, { user_id, access_level })).status).toBe(201);
        const share = { group_id: shared, group_access: 30 };
        expect((await owner.api.post(`${project}/share`, share)).status).toBe(201);
        const { body } = await users.ann.api.get('/user');
        return `* @${reporter.username} @${path} @${foreign.path} @missing ${body.email}\n`;
      },
      ['a.txt'],
    );
    const [rule] = await rulesOf(request);
    expect(rule.groups).toHaveLength(1);
    expect(names(rule.users).sort()).toEqual([ann.username, reporter.username].sort());
    expect(names(rule.eligible_approvers).sort()).toEqual([ann.username, member.username].sort());
    expect((await reporter.api.post(`${request}/approve`)).status).toBe(401);
    expect((await member.api.post(`${request}/approve`)).status).toBe(201);
    expect((await owner.api.put(`${request}/merge`)).status).toBe(200);
  });
});
