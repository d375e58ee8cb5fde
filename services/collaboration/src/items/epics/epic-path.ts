/** Path of an epic's page, below the address of the instance. */
export function epicPath(groupPath: string, iid: number): string {
  return `/groups/${groupPath}/-/epics/${iid}`;
}
