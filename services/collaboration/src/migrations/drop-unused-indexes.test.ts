import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createIssueModel } from '#items/model/issue.model';
import { dropUnusedIndexes } from './drop-unused-indexes';

describe('dropUnusedIndexes', () => {
  it('drops those of earlier releases, and leaves the others', async () => {
    const database = await openTestOutbox();
    try {
      const model = createIssueModel(database.connection);
      const issues = database.outbox.store(model, () => ({}));
      await model.collection.createIndexes([{ key: { due_date: 1 }, sparse: true }, { key: { author_id: 1 } }]);
      for (let starts = 0; starts < 2; starts++) {
        await dropUnusedIndexes({ items: { issues } });
        expect((await model.collection.indexes()).map(({ name }) => name).sort()).toEqual(['_id_', 'author_id_1']);
      }
    } finally {
      await database.close();
    }
  });
});
