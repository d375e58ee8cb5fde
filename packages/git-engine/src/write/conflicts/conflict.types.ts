/** The conflicts of a merge, as the repository service presents and resolves them. */

/**
 * Why git could not merge a file:
 * - `text`: both sides changed the same lines; resolved by sections or by new content.
 * - `binary`: both sides changed a file that is not UTF-8 text.
 * - `too_large`: both sides changed a text that is too large to be shown.
 * - `deleted`: one side deleted the file, the other one changed it.
 * - `special`: a symbolic link or submodule is involved.
 * - `path`: both sides need the same path for different things, or renamed a file differently.
 */
export type ConflictKind = 'text' | 'binary' | 'too_large' | 'deleted' | 'special' | 'path';

/** A part of a text: merged lines, or lines that differ between the sides. */
export interface ConflictSection {
  /** Number of the conflict within its file, from 1; null for merged lines. */
  id: string | null;
  /** The merged lines, or those of `ours`, with their line ends. */
  ours: string;
  /** The merged lines, or those of `theirs`, with their line ends. */
  theirs: string;
  /** Number of the first line if all conflicts before are resolved with `ours`. */
  our_line: number;
  /** Number of the first line if all conflicts before are resolved with `theirs`. */
  their_line: number;
}

/** One version of a file in conflict. */
export interface ConflictSide {
  mode: string;
  blob_id: string;
}

/** A file that could not be merged. */
export interface ConflictFile {
  path: string;
  kind: ConflictKind;
  /** The file on our side; null if it does not exist there. */
  ours: ConflictSide | null;
  /** The file on their side; null if it does not exist there. */
  theirs: ConflictSide | null;
  /** All parts of the text in order; empty unless the kind is `text`. */
  sections: ConflictSection[];
}

/** How a file is resolved: with one of its sides, by section, or with new content. */
export type ConflictResolution =
  | { path: string; side: 'ours' | 'theirs' }
  | { path: string; sections: Readonly<Record<string, 'ours' | 'theirs'>> }
  | { path: string; content: string };

/** Maximum number of files whose conflicts are returned. */
export const MAX_CONFLICT_FILES = 200;
/** Maximum bytes of each version of a text that is shown. */
export const MAX_CONFLICT_TEXT_BYTES = 200 * 1024;
/** Maximum bytes of all texts of a merge that are shown. */
export const MAX_CONFLICT_BYTES = 1024 * 1024;
