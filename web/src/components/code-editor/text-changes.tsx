/** The changes between two texts, as they will be committed. Load it by `import()`. */
import { structuredPatch } from 'diff';
import { useMemo } from 'react';
import type { DiffEntry } from '#api/types';
import { Diff } from '../diff/diff';

interface TextChangesProps {
  path: string;
  oldPath: string;
  oldText: string;
  newText: string;
}

const FILE_MODE = '100644';
const CONTEXT_LINES = 3;

/** Shows the changes. */
export function TextChanges({ path, oldPath, oldText, newText }: TextChangesProps) {
  const entry = useMemo((): DiffEntry => {
    const { hunks } = structuredPatch(oldPath, path, oldText, newText, '', '', { context: CONTEXT_LINES });
    const parts = hunks.map(
      ({ oldStart, oldLines, newStart, newLines, lines }) =>
        `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`,
    );
    return {
      diff: parts.join(''),
      old_path: oldPath,
      new_path: path,
      a_mode: FILE_MODE,
      b_mode: FILE_MODE,
      new_file: false,
      renamed_file: oldPath !== path,
      deleted_file: false,
    };
  }, [path, oldPath, oldText, newText]);
  return <Diff files={[entry]} />;
}
