/** Finds task list items in descriptions. */
import { linesOutsideCode } from './prose';

/** A task and whether it is completed. */
export interface Task {
  text: string;
  done: boolean;
}

const item = /^(?:\s*>)*\s*(?:[-+*]|\d+\.)\s+\[([ xX])\]\s+(\S.*)$/;

/** The tasks of a text in order; those inside code blocks and comments do not count. */
export function tasksOf(description: string | null): Task[] {
  // Skips texts without tasks quickly.
  if (!description?.includes('[')) return [];
  return linesOutsideCode(description).flatMap((line) => {
    const [, box, text] = item.exec(line) ?? [];
    // Comments are replaced by form feeds.
    return text === undefined ? [] : [{ text: text.replaceAll('\f', '').trim(), done: box !== ' ' }];
  });
}

/** `2 of 5 tasks completed`. */
export function taskStatus(tasks: readonly Task[]): string {
  const done = tasks.filter((task) => task.done).length;
  return `${done} of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} completed`;
}

/** A change that toggles more tasks is recorded as a change of the text. */
const MAX_TOGGLED = 100;

/**
 * The tasks that a change of a text toggled, if it changed nothing else and toggled few; otherwise
 * none.
 */
export function toggledTasks(from: string | null, to: string | null): Task[] {
  const before = tasksOf(from);
  const after = tasksOf(to);
  if (boxless(from) !== boxless(to) || before.length !== after.length) return [];
  const toggled = after.filter(({ done }, index) => done !== before[index]?.done);
  return toggled.length > MAX_TOGGLED ? [] : toggled;
}

function boxless(text: string | null): string {
  return (text ?? '').replace(/\[[ xX]\]/g, '[ ]');
}
