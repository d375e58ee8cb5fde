/** What is named. */
export type ReferenceKind = 'issue' | 'merge_request' | 'epic' | 'label' | 'milestone' | 'user' | 'commit';

/** What a text names. */
export interface Reference {
  kind: ReferenceKind;
  /**
   * Path of the project or group, in full or within the namespace of the text; null for where the
   * text stands.
   */
  path: string | null;
  /**
   * Number of an item, id of a commit, name of a user, title of a label or milestone (or its
   * number, where it is not quoted).
   */
  name: string;
  /** A title in quotation marks is never a number. */
  is_quoted: boolean;
  /** As it is written. */
  text: string;
  /** Where it begins in the prose. */
  index: number;
}

/** Where a text stands. */
export interface TextPlace {
  project_id: number | null;
  group_id: number | null;
}
