/** Lines of a diff, to which pages attach comments. */

import type { DiffRow, ParsedFile } from './parse-diff';

/** A line of a diff. An added line has no old number, a removed one no new number. */
export interface DiffPlace {
  oldPath: string;
  newPath: string;
  oldLine: number | undefined;
  newLine: number | undefined;
}

/** A key that a line has alone among the lines of a diff. */
export function placeKey({ oldPath, newPath, oldLine, newLine }: DiffPlace): string {
  return newLine === undefined ? `${oldPath}\0old\0${oldLine}` : `${newPath}\0new\0${newLine}`;
}

/** Returns the place of a line. A line that is changed in whitespace only is an added one. */
export function placeOfRow({ entry }: ParsedFile, { oldLine, newLine, isWhitespaceChange }: DiffRow): DiffPlace {
  return {
    oldPath: entry.old_path,
    newPath: entry.new_path,
    oldLine: isWhitespaceChange ? undefined : oldLine,
    newLine,
  };
}
