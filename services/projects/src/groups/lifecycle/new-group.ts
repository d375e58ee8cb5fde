/** Builds the document of a new group. */
import { randomBytes } from 'node:crypto';
import { searchFields } from '@forgemesh/data';
import { groupKeys } from '#access';
import { type NamespaceDocument, pathIds } from '#namespaces';
import type { GroupSettings } from './group-settings';
import type { GroupLifecycleDeps } from './deps';

/** Values of a new group. */
export interface NewGroupFields {
  id: number;
  name: string;
  path: string;
  /** Parent group; null for a top-level group. */
  parent: Pick<NamespaceDocument, '_id' | 'ancestor_ids'> | null;
  settings: GroupSettings;
  creatorId: number;
}

/** The document of a new group, with a token for its runners. */
export function groupDocument(
  { box }: GroupLifecycleDeps,
  { id, name, path, parent, settings, creatorId }: NewGroupFields,
): Omit<NamespaceDocument, 'version'> {
  const location = { _id: id, ancestor_ids: parent ? pathIds(parent) : [] };
  const now = new Date();
  return {
    ...settings,
    ...location,
    kind: 'group',
    parent_id: parent?._id ?? 0,
    name,
    path,
    name_lower: name.toLowerCase(),
    path_lower: path.toLowerCase(),
    ...searchFields(path, name),
    access_keys: groupKeys({ ...location, visibility: settings.visibility }),
    runners_token: box.seal(randomBytes(15).toString('base64url')),
    creator_id: creatorId,
    ...(settings.require_two_factor_authentication && { two_factor_required_since: now }),
    created_at: now,
    updated_at: now,
  };
}
