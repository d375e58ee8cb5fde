/** Path of an epic's page, relative to the URL of the instance. */
export function epicPath(groupPath: string, iid: number): string {
  return `/groups/${groupPath}/-/epics/${iid}`;
}
