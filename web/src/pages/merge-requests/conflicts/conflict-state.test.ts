import type { ConflictFile } from '#api/types';
import { chooseAll, chooseSection, firstState, openConflicts, resolutionOf, textOf } from './conflict-state';

const names = { source: 'feature', target: 'main' };
const section = (id: string | null, ours: string, theirs = ours) => ({ id, ours, theirs, our_line: 1, their_line: 1 });
const text: ConflictFile = {
  path: 'a.txt',
  kind: 'text',
  resolutions: ['side', 'sections', 'content'],
  our_mode: '100644',
  their_mode: '100644',
  sections: [section(null, 'one\n'), section('1', 'ours\n', 'theirs\n'), section('2', '', 'new\n')],
};
const binary: ConflictFile = { ...text, kind: 'binary', resolutions: ['side'], sections: [] };

describe('the conflicts of a text', () => {
  it('are resolved one by one', () => {
    const half = chooseSection(firstState(), '1', 'theirs');
    expect(openConflicts(text, half)).toBe(1);
    expect(textOf(text, half, names)).toBe('one\ntheirs\n<<<<<<< feature\n=======\nnew\n>>>>>>> main\n');
    const all = chooseSection(half, '2', 'ours');
    expect(openConflicts(text, all)).toBe(0);
    expect(textOf(text, all, names)).toBe('one\ntheirs\n');
    expect(resolutionOf(text, all)).toEqual({
      path: 'a.txt',
      sections: [
        { id: '1', side: 'theirs' },
        { id: '2', side: 'ours' },
      ],
    });
  });

  it('are resolved together, or by an edit without markers', () => {
    expect(textOf(text, chooseAll(text, 'ours'), names)).toBe('one\nours\n');
    const edited = { kind: 'content' as const, text: 'one\n<<<<<<< feature\n' };
    expect(openConflicts(text, edited)).toBe(1);
    expect(openConflicts(text, { ...edited, text: 'one\n' })).toBe(0);
    expect(resolutionOf(text, { ...edited, text: 'one\n' })).toEqual({ path: 'a.txt', content: 'one\n' });
    expect(chooseSection(edited, '1', 'ours')).toEqual({ kind: 'sections', choices: { 1: 'ours' } });
  });
});

describe('another file in conflict', () => {
  it('takes one side as a whole', () => {
    expect(openConflicts(binary, firstState())).toBe(1);
    const chosen = chooseAll(binary, 'theirs');
    expect(openConflicts(binary, chosen)).toBe(0);
    expect(resolutionOf(binary, chosen)).toEqual({ path: 'a.txt', side: 'theirs' });
  });
});
