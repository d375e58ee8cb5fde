/** Kinds of replicated files. A file is identified by its kind and its id within that kind. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import type { Clients } from '#clients';

/**
 * Kinds in the order of the backfill. The id of an avatar is that of its owner, the id of an
 * archive that of its project.
 */
export const fileKinds = ['upload', 'project_avatar', 'group_avatar', 'user_avatar', 'archive'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * Kinds whose files are deleted with their project. `belongs_to` of an upload is the project; the
 * other kinds have the project's id.
 */
export const kindsOfProjects: readonly FileKind[] = ['upload', 'project_avatar', 'archive'];

/** Identifies a file. */
export interface FileName {
  kind: FileKind;
  id: number;
}

/** Client of the service that owns the files of a kind, on a primary. */
export function originOf({ filesOfProjects, filesOfUsers }: Clients, kind: string): FileOrigin {
  return kind === 'user_avatar' ? filesOfUsers : filesOfProjects;
}

type FileOrigin = ServiceClient<typeof FileOriginServiceDefinition>;
