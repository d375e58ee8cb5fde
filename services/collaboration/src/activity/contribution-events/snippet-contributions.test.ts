import { ForgeError } from '@forgemesh/errors';
import type { SnippetVisibility } from '@forgemesh/proto/projects/v1/snippet_directory';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createContributionEventModel } from './contribution-event.model';
import { completeSnippetEvents } from './snippet-contributions';

function row(id: number, fields: object) {
  return {
    _id: id,
    effect_key: `event ${id}`,
    project_id: 1,
    author_id: 2,
    action: 'commented',
    area: 'snippets',
    subject_type: 'Snippet',
    created_at: new Date(),
    ...fields,
  };
}

describe('completeSnippetEvents', () => {
  let database: Awaited<ReturnType<typeof openTestOutbox>>;
  let model: ReturnType<typeof createContributionEventModel>;
  beforeAll(async () => {
    database = await openTestOutbox();
    model = createContributionEventModel(database.connection);
  });
  afterAll(() => database.close());

  it('completes events of an earlier release and removes those of missing snippets', async () => {
    await model.insertMany([
      row(1, { subject_id: 10 }),
      row(2, { subject_id: 10 }),
      row(3, { subject_id: 11 }),
      row(4, { area: 'issues', subject_type: 'Issue', subject_id: 11 }),
    ]);
    const asked: number[][] = [];
    const existing: SnippetVisibility[] = [{ id: 10, visibility: 'private', author_id: 7 }];
    const listSnippetVisibilities = ({ ids }: { ids: number[] }) => {
      asked.push(ids);
      return Promise.resolve({ snippets: existing.filter(({ id }) => ids.includes(id)) });
    };
    const deps = { contributionEvents: model, clients: { snippets: { listSnippetVisibilities } } } as never;
    for (const _time of ['first', 'second']) {
      await completeSnippetEvents(deps);
      expect(await model.find({}, { snippet_visibility: 1, snippet_author_id: 1 }).sort({ _id: 1 }).lean()).toEqual([
        { _id: 1, snippet_visibility: 'private', snippet_author_id: 7 },
        { _id: 2, snippet_visibility: 'private', snippet_author_id: 7 },
        { _id: 4 },
      ]);
    }
    expect(asked).toEqual([[10, 11]]);
  });

  it('leaves events unchanged while the projects service is of an earlier release', async () => {
    await model.insertMany([row(9, { subject_id: 12 })]);
    const unimplemented = new ForgeError('unavailable', undefined, { cause: { code: 12 } });
    const listSnippetVisibilities = () => Promise.reject(unimplemented);
    const deps = { contributionEvents: model, clients: { snippets: { listSnippetVisibilities } } } as never;
    await completeSnippetEvents(deps);
    expect(await model.exists({ _id: 9, snippet_visibility: { $exists: false } })).not.toBeNull();
  });
});
