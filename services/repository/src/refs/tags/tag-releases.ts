import type { Call } from '@forgemesh/rpc';
import type { TagRef } from '@forgemesh/git-engine';

/** The release notes of a tag. */
export interface TagNotes {
  tag_name: string;
  description: string | null;
}

/** The releases of tags, as far as tags depend on them. */
export interface TagReleases {
  /** The notes of the tags of a project that have a release, by the name of the tag. */
  findAll(projectId: number, tagNames: readonly string[]): Promise<Map<string, TagNotes>>;
  /** Adds a release with notes to a tag. 409 if the tag already has one. */
  add(call: Call<unknown>, tag: TagRef, description: string): Promise<void>;
  /** Removes the release of a deleted tag. */
  remove(projectId: number, tagName: string): Promise<void>;
}
