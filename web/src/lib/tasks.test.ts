import { withTask } from './tasks';

const text = 'Plan\n\n- [ ] one\n- [x] two\n  * [ ] deep\n> 1. [ ] quoted\n';

describe('withTask', () => {
  it.each([
    [3, true, 'Plan\n\n- [x] one\n- [x] two\n  * [ ] deep\n> 1. [ ] quoted\n'],
    [4, false, 'Plan\n\n- [ ] one\n- [ ] two\n  * [ ] deep\n> 1. [ ] quoted\n'],
    [5, true, 'Plan\n\n- [ ] one\n- [x] two\n  * [x] deep\n> 1. [ ] quoted\n'],
    [6, true, 'Plan\n\n- [ ] one\n- [x] two\n  * [ ] deep\n> 1. [x] quoted\n'],
  ])('changes line %d', (line, isDone, changed) => expect(withTask(text, text, line, isDone)).toBe(changed));

  it.each([1, 2, 7, 99])('changes no line without a task: %d', (line) =>
    expect(withTask(text, text, line, true)).toBeUndefined(),
  );

  it('keeps what others changed meanwhile', () => {
    expect(withTask('- [x] a\n- [ ] b', '- [ ] a\n- [ ] b', 2, true)).toBe('- [x] a\n- [x] b');
    expect(withTask('New\n- [ ] a\n- [ ] b', '- [ ] a\n- [ ] b', 2, true)).toBe('New\n- [ ] a\n- [x] b');
    expect(withTask('- [ ] a\n- [x] a', '- [ ] a\n- [ ] a', 1, true)).toBe('- [x] a\n- [x] a');
  });

  it('changes nothing if it is not certain which task is meant', () => {
    expect(withTask('- [ ] other', '- [ ] a', 1, true)).toBeUndefined();
    expect(withTask('new\n- [ ] a\n- [ ] a', '- [ ] a\n- [ ] a', 1, true)).toBeUndefined();
  });
});
