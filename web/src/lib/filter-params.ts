/** Filters of lists in addresses, with the names that links in texts and other tools use. */

const otherNames: Readonly<Record<string, readonly string[]>> = {
  labels: ['label_name', 'label_name[]', 'labels[]'],
  milestone: ['milestone_title'],
  assignee: ['assignee_username', 'assignee_username[]'],
  author: ['author_username'],
};

/** Returns all names of a filter; the first one is that of the pages. */
export function filterNamesOf(name: string): string[] {
  return [name, ...(otherNames[name] ?? [])];
}

/** Returns the values of a filter in their order. */
export function filterValues(params: URLSearchParams, name: string): string[] {
  return filterNamesOf(name).flatMap((own) => params.getAll(own));
}
