/** Filters of lists in addresses, with the names that links in texts and other tools use. */

const otherNames: Readonly<Record<string, readonly string[]>> = {
  labels: ['label_name', 'label_name[]', 'labels[]'],
  milestone: ['milestone_title'],
  assignee: ['assignee_username', 'assignee_username[]'],
  author: ['author_username'],
  reviewer: ['reviewer_username', 'reviewer_username[]'],
  reaction: ['my_reaction_emoji'],
};

const EXCLUSION = /^not\[(\w+)\]$/;

/** Returns the name of the filter that excludes what another one finds. */
export function exclusionOf(name: string): string {
  return `not[${name}]`;
}

/** Returns all names of a filter; the first one is that of the pages. */
export function filterNamesOf(name: string): string[] {
  const excluded = EXCLUSION.exec(name)?.[1];
  if (excluded === undefined) return [name, ...(otherNames[name] ?? [])];
  return filterNamesOf(excluded).map((own) => own.replace(/^\w+/, exclusionOf));
}

/** Returns the values of a filter in their order. */
export function filterValues(params: URLSearchParams, name: string): string[] {
  return filterNamesOf(name).flatMap((own) => params.getAll(own));
}
