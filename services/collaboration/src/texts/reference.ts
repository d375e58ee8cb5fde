/** The kinds of referenced objects. */
export type ReferenceKind = 'issue' | 'merge_request' | 'epic' | 'label' | 'milestone' | 'user' | 'commit';

/** A reference in a text. */
export interface Reference {
  kind: ReferenceKind;
  /**
   * Path of the project or group, either full or relative to the namespace of the text; null for
   * the project or group of the text.
   */
  path: string | null;
  /**
   * Number of an item, commit id, user name, or title of a label or milestone (an unquoted number
   * may also be a milestone's number).
   */
  name: string;
  /** Whether the title is in quotation marks; a quoted title is never a number. */
  is_quoted: boolean;
  /** The reference as written. */
  text: string;
  /** Its position in the prose. */
  index: number;
}

/** The project or group that a text belongs to. */
export interface TextScope {
  project_id: number | null;
  group_id: number | null;
}
