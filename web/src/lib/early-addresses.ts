/**
 * Addresses of the API that the first page asks for, as the functions of `data/` spell them. They
 * are here because those functions need the libraries, which load later.
 */

/** Returns the address of a project with all that the pages show of it. */
export function projectAddress(fullPath: string): string {
  return `/api/v4/projects/${encodeURIComponent(fullPath)}?statistics=true&license=true`;
}

/** Returns the addresses of what a page of a project shows first; none for most pages. */
export function pageAddresses(projectId: number, page: string): string[] {
  const [, iid] = /^issues\/(\d+)$/.exec(page) ?? [];
  if (iid === undefined) return [];
  const issue = `/api/v4/projects/${projectId}/issues/${iid}`;
  return [issue, `${issue}/discussions?page=1&per_page=100`];
}
