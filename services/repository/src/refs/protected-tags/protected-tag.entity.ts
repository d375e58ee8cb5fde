import type { EventEntity } from '@forgemesh/events';
import type { ProtectedTag } from '@forgemesh/proto/repository/v1/protected_tag';
import { presentAccessLevel } from '../protected-branches/protected-branch.entity';
import type { ProtectedTagDocument } from './protected-tag.model';

/** A protection in its events. */
export function presentProtectedTagEvent(
  document: ProtectedTagDocument,
): EventEntity<'repository.protected_tag.created'> {
  return { ...presentProtectedTag(document), id: document._id, project_id: document.project_id };
}

/** A protected tag or wildcard as the API shows it. */
export function presentProtectedTag({ name, create_access_levels: levels }: ProtectedTagDocument): ProtectedTag {
  return { name, create_access_levels: levels.map(presentAccessLevel) };
}
