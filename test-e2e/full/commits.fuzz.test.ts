/**
 * Random writes over the API: each is completed or refused, no acknowledged write is lost, and git
 * fsck finds no problems.
 */
import { createUser, unique, type ApiResponse, type TestUser } from '@forgemesh/testing';
import fc from 'fast-check';
import { fuzzRuns } from '../config';
import { git } from '../support/git';
import { repositoryFolder } from '../support/repositories';

const odd = fc.oneof(
  fc.constantFrom('', ' ', '\n', '\0', '<', '>', '..', '/', '//', '.git', '.gitmodules', '%2e%2e', '\ud800', '\u202e'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const word = fc.constantFrom('a', 'b', 'A', 'dir', 'é');
/** Few ordinary paths, so that actions often meet the results of others. */
const path = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')) },
  { weight: 1, arbitrary: odd },
);
const content = fc.oneof(fc.constantFrom('', 'text\n', 'AAEC', '[submodule "x"]\n\turl = -x\n'), odd);
const message = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('A title', 'A title\n\nA body\n') }, odd);
const branch = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('main', 'side', 'topic/one') },
  { weight: 1, arbitrary: odd },
);

const action = fc.record(
  {
    action: fc.constantFrom('create', 'create', 'update', 'delete', 'move', 'chmod'),
    file_path: path,
    previous_path: path,
    content,
    encoding: fc.constantFrom('text', 'base64'),
    last_commit_id: fc.constantFrom('', '0'.repeat(40), 'x'),
    execute_filemode: fc.boolean(),
  },
  { requiredKeys: ['action', 'file_path', 'content', 'previous_path'] },
);
const author = { author_name: odd, author_email: odd };
const commit = fc.record(
  {
    branch,
    commit_message: message,
    actions: fc.array(action, { minLength: 1, maxLength: 4 }),
    start_branch: branch,
    ...author,
  },
  { requiredKeys: ['branch', 'commit_message', 'actions'] },
);
/** A commit that is never refused, so that the others run on a growing history. */
const plain = fc.uuid().map((name) => ({
  branch: 'main',
  commit_message: name,
  actions: [{ action: 'create', file_path: `plain/${name}`, content: name }],
  start_branch: undefined,
}));
const anyCommit = fc.oneof({ weight: 4, arbitrary: commit }, { weight: 1, arbitrary: plain });
const file = fc.record(
  {
    verb: fc.constantFrom('post' as const, 'put' as const, 'delete' as const),
    path,
    body: fc.record(
      { branch, content, commit_message: message, encoding: fc.constantFrom('text', 'base64'), ...author },
      { requiredKeys: ['branch', 'content', 'commit_message'] },
    ),
  },
  { requiredKeys: ['verb', 'path', 'body'] },
);

function expectSuccess({ status, body }: ApiResponse): void {
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
}

function encode(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

let user: TestUser;
let id: number;
let repository: string;

beforeEach(async () => {
  user = await createUser();
  const created = await user.api.post('/projects', { name: unique('fuzz'), initialize_with_readme: true });
  expect(created.status).toBe(201);
  id = created.body.id;
  repository = `/projects/${id}/repository`;
  // The default branch follows a setting; these suites use main.
  const main = { branch: 'main', ref: created.body.default_branch as string };
  expect([201, 400]).toContain((await user.api.post(`${repository}/branches`, main)).status);
});

/** Tips of all branches from the API. */
async function tips(): Promise<Map<string, string>> {
  const { body } = await user.api.get(`${repository}/branches?per_page=100`);
  return new Map((body as { name: string; commit: { id: string } }[]).map(({ name, commit: tip }) => [name, tip.id]));
}

function expectSound(): Promise<string> {
  return git(repositoryFolder(id), 'fsck', '--full', '--strict');
}

describe('POST /projects/:id/repository/commits and files, at random', () => {
  it('apply acknowledged writes, and nothing of refused ones', async () => {
    const expectedTips = await tips();
    const commits: string[] = [];
    await fc.assert(
      fc.asyncProperty(anyCommit, async (body) => {
        const response = await user.api.post(`${repository}/commits`, body);
        expectSuccess(response);
        if (response.status !== 201) return;
        const before = expectedTips.get(body.branch) ?? expectedTips.get(body.start_branch ?? '');
        expect(response.body.parent_ids).toEqual([before]);
        expectedTips.set(body.branch, response.body.id as string);
        commits.push(response.body.id as string);
      }),
      // A smaller counterexample would run in another state.
      { numRuns: fuzzRuns * 4, endOnFailure: true },
    );
    expect(await tips()).toEqual(expectedTips);
    await fc.assert(
      fc.asyncProperty(file, async ({ verb, path: name, body }) => {
        expectSuccess(await user.api[verb](`${repository}/files/${encode(name)}`, body));
      }),
      { numRuns: fuzzRuns * 2, endOnFailure: true },
    );
    const reachable = new Set((await git(repositoryFolder(id), 'rev-list', '--all')).split('\n'));
    expect(commits.filter((sha) => !reachable.has(sha))).toEqual([]);
    expect(commits.length).toBeGreaterThan(fuzzRuns / 10);
    await expectSound();
  });

  it('of two clients on one branch report the truth to both', async () => {
    const other = await createUser();
    const member = { user_id: other.id, access_level: 40 };
    expect((await user.api.post(`/projects/${id}/members`, member)).status).toBe(201);
    const before = Number(await git(repositoryFolder(id), 'rev-list', '--count', 'main'));
    const acknowledged: { sha: string; path: string; content: string }[] = [];
    const rounds = Math.ceil(fuzzRuns / 5);
    /** In each round, both create the same file; one of them is too late. */
    const write = async (client: TestUser): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        const made = { path: `race/${round}`, content: `${client.username} ${round}` };
        const response = await commitAs(client, made);
        if (response.status === 201) acknowledged.push({ sha: response.body.id as string, ...made });
        else expect(response).toMatchObject({ status: 400, body: { message: 'A file with this name already exists' } });
      }
    };
    await Promise.all([write(user), write(other)]);
    expect(acknowledged.map(({ path: name }) => name).sort()).toEqual(
      Array.from({ length: rounds }, (_, round) => `race/${round}`).sort(),
    );
    const folder = repositoryFolder(id);
    const reachable = (await git(folder, 'rev-list', 'main')).split('\n');
    expect(reachable).toHaveLength(before + rounds);
    expect(reachable).toEqual(expect.arrayContaining(acknowledged.map(({ sha }) => sha)));
    for (const { path: name, content: text } of acknowledged)
      expect(await git(folder, 'show', `main:${name}`)).toBe(text);
    await expectSound();
  });

  function commitAs(client: TestUser, made: { path: string; content: string }): Promise<ApiResponse> {
    const actions = [{ action: 'create', file_path: made.path, content: made.content }];
    return client.api.post(`${repository}/commits`, { branch: 'main', commit_message: made.content, actions });
  }
});

describe('patterns and names, at random', () => {
  const piece = fc.constantFrom(
    ...['a', '.', '*', '+', '?', '(', ')', '[', ']', '^', '$', '|', '\\', '{2}', '{999999}', '(?=a)', '(?<n>a)', '\\1'],
    ...['(a+)+', '(?i)', '\\p{L}', '[^a]', '\\x{10ffff}', '\0', '/', ' ', 'é', '\ud800', '%', '_', '-'],
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

  it('of push rules are refused, or checked without delay', async () => {
    const fields = fc.constantFrom(
      ...['commit_message_regex', 'commit_message_negative_regex', 'branch_name_regex', 'author_email_regex'],
      'file_name_regex',
    );
    expect((await user.api.post(`/projects/${id}/push_rule`, {})).status).toBe(201);
    const none = { commit_message_regex: '', commit_message_negative_regex: '', branch_name_regex: '' };
    await fc.assert(
      fc.asyncProperty(fields, pattern, async (field, text) => {
        const rule = { ...none, author_email_regex: '', file_name_regex: '', [field]: text };
        expectSuccess(await user.api.put(`/projects/${id}/push_rule`, rule));
        const response = await user.api.post(`${repository}/commits`, {
          branch: 'main',
          commit_message: `${'a'.repeat(5000)}!`,
          actions: [{ action: 'create', file_path: `${unique('file')}/${'a'.repeat(200)}!`, content: '' }],
        });
        expect([201, 400]).toContain(response.status);
      }),
      { numRuns: fuzzRuns },
    );
  });

  it('in searches and lists match existing resources only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(pattern, odd), async (text) => {
        const query = encode(text);
        const responses = await Promise.all([
          user.api.get(`${repository}/branches?search=${query}`),
          user.api.get(`${repository}/tags?search=${query}`),
          user.api.get(`${repository}/merge_base?refs[]=main&refs[]=${query}`),
          user.api.get(`${repository}/commits?ref_name=${query}&path=${query}`),
          user.api.get(`${repository}/archive.zip?sha=${query}`),
          user.api.get(`/projects/${id}/protected_branches/${query}`),
          user.api.get(`/projects/${id}/releases/${query}`),
          user.api.get(`/projects?search=${query}`),
          user.api.post(`/projects/${id}/protected_branches`, { name: text }),
          user.api.post(`${repository}/tags`, { tag_name: text, ref: 'main', message: text }),
        ]);
        responses.forEach(expectSuccess);
      }),
      { numRuns: fuzzRuns },
    );
    await expectSound();
  });
});
