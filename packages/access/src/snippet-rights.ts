/** Rights on snippets, which have a visibility of their own. */

/** The parts of a snippet that decide who may read it. */
export interface GuardedSnippet {
  visibility: string;
  author_id: number;
}

/** A user, or null for anonymous callers, and their level on the snippet's project. */
export interface SnippetReader {
  user: { id: number; admin: boolean; external: boolean } | null;
  /** Level on the project of the snippet; 0 for personal snippets. */
  level: number;
}

/**
 * Whether a caller may read a snippet of a project whose snippets they may read, or a personal
 * snippet. Private snippets are for their authors and administrators.
 */
export function canReadSnippet(reader: SnippetReader, { visibility, author_id: authorId }: GuardedSnippet): boolean {
  const { user } = reader;
  if (user && (user.admin || user.id === authorId)) return true;
  const open: readonly string[] = openSnippetVisibilities(reader);
  return open.includes(visibility);
}

/**
 * Visibilities of the snippets that a caller may read without being their author or an
 * administrator. External users read internal snippets only in projects of which they are members.
 */
export function openSnippetVisibilities({ user, level }: SnippetReader): ('public' | 'internal')[] {
  const seesInternal = user !== null && (!user.external || level > 0);
  return seesInternal ? ['public', 'internal'] : ['public'];
}
