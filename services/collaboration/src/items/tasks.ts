/** Boxes to tick in a description. */

/** A box and whether it is ticked. */
export interface Task {
  text: string;
  done: boolean;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const item = /^(?:\s*>)*\s*(?:[-+*]|\d+\.)\s+\[([ xX])\]\s+(\S.*)$/;

/** The boxes of a text in their order; those inside code blocks and comments do not count. */
export function tasksOf(description: string | null): Task[] {
  return linesOutsideCode(description ?? '').flatMap((line) => {
    const [, box, text] = item.exec(line) ?? [];
    return text === undefined ? [] : [{ text: text.trim(), done: box !== ' ' }];
  });
}

/** The lines of a text that are neither in a fenced block of code nor in a comment. */
export function linesOutsideCode(text: string): string[] {
  let open: string | undefined;
  return withoutComments(text)
    .split('\n')
    .filter((line) => {
      const [, mark] = fence.exec(line) ?? [];
      const isInside = open !== undefined || mark !== undefined;
      if (open === undefined) open = mark;
      else if (mark?.startsWith(open)) open = undefined;
      return !isInside;
    });
}

/** `2 of 5 tasks completed`. */
export function taskStatus(tasks: readonly Task[]): string {
  const done = tasks.filter((task) => task.done).length;
  return `${done} of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} completed`;
}

/** The tasks that a change of a text ticked or not, where that is all it changed; else none. */
export function toggledTasks(from: string | null, to: string | null): Task[] {
  const before = tasksOf(from);
  const after = tasksOf(to);
  if (boxless(from) !== boxless(to) || before.length !== after.length) return [];
  return after.filter(({ done }, index) => done !== before[index]?.done);
}

function boxless(text: string | null): string {
  return (text ?? '').replace(/\[[ xX]\]/g, '[ ]');
}

/** Linear in the length of the text, whatever is in it. */
function withoutComments(text: string): string {
  let rest = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    if (start < 0) return rest + text.slice(from);
    rest += text.slice(from, start);
    const end = text.indexOf('-->', start);
    if (end < 0) return rest;
    from = end + '-->'.length;
  }
}
