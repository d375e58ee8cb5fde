import type { Call } from '@forgemesh/rpc';
import type { ContributionEventsDeps } from './deps';
import { MAX_PROJECT_IDS } from '#access/readable';
import type { ContributionEventDocument } from './contribution-event.model';
import { visibleOfMember, visibleOfUser } from './visible-contributions';

/** Rights on a project of a caller who may read more projects than a query may name. */
function project(id: number, level: number, features: Record<string, string> = {}) {
  return { id, level, open: true, archived: false, features };
}

const all = [
  project(1, 30),
  project(2, 10),
  project(3, 10, { issues: 'disabled' }),
  project(4, 30, { repository: 'disabled', wiki: 'disabled' }),
];

interface Question {
  project_ids?: number[];
  limit?: number;
  member_only?: boolean;
}

function callForAction(questions: Question[], distinct: number[] = []): Call<ContributionEventsDeps> {
  const listAccess = (question: Question) => {
    questions.push(question);
    const { project_ids: ids = [], limit } = question;
    const projects = ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all;
    return Promise.resolve({ everything: false, projects, has_more: limit !== undefined });
  };
  const deps = {
    clients: { access: { listAccess } },
    contributionEvents: { distinct: () => Promise.resolve(distinct) },
    items: { issues: { model: { distinct: () => Promise.resolve([77]) } } },
  };
  return { deps, user: { id: 5, admin: false, external: false } } as unknown as Call<ContributionEventsDeps>;
}

function row(project_id: number, fields: Partial<ContributionEventDocument>): ContributionEventDocument {
  return { project_id, area: 'project', subject_type: null, subject_id: null, ...fields } as ContributionEventDocument;
}

const hidden = { area: 'issues', confidential: true, subject_type: 'Issue' } as const;
const rows = [
  row(1, { ...hidden, subject_id: 1 }),
  row(2, { ...hidden, subject_id: 2 }),
  row(2, { ...hidden, subject_id: 77 }),
  row(2, { area: 'repository' }),
  row(3, { area: 'issues' }),
  row(3, { area: 'milestones' }),
  row(4, { area: 'repository' }),
  row(4, { area: 'wiki' }),
  row(4, { area: 'snippets' }),
  row(4, { area: 'snippets', snippet_visibility: 'internal', snippet_author_id: 6 }),
  row(4, { area: 'snippets', snippet_visibility: 'private', snippet_author_id: 6 }),
  row(4, { area: 'snippets', snippet_visibility: 'private', snippet_author_id: 5 }),
  row(9, {}),
];
const readable = [rows[0], rows[2], rows[3], rows[5], rows[9], rows[11]];

describe('the contribution events of more projects than a query may name', () => {
  it('are checked by row in the projects that the caller is a member of', async () => {
    const questions: Question[] = [];
    const visible = await visibleOfMember(callForAction(questions));
    expect(visible.filter).toEqual({});
    expect(await visible.check?.pick(rows)).toEqual(readable);
    expect(questions.map(({ member_only: own, limit }) => [own, limit])).toEqual([
      [true, MAX_PROJECT_IDS],
      [true, undefined],
    ]);
  });

  it('are checked by row in the projects that a user contributed to', async () => {
    const questions: Question[] = [];
    const ids = Array.from({ length: MAX_PROJECT_IDS + 1 }, (_, index) => index + 1);
    const visible = await visibleOfUser(callForAction(questions, ids), 6);
    expect(await visible.check?.pick(rows)).toEqual(readable);
    expect(questions).toMatchObject([{ project_ids: [1, 2, 3, 4, 9], member_only: false }]);
  });

  it('have an equivalent query condition', async () => {
    const visible = await visibleOfMember(callForAction([]));
    expect(await visible.check?.toFilter()).toEqual({
      $or: [
        { $and: [{ project_id: 1 }, onReadableSnippet()] },
        { $and: [{ project_id: 2 }, notHidden(), onReadableSnippet()] },
        {
          $and: [
            { project_id: 3 },
            { area: { $in: expect.not.arrayContaining(['issues']) } },
            notHidden(),
            onReadableSnippet(),
          ],
        },
        {
          $and: [{ project_id: 4 }, { area: { $in: expect.not.arrayContaining(['repository']) } }, onReadableSnippet()],
        },
      ],
    });
  });
});

function notHidden(): object {
  return { $or: [{ confidential: { $ne: true } }, { subject_type: 'Issue', subject_id: { $in: [77] } }] };
}

function onReadableSnippet(): object {
  const open = { snippet_visibility: { $in: ['public', 'internal'] } };
  return { $or: [{ area: { $ne: 'snippets' } }, open, { snippet_author_id: 5 }] };
}
