/** The key of the system note in a thread whose lines a later version changed. */
export function outdatedKey(discussionId: string): string {
  return `outdated/${discussionId}`;
}
