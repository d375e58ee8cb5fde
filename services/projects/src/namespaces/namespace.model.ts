/** Namespaces: groups, and one namespace per user. */
import { entitySchema, type EntityDocument, type SearchFields, type Avatar } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { GroupShare, Visibility } from '#access';
import type { CustomAttribute } from './custom-attribute';

/** A group that another group is shared with. */
export interface GroupLink extends GroupShare {
  /** Id of the write that created it. */
  operation_id?: string;
}

/** A namespace. A user's namespace has only the fields up to `updated_at`. */
export interface NamespaceDocument extends EntityDocument, SearchFields {
  kind: 'user' | 'group';
  path: string;
  path_lower: string;
  name: string;
  /** Parent group; 0 at the top level. */
  parent_id: number;
  /** Ancestor groups, from the top level to the parent. */
  ancestor_ids: number[];
  /** Id of the user that the namespace belongs to. */
  owner_id?: number;
  /** Version of the user that name and path were copied from. */
  user_version?: number;
  /** Access keys, see access-keys. */
  access_keys: string[];
  /** Groups that the group is shared with; absent before the first share. */
  shared_groups?: GroupLink[];
  /**
   * Ids of these groups and their ancestors, whose members the shares admit; absent without shares.
   */
  shared_with_ids?: number[];
  /** When the removal of the namespace and its content started. */
  deleting_at?: Date;
  /** User who started the removal. */
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
   * When the two-factor requirement began; null or absent if there is none, or if an earlier
   * release stored the requirement.
   */
  two_factor_required_since?: Date | null;
  project_creation_level: 'noone' | 'maintainer' | 'developer';
  subgroup_creation_level: 'owner' | 'maintainer';
  emails_disabled: boolean | null;
  /** Absent in groups created before the field was added. */
  mentions_disabled?: boolean | null;
  /**
   * Protection level of the default branches of new projects; absent if the instance's setting
   * applies.
   */
  default_branch_protection?: number;
  auto_devops_enabled: boolean | null;
  /** Token of the group's runners, encrypted. */
  runners_token?: string;
  creator_id?: number;
  /** Avatar; null or absent if there is none. */
  avatar?: Avatar | null;
  /** Attributes set by administrators, in the order of creation; absent before the first. */
  custom_attributes?: CustomAttribute[];
}

/** Creates the model of the namespaces. */
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
  schema.index({ kind: 1, name_lower: 1, _id: 1 });
  schema.index({ kind: 1, path_lower: 1, _id: 1 });
  schema.index({ kind: 1, _id: 1 });
  schema.index({ shared_with_ids: 1 }, { sparse: true });
  schema.index({ 'shared_groups.expires_at': 1 }, { sparse: true });
  schema.index({ deleting_at: 1 }, { sparse: true });
  schema.index({ 'avatar.file': 1 }, { sparse: true });
  return connection.model<NamespaceDocument>('namespaces', schema);
}
