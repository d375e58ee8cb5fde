/**
 * Addresses of the API that the first page asks for, as the functions of `data/` spell them. They
 * are here because those functions need the libraries, which load later.
 */

/** Returns the address of a project with all that the pages show of it. */
export function projectAddress(fullPath: string): string {
  return `${projectBase(fullPath)}?statistics=true&license=true`;
}

/** Returns the address of an operation on a project, by its id or full path. */
function projectBase(project: number | string): string {
  return `/api/v4/projects/${encodeURIComponent(project)}`;
}

/**
 * Returns the addresses of the issue and the discussions that a page of a project shows, the
 * project given by its id or full path; undefined for other pages.
 */
export function issueAddresses(
  project: number | string,
  page: string,
): { issue: string; discussions: string } | undefined {
  const [, iid] = /^issues\/(\d+)$/.exec(page) ?? [];
  if (iid === undefined) return undefined;
  const issue = `${projectBase(project)}/issues/${iid}`;
  return { issue, discussions: `${issue}/discussions?page=1&per_page=100` };
}

/** What the overview of a project depends on. */
interface ProjectFiles {
  id: number;
  default_branch: string | null;
  empty_repo: boolean | null;
}

/** Returns the addresses of the files that the overview of a project shows. */
export function overviewAddresses({ id, default_branch: branch, empty_repo: isEmpty }: ProjectFiles): string[] {
  if (isEmpty === true || branch === null || branch === '') return [];
  const repository = `${projectBase(id)}/repository`;
  const ref = encodeURIComponent(branch);
  return [
    `${repository}/tree?ref=${ref}&path=&per_page=100&page=1`,
    `${repository}/tree/last_commits?ref=${ref}&path=&page=1&per_page=100`,
  ];
}
