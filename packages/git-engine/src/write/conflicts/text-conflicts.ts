/** Merges three versions of a text and splits the result into its conflicts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import type { ConflictSection } from './conflict.types';

/** Three versions of a text; `base` is empty if both sides created the file. */
export interface TextVersions {
  ours: Buffer;
  base: Buffer;
  theirs: Buffer;
}

/** git's exit code is the number of conflicts up to this one; above, it failed. */
const maxConflictCode = 127;
const minMarkerLength = 7;

/** The parts of the merged text. One git process, which reads the versions from files. */
export async function mergeTexts(
  context: GitContext,
  repository: Repository,
  { ours, base, theirs }: TextVersions,
): Promise<ConflictSection[]> {
  const markerLength = safeMarkerLength([ours, base, theirs]);
  const folder = await mkdtemp(join(tmpdir(), 'forgemesh-conflict-'));
  const files = { ours: join(folder, 'ours'), base: join(folder, 'base'), theirs: join(folder, 'theirs') };
  try {
    await writeFile(files.ours, ours);
    await writeFile(files.base, base);
    await writeFile(files.theirs, theirs);
    const args = ['merge-file', '-p', '-q', `--marker-size=${markerLength}`, files.ours, files.base, files.theirs];
    const { code, stdout, stderr } = await repository.run({ args, signal: context.signal });
    if (code > maxConflictCode) throw new GitError('git_failed', `git merge-file ended with ${code}: ${stderr.trim()}`);
    return splitConflicts(stdout.toString('utf8'), markerLength);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A length of conflict markers that no line of the versions begins with, so that their lines cannot
 * be mistaken for markers.
 */
export function safeMarkerLength(versions: readonly Buffer[]): number {
  let longest = minMarkerLength - 1;
  for (const version of versions) {
    for (const [run] of version.toString('latin1').matchAll(/^(?:<+|=+|>+)/gm)) longest = Math.max(longest, run.length);
  }
  return longest + 1;
}

/** The parts of a merged text between and within the conflict markers. */
export function splitConflicts(text: string, markerLength: number): ConflictSection[] {
  const [start, middle, end] = ['<', '=', '>'].map((sign) => sign.repeat(markerLength)) as [string, string, string];
  const sections: ConflictSection[] = [];
  const next = { our_line: 1, their_line: 1, conflict: 1 };
  let part: 'merged' | 'ours' | 'theirs' = 'merged';
  let [ours, theirs] = [[] as string[], [] as string[]];
  const finish = (isConflict: boolean): void => {
    if (ours.length + theirs.length > 0) {
      sections.push({
        id: isConflict ? String(next.conflict++) : null,
        ours: ours.join(''),
        theirs: theirs.join(''),
        our_line: next.our_line,
        their_line: next.their_line,
      });
      next.our_line += ours.length;
      next.their_line += theirs.length;
    }
    [ours, theirs] = [[], []];
  };
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (line.startsWith(start)) {
      finish(false);
      part = 'ours';
    } else if (part === 'ours' && line.startsWith(middle)) {
      part = 'theirs';
    } else if (part === 'theirs' && line.startsWith(end)) {
      finish(true);
      part = 'merged';
    } else {
      if (part !== 'theirs') ours.push(line);
      if (part !== 'ours') theirs.push(line);
    }
  }
  finish(false);
  return sections;
}
