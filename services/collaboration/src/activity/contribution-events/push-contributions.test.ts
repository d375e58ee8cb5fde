import type { EventEntity, ForgeEvent } from '@forgemesh/events';
import { contributionOfPush, contributionsOfWikiPush } from './push-contributions';

const [OLD, NEW, NONE] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)];

type RefChange = EventEntity<'repository.push.received'>;
type PushedCommit = RefChange['commits'][number];

const TIME = '2030-01-02T03:04:05.678Z';
const envelope: Omit<ForgeEvent<'repository.push.received'>, 'type' | 'data'> = {
  specversion: '1.0',
  id: 'e',
  source: '/forgemesh/repository',
  time: TIME,
  subject: '1',
  datacontenttype: 'application/json',
  actor: 5,
  correlationid: 'c',
};

function changeOf(fields: Partial<RefChange>): RefChange {
  return {
    id: 1,
    push_id: 'p',
    refs_count: 1,
    project_id: 7,
    storage: 'default',
    repository: 'project',
    ref: 'refs/heads/topic/x',
    before: OLD,
    after: NEW,
    created_at: TIME,
    is_first: false,
    user_id: 5,
    user_username: 'u',
    user_name: 'U',
    push_options: [],
    total_commits_count: 2,
    commits: [commit({ message: 'First' }), commit({ message: 'Last\n\nWhy' })],
    ...fields,
  };
}

function pushed(fields: Partial<RefChange>): ForgeEvent<'repository.push.received'> {
  const data = { entity: changeOf(fields), changes: {}, version: 1 };
  return { ...envelope, type: 'repository.push.received', data };
}

function pushedToWiki(fields: Partial<RefChange>): ForgeEvent<'repository.wiki_push.received'> {
  const data = { entity: changeOf({ repository: 'wiki', ...fields }), changes: {}, version: 1 };
  return { ...envelope, type: 'repository.wiki_push.received', data };
}

function commit(fields: Partial<PushedCommit>): PushedCommit {
  return {
    id: NEW,
    short_id: NEW.slice(0, 8),
    created_at: TIME,
    parent_ids: [],
    title: 'm',
    message: 'm',
    author_name: 'U',
    author_email: 'u@example.com',
    authored_date: TIME,
    committer_name: 'U',
    committer_email: 'u@example.com',
    committed_date: TIME,
    added: [],
    modified: [],
    removed: [],
    ...fields,
  };
}

describe('the contribution event of a push', () => {
  it('contains the pushed ref and commits', () => {
    expect(contributionOfPush(pushed({}), 3)).toEqual({
      effect_key: 'e',
      author_id: 5,
      created_at: new Date('2030-01-02T03:04:05.678Z'),
      project_id: 7,
      area: 'repository',
      action: 'pushed',
      subject_type: null,
      subject_id: null,
      target_type: null,
      target_id: null,
      push: {
        commit_count: 2,
        action: 'pushed',
        ref_type: 'branch',
        ref: 'topic/x',
        ref_count: null,
        commit_from: OLD,
        commit_to: NEW,
        commit_title: 'Last',
      },
    });
    expect(contributionOfPush(pushed({ ref: 'refs/tags/v1', before: NONE }), 3)?.push).toMatchObject({
      action: 'created',
      ref_type: 'tag',
      ref: 'v1',
      commit_from: null,
      commit_to: NEW,
    });
    expect(contributionOfPush(pushed({ after: NONE, total_commits_count: 0, commits: [] }), 3)?.push).toMatchObject({
      commit_count: 0,
      action: 'removed',
      commit_from: OLD,
      commit_to: null,
      commit_title: null,
    });
    const title = 'x'.repeat(71);
    expect(contributionOfPush(pushed({ commits: [commit({ message: title })] }), 3)?.push?.commit_title).toBe(
      `${'x'.repeat(67)}...`,
    );
  });

  it('does not exist for other refs and for pushes without a user', () => {
    expect(contributionOfPush(pushed({ ref: 'refs/notes/commits' }), 3)).toBeNull();
    expect(contributionOfPush(pushed({ user_id: null }), 3)).toBeNull();
  });

  it('covers all refs of a push of many refs', () => {
    const [one, other] = ['a', 'b'].map((name) =>
      contributionOfPush(pushed({ refs_count: 4, ref: `refs/heads/${name}`, before: NONE }), 3),
    );
    expect(one).toEqual(other);
    expect(one?.push).toEqual({
      commit_count: 0,
      action: 'created',
      ref_type: 'branch',
      ref: null,
      ref_count: 4,
      commit_from: null,
      commit_to: null,
      commit_title: null,
    });
  });
});

describe('the contribution events of a push to a wiki', () => {
  const changes = (...commits: object[]): string[] =>
    contributionsOfWikiPush(pushedToWiki({ commits: commits.map(commit) })).map(
      ({ action, title, target_type: type }) => `${action} ${type} ${title}`,
    );

  it('contain the net change of each page', () => {
    expect(
      changes({ added: ['one.md', 'image.png'], modified: ['docs/Two-parts.asciidoc'], removed: ['three.org'] }),
    ).toEqual(['destroyed WikiPage::Meta three', 'created WikiPage::Meta one', 'updated WikiPage::Meta Two parts']);
    expect(changes({ added: ['a.md'] }, { modified: ['a.md'] })).toEqual(['created WikiPage::Meta a']);
    expect(changes({ added: ['a.md'] }, { removed: ['a.md'] })).toEqual([]);
    expect(changes({ removed: ['a.md'], added: ['a.rdoc'] })).toEqual(['updated WikiPage::Meta a']);
  });
});
