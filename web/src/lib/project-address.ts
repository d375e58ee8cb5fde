/** Returns the API's address of a project with all that the pages show of it. */
export function projectAddress(fullPath: string): string {
  return `/api/v4/projects/${encodeURIComponent(fullPath)}?statistics=true&license=true`;
}
