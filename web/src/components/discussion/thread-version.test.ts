import type { DiffEntry, Discussion } from '#api/types';
import { isOtherVersion, sortThreads } from './thread-version';

const refs = { base_sha: 'b', start_sha: 's', head_sha: 'h' };
const file = {
  old_path: 'old.ts',
  new_path: 'new.ts',
  diff: '@@ -10,3 +10,3 @@\n context\n-removed\n+added\n last\n',
} as DiffEntry;

function thread(position: object): Discussion {
  const place = { old_path: 'old.ts', new_path: 'new.ts', old_line: null, new_line: null, ...refs, ...position };
  return { id: JSON.stringify(position), notes: [{ position: place }] } as unknown as Discussion;
}

/** The list in which a thread is. */
function listOf(position: object): string {
  const sorted = sortThreads([thread(position)], refs, [file]);
  const [list] = Object.entries(sorted).find(([, threads]: [string, Discussion[]]) => threads.length > 0) ?? [];
  return list ?? 'none';
}

describe('isOtherVersion', () => {
  it.each([
    [{}, false],
    [{ base_sha: 'x' }, true],
    [{ start_sha: 'x' }, true],
    [{ head_sha: 'x' }, true],
  ])('compares all commits: %j', (other, expected) => {
    expect(isOtherVersion({ ...refs, ...other }, refs)).toBe(expected);
  });
});

describe('sortThreads', () => {
  it.each([
    ['an added line', { new_line: 11 }, 'shown'],
    ['a line of the context', { old_line: 12, new_line: 12 }, 'shown'],
    ['a removed line', { old_line: 11 }, 'shown'],
    ['a line outside of the changes', { old_line: 40, new_line: 40 }, 'elsewhere'],
    ['a line of another file', { new_path: 'other.ts', old_path: 'other.ts', new_line: 11 }, 'elsewhere'],
    ['a removed line that is not removed any more', { old_line: 10 }, 'elsewhere'],
    ['an added line of another head', { new_line: 11, head_sha: 'x' }, 'outdated'],
    ['an added line of another base', { new_line: 11, base_sha: 'x' }, 'outdated'],
  ])('%s', (_title, position, expected) => {
    expect(listOf(position)).toBe(expected);
  });

  it('leaves out discussions that were not started on lines', () => {
    const discussion = { id: '1', notes: [{ position: null }] } as unknown as Discussion;
    expect(sortThreads([discussion], refs, [file])).toEqual({ shown: [], elsewhere: [], outdated: [] });
  });
});
