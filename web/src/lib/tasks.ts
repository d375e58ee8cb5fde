/** Changes of tasks (`- [ ] text`) in a text. */

const task = /^((?:\s*>)*\s*(?:[-+*]|\d+[.)])\s+\[)[ xX](\]\s)/;

/**
 * Returns `current` with another state of the task on a line of `shown`, starting at 1. The text
 * may have changed since it was shown: then the task is the only line that is the same. Undefined
 * if there is none.
 */
export function withTask(current: string, shown: string, line: number, isDone: boolean): string | undefined {
  const lines = current.split('\n');
  const wanted = withoutState(shown.split('\n')[line - 1] ?? '');
  if (wanted === undefined) return undefined;
  const same = lines.flatMap((text, index) => (withoutState(text) === wanted ? [index] : []));
  const isSameText = withoutStates(current) === withoutStates(shown);
  const at = isSameText ? line - 1 : same.length === 1 ? same[0] : undefined;
  if (at === undefined) return undefined;
  lines[at] = (lines[at] ?? '').replace(task, `$1${isDone ? 'x' : ' '}$2`);
  return lines.join('\n');
}

/** Returns a task that is not done; undefined if the line is no task. */
function withoutState(line: string): string | undefined {
  return task.test(line) ? line.replace(task, '$1 $2') : undefined;
}

function withoutStates(text: string): string {
  const lines = text.split('\n').map((line) => withoutState(line) ?? line);
  return lines.join('\n');
}
