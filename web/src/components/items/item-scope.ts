/** The project or group whose issues or merge requests a list shows. */
export type OwnerScope = { kind: 'project'; id: number } | { kind: 'group'; id: number };

/** Where the issues or merge requests of a list are: in a project, in a group, or anywhere. */
export type ItemScope = OwnerScope | { kind: 'all'; scope: 'assigned_to_me' | 'created_by_me' | 'all' };
