/** Stores memberships. */
import { isDuplicateKey } from '@forgemesh/data';
import { sourceKey, type MembershipDocument } from './membership.model';
import type { MembershipsDeps } from './deps';

/** Values of a new membership. */
export type NewMembership = Pick<
  MembershipDocument,
  'source_kind' | 'source_id' | 'user_id' | 'access_level' | 'expires_at' | 'created_by'
>;

/** Adds a membership with its event; null if the user already has one. */
export async function addMembership(
  deps: MembershipsDeps,
  { operationId, ...row }: NewMembership & { operationId?: string | undefined },
): Promise<MembershipDocument | null> {
  const source = sourceKey(row.source_kind, row.source_id);
  if (await deps.memberships.model.exists({ source, user_id: row.user_id })) return null;
  try {
    return await deps.memberships.insert(
      {
        ...row,
        _id: await deps.memberships.nextId(),
        source,
        created_at: new Date(),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.member.added', actor: row.created_by }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
