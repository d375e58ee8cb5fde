/** Rights of a caller on a project or namespace, as the projects service grants them. */
export interface GrantedResource {
  /** Whether the caller may read it. All other fields are empty if not. */
  found: boolean;
  /** Id of the project or namespace. */
  id: number;
  /** `ReferenceKind` of the projects service: project, group or namespace. */
  kind: number;
  /** Full path with namespaces. */
  full_path: string;
  /** `private`, `internal` or `public`. */
  visibility: string;
  /** Whether the project is archived. */
  archived: boolean;
  /** Access level of the caller as a member; 0 for none, 50 for administrators. */
  level: number;
  /** Whether the caller may read it without being a member. */
  open: boolean;
  /** Level of each feature of a project: `disabled`, `private` or `enabled`. */
  features: Record<string, string>;
  /** Storage of the repository of a project. */
  storage: string;
  /** Default branch of a project; empty if it has none. */
  default_branch: string;
  /** Namespace of a project, or parent of a group (0 for a top-level group). */
  namespace_id: number;
  /** Last segment of the path. */
  path: string;
  /** Display name. */
  name: string;
  /** Ids of the groups above, from the top down. */
  ancestor_ids: number[];
  /** Why the external authorization service denies access; absent if it does not. */
  denial_reason?: string | undefined;
  /** Whether that service decides on access. */
  externally_authorized?: boolean | undefined;
  /** Whether a push to the project prints links to merge requests. */
  prints_merge_request_links?: boolean | undefined;
}
