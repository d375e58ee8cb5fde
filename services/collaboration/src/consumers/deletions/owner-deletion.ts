/** The deletion of a project or group, as consumers that remove its data handle it. */
import type { ForgeEvent } from '@forgemesh/events';
import type { DeletionsDeps } from './deps';

/** Types of the events. */
export const ownerDeletions = ['projects.project.deleted', 'projects.group.deleted'] as const;

/** Type of an event. */
export type OwnerDeletion = (typeof ownerDeletions)[number];

/** Whether the project or group is really deleted. */
export async function isOwnerDeleted(event: ForgeEvent<OwnerDeletion>, { clients }: DeletionsDeps): Promise<boolean> {
  const value = Number(event.subject);
  const subject = isProject(event)
    ? ({ $case: 'project_id', value } as const)
    : ({ $case: 'group_id', value } as const);
  const { exists } = await clients.existence.getExistence({ subject });
  return !exists;
}

/** Filter of the documents that belong to the project or group. */
export function ownedBy(event: ForgeEvent<OwnerDeletion>): { project_id: number } | { group_id: number } {
  const id = Number(event.subject);
  return isProject(event) ? { project_id: id } : { group_id: id };
}

function isProject({ type }: ForgeEvent<OwnerDeletion>): boolean {
  return type === 'projects.project.deleted';
}
