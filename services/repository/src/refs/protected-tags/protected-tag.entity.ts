import type { EventEntity } from '@forgemesh/events';
import type { ProtectedTag } from '@forgemesh/proto/repository/v1/protected_tag';
import { presentAccessLevel } from '../protected-branches/protected-branch.entity';
import type { ProtectedTagDocument } from './protected-tag.model';

/** Presents a protection in events. */
export function presentProtectedTagEvent(
  document: ProtectedTagDocument,
): EventEntity<'repository.protected_tag.created'> {
  return { ...presentProtectedTag(document), id: document._id, project_id: document.project_id };
}

/** Presents a protected tag or wildcard in the API. */
export function presentProtectedTag({ name, create_access_levels: levels }: ProtectedTagDocument): ProtectedTag {
  return { name, create_access_levels: levels.map(presentAccessLevel) };
}
