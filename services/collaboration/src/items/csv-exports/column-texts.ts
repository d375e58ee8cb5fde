/** Texts of columns that have several values. */

interface Person {
  name: string;
  username: string;
}

/** Returns the names of people. */
export function namesText(people: readonly Person[] = []): string {
  return people.map(({ name }) => name).join(', ');
}

/** Returns the usernames of people. */
export function usernamesText(people: readonly Person[] = []): string {
  return people.map(({ username }) => username).join(', ');
}

/** Returns the titles of labels, which have no commas. */
export function labelsText(labels: readonly unknown[] = []): string {
  return labels.map(String).join(', ');
}
