import type { Projects } from '#deps';
import type { AccessRequestDocument } from './access-request.model';

/** The access request of a user, or null. */
export function findAccessRequest(
  { accessRequests }: Projects,
  source: string,
  userId: number,
): Promise<AccessRequestDocument | null> {
  return accessRequests.model.findOne({ source, user_id: userId }).lean<AccessRequestDocument>().exec();
}
