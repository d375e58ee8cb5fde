import { BadRequestError } from '@forgemesh/errors';
import { ImportFailures } from './import-failures';

describe('ImportFailures', () => {
  it('describes relations, entries and files that are left out', () => {
    const failures = new ImportFailures();
    failures.addOmitted(
      new Map([
        ['designs', 1],
        ['lfs_objects', 3],
      ]),
    );
    failures.addEntries('issues', [{ position: 4, reason: 'duplicate', message: 'issues 5' }]);
    failures.addFile('avatar', 'too large');
    const { failed_relations: list, failed_relation_count: count } = failures.stored();
    expect(count).toBe(4);
    expect(list.map(({ created_at: _time, ...failure }) => Object.values(failure).join('|'))).toEqual([
      'UnsupportedRelation|relation|designs cannot be imported (1 entry)|designs|0',
      'UnsupportedRelation|relation|lfs_objects cannot be imported (3 entries)|lfs_objects|0',
      'DuplicateEntry|relation|issues 5|issues|5',
      'RejectedFile|file|too large|avatar|0',
    ]);
  });

  it('keeps the first hundred, with messages of a bounded length', () => {
    const failures = new ImportFailures();
    for (let at = 0; at < 150; at++) failures.addFile('uploads', 'x'.repeat(5_000));
    const { failed_relations: list, failed_relation_count: count } = failures.stored();
    expect([list.length, count]).toEqual([100, 150]);
    expect(list[0]?.exception_message).toHaveLength(1_000);
  });

  it('records refusals of an entry and passes other errors on', async () => {
    const failures = new ImportFailures();
    expect(await failures.attempt('labels', 0, () => 7)).toBe(7);
    const refused = failures.attempt('labels', 1, () => Promise.reject(new BadRequestError('labels 2: bad')));
    expect(await refused).toBeNull();
    await expect(failures.attempt('labels', 2, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(failures.stored()).toMatchObject({
      failed_relations: [{ exception_class: 'InvalidEntry', exception_message: 'labels 2: bad', line_number: 2 }],
    });
  });
});
