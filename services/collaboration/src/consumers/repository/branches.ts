/** Folder of the refs that are branches: `refs/heads/main` is the branch `main`. */
export const BRANCHES = 'refs/heads/';
