import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { zeroId } from '@forgemesh/git-engine';
import { checkCommit } from './check-commit';
import { checkFiles } from './check-files';
import { checkRef } from './check-ref';
import { matchPatterns } from './rule-patterns';

const id = 'a'.repeat(40);

function rule(fields: Partial<PushRule>): PushRule {
  return {
    id: 1,
    project_id: 1,
    commit_message_regex: '',
    commit_message_negative_regex: '',
    branch_name_regex: '',
    deny_delete_tag: false,
    created_at: '',
    member_check: false,
    prevent_secrets: false,
    author_email_regex: '',
    file_name_regex: '',
    max_file_size: 0,
    ...fields,
  };
}

async function checkCommitOf(fields: Partial<PushRule>, commit: object = {}): Promise<string | null> {
  const one = rule(fields);
  const full = {
    id,
    author_email: 'a@x.org',
    committer_email: 'c@x.org',
    message: 'Fix\n',
    is_signed: false,
    ...commit,
  };
  const emails = { userEmails: new Set(['a@x.org']), pusherEmails: new Set(['p@x.org']) };
  const texts = { messages: [full.message], emails: [full.author_email, full.committer_email] };
  return checkCommit(full, one, await matchPatterns(one, texts), emails);
}

async function checkFilesOf(
  fields: Partial<PushRule>,
  path: string,
  is_added = true,
  size = 0,
): Promise<string | null> {
  const one = rule(fields);
  return checkFiles([{ path, is_added, size }], one, await matchPatterns(one, { fileNames: [path] }));
}

describe('a commit', () => {
  it.each([
    [{}, {}, null],
    [{ commit_message_regex: '^JIRA-\\d+' }, {}, "Commit message does not follow the pattern '^JIRA-\\d+'"],
    [{ commit_message_regex: '^JIRA-\\d+' }, { message: 'Title\n\nJIRA-12\n' }, null],
    [{ commit_message_negative_regex: 'F.x' }, {}, "Commit message contains the forbidden pattern 'F.x'"],
    [{ author_email_regex: '@y' }, {}, "Author's email 'a@x.org' does not follow the pattern '@y'"],
    [{ author_email_regex: '^a' }, {}, "Committer's email 'c@x.org' does not follow the pattern '^a'"],
    [{ reject_unsigned_commits: true }, {}, 'Commit must be signed with a GPG key'],
    [{ reject_unsigned_commits: true }, { is_signed: true }, null],
    [{ member_check: true }, { author_email: 'z@x.org' }, "Author 'z@x.org' is not a member of team"],
    [{ member_check: true }, {}, "Committer 'c@x.org' is not a member of team"],
    [{ member_check: true }, { committer_email: 'A@X.org' }, null],
    [{ commit_committer_check: true }, { committer_email: 'P@x.org' }, null],
    [
      { commit_committer_check: true },
      {},
      "You cannot push commits for 'c@x.org'. You can only push commits that were committed with one of your own verified emails.",
    ],
    // The first failed check is reported.
    [
      { commit_message_regex: 'no', author_email_regex: 'no', reject_unsigned_commits: true },
      {},
      "Commit message does not follow the pattern 'no'",
    ],
  ])('%j and %j: %p', async (fields, commit, expected) => expect(await checkCommitOf(fields, commit)).toBe(expected));

  it('is refused if it is too long to be checked', async () => {
    const long = { message: 'a'.repeat(64 * 1024 + 1) };
    await expect(checkCommitOf({ commit_message_negative_regex: 'x' }, long)).rejects.toThrow(
      'Commit message is too long to be checked (maximum is 65536 bytes)',
    );
    expect(await checkCommitOf({}, long)).toBeNull();
  });

  it('is refused if a hostile expression takes too long', async () => {
    const rule = { commit_message_regex: '(\\w?){500}\\W$' };
    await expect(checkCommitOf(rule, { message: 'a'.repeat(64 * 1024) })).rejects.toThrow(
      "Commit message could not be checked in time. The pattern '(\\w?){500}\\W$' of the push rule is too complex.",
    );
  });
});

describe('a file', () => {
  it.each([
    'id_rsa',
    '.ssh/id_ed25519',
    'personal_rsa',
    'config/server_dsa',
    'aws/credentials',
    'home/.aws/credentials',
    'tls/server.pem',
    'private.key',
    '.bash_history',
    'pry.history',
  ])('%s looks like a secret', async (path) => {
    expect(await checkFilesOf({ prevent_secrets: true }, path)).toMatch(
      /^File name .* was blacklisted by the pattern .*\.$/,
    );
    expect(await checkFilesOf({ prevent_secrets: true }, path, false)).toBeNull();
    expect(await checkFilesOf({}, path)).toBeNull();
  });

  it.each(['id_rsa.pub', 'src/history.ts', 'credentials', 'keys.ts', 'history'])('%s does not', async (path) =>
    expect(await checkFilesOf({ prevent_secrets: true }, path)).toBeNull(),
  );

  it('is checked against the pattern of names, also if only changed', async () => {
    expect(await checkFilesOf({ file_name_regex: '\\.exe$' }, 'a/b.exe', false)).toBe(
      'File name a/b.exe was blacklisted by the pattern \\.exe$.',
    );
    expect(await checkFilesOf({ file_name_regex: '\\.exe$' }, 'a/b.exe.txt')).toBeNull();
  });

  it('has a maximum size in MB', async () => {
    const megabyte = 1024 * 1024;
    expect(await checkFilesOf({ max_file_size: 1 }, 'big', true, megabyte)).toBeNull();
    expect(await checkFilesOf({ max_file_size: 1 }, 'big', true, megabyte + 1)).toBe(
      'File "big" is larger than the allowed size of 1 MB',
    );
    expect(await checkFilesOf({ max_file_size: 0 }, 'big', true, megabyte + 1)).toBeNull();
  });
});

describe('a ref', () => {
  const checkOne = async (fields: Partial<PushRule>, ref: string, next: string, source: 'api' | 'git' = 'git') => {
    const one = rule(fields);
    const patterns = await matchPatterns(one, { branchNames: [ref.replace('refs/heads/', '')] });
    return checkRef({ ref, old: zeroId, new: next }, one, patterns, { source, default_branch: 'main' });
  };

  it('of a tag is protected from deletion over git only', async () => {
    expect(await checkOne({ deny_delete_tag: true }, 'refs/tags/v1', zeroId)).toBe('You cannot delete a tag');
    expect(await checkOne({ deny_delete_tag: true }, 'refs/tags/v1', zeroId, 'api')).toBeNull();
    expect(await checkOne({ deny_delete_tag: true }, 'refs/tags/v1', id)).toBeNull();
    expect(await checkOne({ deny_delete_tag: true }, 'refs/heads/v1', zeroId)).toBeNull();
  });

  it('of a branch must match the pattern, except the default branch', async () => {
    const fields = { branch_name_regex: '^feature/' };
    expect(await checkOne(fields, 'refs/heads/fix', id)).toBe("Branch name does not follow the pattern '^feature/'");
    expect(await checkOne(fields, 'refs/heads/feature/x', id)).toBeNull();
    expect(await checkOne(fields, 'refs/heads/main', id)).toBeNull();
    expect(await checkOne(fields, 'refs/heads/fix', zeroId)).toBeNull();
    expect(await checkOne(fields, 'refs/tags/fix', id)).toBeNull();
  });
});
