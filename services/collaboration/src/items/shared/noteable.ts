/** The objects that notes are written on. */
import type { ItemDocument, NoteableType } from '#items/model';

/**
 * The object that mentions the target of a system note or caused the recorded change. Users who may
 * not read it do not see the note.
 */
export interface Mentioner {
  type: 'Issue' | 'MergeRequest' | 'Epic' | 'Commit';
  /** Id of the item; 0 for a commit. */
  id: number;
  project_id: number | null;
  group_id: number | null;
}

/** The target of a note. */
export interface NoteTarget {
  type: NoteableType;
  id: number;
  project_id: number | null;
  group_id: number | null;
  /** The id of a commit; absent for other targets. */
  commit_id?: string | null;
}

/** A target of notes, as the caller of an operation sees it. */
export interface Noteable extends NoteTarget {
  /** Number within its project or group; null if it has none. */
  iid: number | null;
  /** The id of a commit; null for other targets. */
  commit_id: string | null;
  author_id: number | null;
  /** Whether only members may write notes. */
  is_locked: boolean;
  /** Access level of the caller on its project or group. */
  level: number;
  /** The item as it was read; only of issues and merge requests. */
  item?: ItemDocument;
}
