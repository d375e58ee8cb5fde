/** Boxes to tick in a description. */
import { linesOutsideCode } from '../../../discussion/references/prose';

/** A box and whether it is ticked. */
export interface Task {
  text: string;
  done: boolean;
}

const item = /^(?:\s*>)*\s*(?:[-+*]|\d+\.)\s+\[([ xX])\]\s+(\S.*)$/;

/** The boxes of a text in their order; those inside code blocks and comments do not count. */
export function tasksOf(description: string | null): Task[] {
  // Most texts have no box, and need not be read line by line.
  if (!description?.includes('[')) return [];
  return linesOutsideCode(description).flatMap((line) => {
    const [, box, text] = item.exec(line) ?? [];
    // Of a comment blanks are left.
    return text === undefined ? [] : [{ text: text.replaceAll('\f', '').trim(), done: box !== ' ' }];
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
