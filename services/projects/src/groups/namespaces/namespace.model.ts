/** Namespaces: the groups, and one for each user. */
import { entitySchema, type EntityDocument, type SearchFields, type Avatar } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { GroupShare } from '../../access/access-keys';
import type { Visibility } from '../../access/visibility';
import type { CustomAttribute } from '../custom-attributes/custom-attribute';

/** A group that another group is shared with. */
export interface GroupLink extends GroupShare {
  /** Id of the write that made it. */
  operation_id?: string;
}

/** A namespace. A user's has the fields up to `updated_at` only. */
export interface NamespaceDocument extends EntityDocument, SearchFields {
  kind: 'user' | 'group';
  path: string;
  path_lower: string;
  name: string;
  /** Group that holds it; 0 at the top. */
  parent_id: number;
  /** The groups above, from the top down to the parent. */
  ancestor_ids: number[];
  /** Id of the user whose namespace it is. */
  owner_id?: number;
  /** Version of the user that name and path were taken from. */
  user_version?: number;
  /** Keys that open it for reading and membership, see access-keys. */
  access_keys: string[];
  /** Groups that the group is shared with; absent before the first. */
  shared_groups?: GroupLink[];
  /**
   * Ids of those groups and of the groups above them, whose members the shares admit; absent where
   * there are none.
   */
  shared_with_ids?: number[];
  /** When its removal with all in it began. */
  deleting_at?: Date;
  /** User who asked for the removal. */
  deleting_by?: number | null;
  created_at: Date;
  updated_at: Date;
  name_lower: string;
  visibility: Visibility;
  description: string;
  lfs_enabled: boolean;
  request_access_enabled: boolean;
  share_with_group_lock: boolean;
  require_two_factor_authentication: boolean;
  two_factor_grace_period: number;
  /**
   * When the group began to require it; null or absent if it does not, or if an earlier release
   * stored that it does.
   */
  two_factor_required_since?: Date | null;
  project_creation_level: 'noone' | 'maintainer' | 'developer';
  subgroup_creation_level: 'owner' | 'maintainer';
  emails_disabled: boolean | null;
  /** Absent in groups that are older than the field. */
  mentions_disabled?: boolean | null;
  /**
   * Protection of the default branches of new projects; absent where the instance's setting counts.
   */
  default_branch_protection?: number;
  auto_devops_enabled: boolean | null;
  /** Token of the group's runners, sealed. */
  runners_token?: string;
  creator_id?: number;
  /** Its picture; null or absent where it has none. */
  avatar?: Avatar | null;
  /** What administrators noted, in the order in which it was set first; absent before. */
  custom_attributes?: CustomAttribute[];
}

/** Makes the model of the namespaces. */
export function createNamespaceModel(connection: Connection): Model<NamespaceDocument> {
  const schema = entitySchema<NamespaceDocument>('namespaces', {
    kind: { type: String, required: true },
    path: { type: String, required: true },
    path_lower: { type: String, required: true },
    name: { type: String, required: true },
    name_lower: { type: String, required: true },
    parent_id: { type: Number, required: true },
    ancestor_ids: { type: [Number], required: true },
    owner_id: Number,
    user_version: Number,
    access_keys: { type: [String], required: true },
    shared_groups: { type: [Schema.Types.Mixed], default: undefined },
    shared_with_ids: { type: [Number], default: undefined },
    deleting_at: Date,
    deleting_by: Number,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    search_text: { type: String, required: true },
    search_trigrams: { type: [String], required: true },
    visibility: String,
    description: String,
    lfs_enabled: Boolean,
    request_access_enabled: Boolean,
    share_with_group_lock: Boolean,
    require_two_factor_authentication: Boolean,
    two_factor_grace_period: Number,
    two_factor_required_since: Date,
    project_creation_level: String,
    subgroup_creation_level: String,
    emails_disabled: Boolean,
    mentions_disabled: Boolean,
    default_branch_protection: Number,
    auto_devops_enabled: Boolean,
    runners_token: String,
    creator_id: Number,
    avatar: Schema.Types.Mixed,
    custom_attributes: { type: [Schema.Types.Mixed], default: undefined },
  });
  schema.index({ parent_id: 1, path_lower: 1 });
  schema.index({ path_lower: 1 });
  schema.index({ owner_id: 1 }, { unique: true, sparse: true });
  schema.index({ ancestor_ids: 1 });
  schema.index({ access_keys: 1 });
  schema.index({ search_trigrams: 1 });
  schema.index({ kind: 1, name_lower: 1, _id: 1 });
  schema.index({ kind: 1, path_lower: 1, _id: 1 });
  schema.index({ kind: 1, _id: 1 });
  schema.index({ shared_with_ids: 1 }, { sparse: true });
  schema.index({ 'shared_groups.expires_at': 1 }, { sparse: true });
  schema.index({ deleting_at: 1 }, { sparse: true });
  schema.index({ 'avatar.file': 1 }, { sparse: true });
  return connection.model<NamespaceDocument>('namespaces', schema);
}
