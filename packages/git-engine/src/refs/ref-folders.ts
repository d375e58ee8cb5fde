/** Folders of refs. A full name is the folder and the short name: `BRANCHES + 'main'`. */
export const BRANCHES = 'refs/heads/';
export const TAGS = 'refs/tags/';

/** The id that means "no object" in ref updates. */
export const zeroId = '0'.repeat(40);

/** Full name of a branch. */
export function branchRef(branch: string): string {
  return BRANCHES + branch;
}

/** The folders of a ref below `refs/<kind>`: `refs/heads/a` for `refs/heads/a/b`. */
export function foldersOf(ref: string): string[] {
  const parts = ref.split('/');
  return parts.slice(3).map((_, at) => parts.slice(0, at + 3).join('/'));
}
