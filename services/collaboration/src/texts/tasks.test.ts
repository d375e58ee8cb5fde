import { taskStatus, tasksOf, toggledTasks } from './tasks';

describe('tasks', () => {
  it('are checkboxes in lists and quotes', () => {
    const tasks = tasksOf('- [ ] one\n* [x] two\n1. [X] three\n> - [ ] four\n- [y] no\n[ ] no\n- [ ]');
    expect(tasks.map(({ text, done }) => `${text} ${done}`)).toEqual([
      'one false',
      'two true',
      'three true',
      'four false',
    ]);
    expect(taskStatus(tasks)).toBe('2 of 4 tasks completed');
    expect(taskStatus(tasks.slice(0, 1))).toBe('0 of 1 task completed');
  });

  it('do not include code and comments', () => {
    expect(tasksOf('```\n- [ ] code\n```\n<!-- \n- [ ] hidden\n-->\n- [x] real\n~~~\n- [ ] open to the end')).toEqual([
      { text: 'real', done: true },
    ]);
    expect(tasksOf(null)).toEqual([]);
  });

  it('are toggled if nothing else is changed', () => {
    expect(toggledTasks('- [ ] a\n- [x] b', '- [x] a\n- [ ] b')).toEqual([
      { text: 'a', done: true },
      { text: 'b', done: false },
    ]);
    expect(toggledTasks('- [ ] a', '- [x] b')).toEqual([]);
    expect(toggledTasks(null, '- [ ] a')).toEqual([]);
  });

  it('are counted in linear time', () => {
    expect(tasksOf('<!--'.repeat(100_000))).toEqual([]);
    expect(tasksOf(`${'>'.repeat(200_000)} - [ ] deep`)).toHaveLength(1);
  });
});
