import { t } from '@lingui/core/macro';
import { showError } from './messages';
import { withTask } from './tasks';

/** Changes are saved one after the other: each begins with the text that the last one stored. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the function that saves the state of a task of `shown`, which others may have changed
 * meanwhile: `load` returns the present text, `save` stores the new one and returns whether it did.
 */
export function taskChange(
  shown: string,
  load: () => Promise<string>,
  save: (text: string) => Promise<boolean>,
): (line: number, isDone: boolean) => Promise<boolean> {
  const change = async (line: number, isDone: boolean): Promise<boolean> => {
    try {
      const changed = withTask(await load(), shown, line, isDone);
      if (changed !== undefined) return await save(changed);
      showError(t`Somebody else has changed this text. Try again.`);
    } catch (error) {
      showError(error);
    }
    return false;
  };
  return (line, isDone) => {
    const result = last.then(() => change(line, isDone));
    last = result;
    return result;
  };
}
