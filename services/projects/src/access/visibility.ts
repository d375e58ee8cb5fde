/** Visibilities of projects, groups and snippets, and the rules for choosing them. */

/** Who may see something. */
export type Visibility = 'private' | 'internal' | 'public';

const order: Record<Visibility, number> = { private: 0, internal: 1, public: 2 };

/** Whether the first visibility is wider than the second. */
export function isWider(one: Visibility, other: Visibility): boolean {
  return order[one] > order[other];
}

/** The narrower of two visibilities. */
export function narrower(one: Visibility, other: Visibility): Visibility {
  return isWider(one, other) ? other : one;
}

/** Visibilities that are wider than the given one. */
export function widerThan(visibility: Visibility): Visibility[] {
  return (Object.keys(order) as Visibility[]).filter((other) => isWider(other, visibility));
}

/** `Private`, `Internal` or `Public`, as error messages begin. */
export function visibilityWord(visibility: Visibility): string {
  return visibility.charAt(0).toUpperCase() + visibility.slice(1);
}

/** Error for a visibility that the instance restricts to administrators; empty if it is allowed. */
export function restrictionErrors(
  visibility: Visibility,
  { restricted, isAdmin }: { restricted: readonly string[]; isAdmin: boolean },
): string[] {
  const isFree = isAdmin || !restricted.includes(visibility);
  return isFree ? [] : [`${visibilityWord(visibility)} visibility has been restricted by your administrator`];
}

/** Error for a fork that would be more visible than its source. */
export function forkVisibilityErrors(visibility: Visibility, source: Visibility): string[] {
  if (!isWider(visibility, source)) return [];
  return [`${visibilityWord(visibility)} is not allowed since the fork source project has lower visibility.`];
}
