import type { AccessRequestDocument } from './access-request.model';
import type { AccessRequestsDeps } from './deps';

/** The access request of a user, or null. */
export function findAccessRequest(
  { accessRequests }: AccessRequestsDeps,
  source: string,
  userId: number,
): Promise<AccessRequestDocument | null> {
  return accessRequests.model.findOne({ source, user_id: userId }).lean<AccessRequestDocument>().exec();
}
