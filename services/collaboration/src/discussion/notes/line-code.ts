/** Line codes: the names that the API gives to the lines of a diff. */
import { createHash } from 'node:crypto';

/** The code of a line of a file; a number that the line does not have is 0. */
export function lineCodeOf(path: string, oldLine: number | null, newLine: number | null): string {
  return `${digestOfPath(path)}_${oldLine ?? 0}_${newLine ?? 0}`;
}

/** The digest with which the codes of the lines of a file begin. */
export function digestOfPath(path: string): string {
  return createHash('sha1').update(path).digest('hex');
}

/** The parts of a line code; null if it has another form. */
export function parseLineCode(code: string): { digest: string; old_line: number; new_line: number } | null {
  const [, digest, oldLine, newLine] = /^([0-9a-f]{40})_(\d{1,9})_(\d{1,9})$/.exec(code) ?? [];
  return digest === undefined ? null : { digest, old_line: Number(oldLine), new_line: Number(newLine) };
}
