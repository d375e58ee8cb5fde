import type { PushRule } from '@forgemesh/proto/projects/v1/push_rule';
import { zeroId } from '../git/objects/object-id';
import { refuseCommit } from './check-commit';
import { refuseFiles } from './check-files';
import { refuseRef } from './check-ref';
import { compilePatterns } from './rule-patterns';

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

function judgeCommit(fields: Partial<PushRule>, commit: object = {}): string | null {
  const one = rule(fields);
  const full = {
    id,
    author_email: 'a@x.org',
    committer_email: 'c@x.org',
    message: 'Fix\n',
    is_signed: false,
    ...commit,
  };
  const emails = { ofUsers: new Set(['a@x.org']), ofPusher: new Set(['p@x.org']) };
  return refuseCommit(full, one, compilePatterns(one), emails);
}

function judgeFiles(fields: Partial<PushRule>, path: string, is_added = true, size = 0): string | null {
  const one = rule(fields);
  return refuseFiles([{ path, is_added, size }], one, compilePatterns(one));
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
    // The first check that fails is told.
    [
      { commit_message_regex: 'no', author_email_regex: 'no', reject_unsigned_commits: true },
      {},
      "Commit message does not follow the pattern 'no'",
    ],
  ])('%j and %j: %p', (fields, commit, expected) => expect(judgeCommit(fields, commit)).toBe(expected));

  it('does not stall on a hostile expression', () => {
    const started = process.cpuUsage();
    expect(judgeCommit({ commit_message_regex: '^(a+)+$' }, { message: `${'a'.repeat(100_000)}!` })).not.toBeNull();
    // The time of the processor: others may use the machine too.
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it('cannot hide behind its length', () => {
    expect(judgeCommit({ commit_message_negative_regex: 'x' }, { message: 'a'.repeat(1024 * 1024 + 1) })).toMatch(
      'too long',
    );
    expect(judgeCommit({}, { message: 'a'.repeat(1024 * 1024 + 1) })).toBeNull();
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
  ])('%s looks like a secret', (path) => {
    expect(judgeFiles({ prevent_secrets: true }, path)).toMatch(/^File name .* was blacklisted by the pattern .*\.$/);
    expect(judgeFiles({ prevent_secrets: true }, path, false)).toBeNull();
    expect(judgeFiles({}, path)).toBeNull();
  });

  it.each(['id_rsa.pub', 'src/history.ts', 'credentials', 'keys.ts', 'history'])('%s does not', (path) =>
    expect(judgeFiles({ prevent_secrets: true }, path)).toBeNull(),
  );

  it('is held against the pattern of names, changed files too', () => {
    expect(judgeFiles({ file_name_regex: '\\.exe$' }, 'a/b.exe', false)).toBe(
      'File name a/b.exe was blacklisted by the pattern \\.exe$.',
    );
    expect(judgeFiles({ file_name_regex: '\\.exe$' }, 'a/b.exe.txt')).toBeNull();
  });

  it('has a largest size in MB', () => {
    const megabyte = 1024 * 1024;
    expect(judgeFiles({ max_file_size: 1 }, 'big', true, megabyte)).toBeNull();
    expect(judgeFiles({ max_file_size: 1 }, 'big', true, megabyte + 1)).toBe(
      'File "big" is larger than the allowed size of 1 MB',
    );
    expect(judgeFiles({ max_file_size: 0 }, 'big', true, megabyte + 1)).toBeNull();
  });
});

describe('a ref', () => {
  const judge = (fields: Partial<PushRule>, ref: string, next: string, door: 'api' | 'git' = 'git'): string | null => {
    const one = rule(fields);
    return refuseRef({ ref, old: zeroId, new: next }, one, compilePatterns(one), { door, default_branch: 'main' });
  };

  it('of a tag is kept over git alone', () => {
    expect(judge({ deny_delete_tag: true }, 'refs/tags/v1', zeroId)).toBe('You cannot delete a tag');
    expect(judge({ deny_delete_tag: true }, 'refs/tags/v1', zeroId, 'api')).toBeNull();
    expect(judge({ deny_delete_tag: true }, 'refs/tags/v1', id)).toBeNull();
    expect(judge({ deny_delete_tag: true }, 'refs/heads/v1', zeroId)).toBeNull();
  });

  it('of a branch has a name that matches, but for the default one', () => {
    const fields = { branch_name_regex: '^feature/' };
    expect(judge(fields, 'refs/heads/fix', id)).toBe("Branch name does not follow the pattern '^feature/'");
    expect(judge(fields, 'refs/heads/feature/x', id)).toBeNull();
    expect(judge(fields, 'refs/heads/main', id)).toBeNull();
    expect(judge(fields, 'refs/heads/fix', zeroId)).toBeNull();
    expect(judge(fields, 'refs/tags/fix', id)).toBeNull();
  });
});
